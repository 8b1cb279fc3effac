"""Registers a plan, or parts of one: a loop over its entries in order. Nothing is decided here."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn, TypeVar

import pulumi

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure, resolve
from aksgpu.ordering import needs
from aksgpu.plan import Plan
from aksgpu_pulumi.azure_resources import register_azure
from aksgpu_pulumi.chart_releases import register_release
from aksgpu_pulumi.cluster_access import handed_over_kubeconfig, user_kubeconfig
from aksgpu_pulumi.existing import looked_up
from aksgpu_pulumi.interrupted_releases import clearing_hook
from aksgpu_pulumi.kubernetes_objects import NOT_ASKED_IN_PREVIEWS, register_object
from aksgpu_pulumi.markers import Answers, LookedUp
from aksgpu_pulumi.provider import azure_provider, kubernetes_provider
from aksgpu_pulumi.readiness import readiness_hook
from aksgpu_pulumi.sdk_arguments import sdk_arguments
from aksgpu_pulumi.stack_reference import CLUSTER_ID, AzureStack
from aksgpu_pulumi.waits import Waits

Component = TypeVar("Component", bound=pulumi.Resource)


class Registration:
    """One plan on its way into Pulumi.

    `owner` is the component that providers belong to. `secrets` is the stack's data with its secrets decrypted. `given`
    are resources that the program has already, by entry key. `prefix` stands before every Pulumi name. `resources`
    holds what was registered, by entry key.
    """

    def __init__(
        self,
        owner: pulumi.Resource,
        plan: Plan,
        secrets: Mapping[str, Any],
        given: Mapping[str, pulumi.Resource | LookedUp] | None = None,
        prefix: str = "",
    ) -> None:
        self._owner = owner
        self._plan = plan
        self._prefix = prefix
        self.known: dict[str, pulumi.Resource | LookedUp] = dict(given or {})
        self.resources: dict[str, pulumi.CustomResource] = {}
        self.answer = Answers(self.known, secrets, self._elsewhere)
        self._waits = Waits(self._hook)

    def register(self, parts: Sequence[Part], component: Callable[[Part], Component]) -> Mapping[str, Component]:
        """Register what these parts hold of the stack's half, and return the component of each part by part name.

        The components come first, then all Azure entries, then all in-cluster ones, each list in the plan's order.
        """
        chosen = {part.name: entries for part in parts if (entries := self._of_this_half(part))}
        part_of = {entry.key: name for name, entries in chosen.items() for entry in entries}
        in_order = (*self._plan.azure, *self._plan.in_cluster)
        self._look_up([entry for entry in in_order if entry.key in part_of])
        components = {part.name: component(part) for part in parts if part.name in chosen}
        for entry in in_order:
            if entry.key in part_of:
                resource = self._registered(entry, components[part_of[entry.key]])
                self.known[entry.key] = self.resources[entry.key] = resource
            elif entry.key in self.known:
                self._waits.binding(entry)  # another component's release: what comes after it here waits as well
        return components

    def _of_this_half(self, part: Part) -> list[Entry]:
        half = self._plan.subject.stack.register_
        return [
            entry
            for entry in part.entries
            if not (isinstance(entry, AzureResource) and entry.read)
            and (half == "all" or (half == "azure") == isinstance(entry, AzureResource))
        ]

    def _look_up(self, entries: Sequence[Entry]) -> None:
        if self._from_other_stack:
            return
        named = {"cluster"}.union(*(needs(entry) for entry in entries))
        for entry in self._plan.azure:
            if entry.read and entry.key in named and entry.key not in self.known:
                self.known[entry.key] = looked_up(entry, self.azure)

    def _registered(self, entry: Entry, parent: pulumi.Resource) -> pulumi.CustomResource:
        name = f"{self._prefix}{entry.key}"
        options = pulumi.ResourceOptions(
            parent=parent,
            provider=self._provider(entry),
            depends_on=[known for key in needs(entry) if isinstance(known := self.known.get(key), pulumi.Resource)],
            hooks=self._hooks(entry),
        )
        match entry:
            case AzureResource():
                return register_azure(entry, name, resolve(sdk_arguments(entry), self.answer), options)
            case KubernetesObject():
                return register_object(entry, name, resolve(entry.manifest, self.answer), options)
            case ChartRelease():
                return register_release(entry, name, resolve(entry.values, self.answer), options)

    def _hooks(self, entry: Entry) -> pulumi.ResourceHookBinding | None:
        waits = self._waits.binding(entry)
        if not isinstance(entry, ChartRelease):
            return waits
        hooks = list((waits and waits.before_create) or [])
        hooks.append(clearing_hook(entry, self.kubeconfig, f"{self._prefix}clear-{entry.key}"))
        return pulumi.ResourceHookBinding(before_create=[*hooks], before_update=[*hooks])

    def _provider(self, entry: Entry) -> pulumi.ProviderResource:
        if isinstance(entry, AzureResource):
            return self.azure
        if isinstance(entry, KubernetesObject) and entry.manifest["kind"] in NOT_ASKED_IN_PREVIEWS:
            return self.kubernetes_client_side
        return self.kubernetes

    @cached_property
    def azure(self) -> pulumi.ProviderResource:
        """The Azure provider, made when first needed."""
        return azure_provider(f"{self._prefix}azure", self._plan.subject.stack.subscription_id, self._owner)

    @cached_property
    def kubernetes(self) -> pulumi.ProviderResource:
        """The provider of the cluster, made when first needed."""
        return self._kubernetes("kubernetes", server_side=True)

    @cached_property
    def kubernetes_client_side(self) -> pulumi.ProviderResource:
        """The provider of the cluster for NOT_ASKED_IN_PREVIEWS, made when first needed."""
        return self._kubernetes("kubernetes-client-side", server_side=False)

    def _kubernetes(self, name: str, *, server_side: bool) -> pulumi.ProviderResource:
        cluster, after = self.answer(CLUSTER_ID), self._of_the_cluster()
        name = f"{self._prefix}{name}"
        return kubernetes_provider(name, self.kubeconfig, cluster, self._owner, after, server_side=server_side)

    def _of_the_cluster(self) -> list[pulumi.Resource]:
        """What this program makes of the cluster's own part, role assignments included.

        The provider comes after them on the way up and goes before them on the way down: nobody may delete an object
        any more once the roles are gone.
        """
        own = [part.entries for part in self._plan.parts if any(entry.key == "cluster" for entry in part.entries)]
        known = [self.known.get(entry.key) for entries in own for entry in entries]
        return [resource for resource in known if isinstance(resource, pulumi.Resource)]

    @cached_property
    def kubeconfig(self) -> pulumi.Output[str]:
        """The cluster's kubeconfig, a secret. Raises RunError where this program knows no cluster."""
        if self._from_other_stack:
            return handed_over_kubeconfig(self._plan.subject, self._azure_stack.kubeconfig())
        if "cluster" not in self.known:
            self._elsewhere(CLUSTER_ID)
        cluster = self.known["cluster"]
        after = [cluster] if isinstance(cluster, pulumi.Resource) else []
        return user_kubeconfig(self._plan.subject, self.azure, after)

    @property
    def _from_other_stack(self) -> bool:
        stack = self._plan.subject.stack
        return stack.register_ == "inCluster" and stack.azure_stack is not None

    @cached_property
    def _azure_stack(self) -> AzureStack:
        stack = self._plan.subject.stack
        assert stack.azure_stack is not None
        return AzureStack(stack.azure_stack, f"{self._prefix}azure-stack", self._owner)

    def _elsewhere(self, marker: FromAzure) -> Any:
        if self._from_other_stack:
            return self._azure_stack.value(marker)
        _missing(marker)

    def _hook(self, release: ChartRelease) -> pulumi.ResourceHook:
        return readiness_hook(release, self.kubeconfig, f"{self._prefix}ready-{release.key}")


def _missing(marker: FromAzure) -> NoReturn:
    raise pulumi.RunError(
        f"{marker.resource} is needed here ({marker.output}) and this program does not register it. Give the "
        "component that does in `uses`, or name the stack of the Azure half in azureStack."
    )
