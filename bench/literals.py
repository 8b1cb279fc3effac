"""Writes a bare Pulumi program that registers from literals just what another program was seen to register."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

from recorder import Recorded, SecretValue

from aksgpu_pulumi.sdk_arguments import argument_name

CLUSTER = "azure-native:containerservice:ManagedCluster"
STACK = "pulumi:pulumi:Stack"
RELEASE = "kubernetes:helm.sh/v3:Release"

OPENING = '''\
"""A bare Pulumi program, written by `make bench`."""

from base64 import b64decode

import pulumi
import pulumi_kubernetes
from pulumi import ComponentResource, CustomResource, Output, ResourceOptions
'''

KUBECONFIG = '''\
def kubeconfig_of(group, name, provider, cluster):
    """As every program for AKS asks for it: not known until the cluster is there."""
    answer = containerservice.list_managed_cluster_user_credentials_output(
        format="exec",
        resource_group_name=group,
        resource_name=name,
        opts=pulumi.InvokeOutputOptions(provider=provider, depends_on=[cluster]),
    )
    return Output.secret(answer.apply(lambda found: b64decode(found.kubeconfigs[0].value).decode()))
'''


def program(resources: Iterable[Recorded]) -> str:
    """The source of a program. Options and dependencies are kept, hooks are not: instead, Helm waits for releases.

    The kubeconfig is no literal, so that nothing is known of the cluster before it is there, as in every program.
    """
    writer = _Writer()
    lines = [line for resource in resources if resource.type != STACK for line in writer.lines(resource)]
    imports = [f"from pulumi_azure_native import {module}" for module in sorted(writer.modules)]
    return "\n".join([OPENING, *imports, "", "", KUBECONFIG, "", *lines, ""])


class _Writer:
    """A variable for each resource, so that later ones can name it. `modules` are those of the Azure SDK in use."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._of_urn: dict[str, str] = {}

    def lines(self, resource: Recorded) -> Iterator[str]:
        """The statement that registers a resource, and after the cluster's the one that asks for its kubeconfig."""
        variable = f"r{len(self._of_urn)}"
        options = ", ".join(f"{name}={value}" for name, value in self._options(resource))
        yield f"{variable} = {self._constructor(resource)}, opts=ResourceOptions({options}))"
        self._of_urn[resource.urn] = variable
        if resource.type == CLUSTER:
            names = [repr(resource.inputs[key]) for key in ("resourceGroupName", "resourceName")]
            yield f"kubeconfig = kubeconfig_of({', '.join([*names, self._of_urn[resource.provider], variable])})"

    def _constructor(self, resource: Recorded) -> str:
        package, module, kind = resource.type.split(":", 2)
        name = repr(resource.name)
        if package == "azure-native":
            self.modules.add(module)
            return f"{module}.{kind}({name}{_arguments(resource.inputs)}"
        if resource.type == "pulumi:providers:kubernetes":
            inputs = {key: _switch(value) for key, value in resource.inputs.items() if key != "kubeconfig"}
            return f"pulumi_kubernetes.Provider({name}, kubeconfig=kubeconfig{_arguments(inputs)}"
        if resource.type == "pulumi:providers:azure-native":
            return f"pulumi.ProviderResource('azure-native', {name}, {_literal(resource.inputs)}"
        # Kubernetes objects through the SDK's lowest class, which does the least work of all that could be used.
        class_ = "CustomResource" if resource.custom else "ComponentResource"
        inputs = {**resource.inputs, "skipAwait": False} if resource.type == RELEASE else resource.inputs
        return f"{class_}({resource.type!r}, {name}, {_literal(inputs)}"

    def _options(self, resource: Recorded) -> Iterator[tuple[str, str]]:
        request, of_urn = resource.request, self._of_urn
        if resource.parent in of_urn:
            yield "parent", of_urn[resource.parent]
        if resource.provider in of_urn:
            yield "provider", of_urn[resource.provider]
        if needed := [of_urn[urn] for urn in sorted(resource.depends_on) if urn in of_urn]:
            yield "depends_on", f"[{', '.join(needed)}]"
        if resource.protect is not None:
            yield "protect", repr(resource.protect)
        if resource.delete_before_replace is not None:
            yield "delete_before_replace", repr(resource.delete_before_replace)
        for name, value in (
            ("ignore_changes", request.ignoreChanges),
            ("replace_on_changes", request.replaceOnChanges),
            ("additional_secret_outputs", request.additionalSecretOutputs),
        ):
            if value:
                yield name, repr(list(value))


def _arguments(inputs: dict[str, Any]) -> str:
    return "".join(f", {argument_name(key)}={_literal(value)}" for key, value in inputs.items())


def _switch(value: Any) -> Any:
    """A provider's switches are sent as texts."""
    return {"true": True, "false": False}.get(value, value)


def _literal(value: Any) -> str:
    if isinstance(value, SecretValue):
        return f"Output.secret({_literal(value.value)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(item)}" for key, item in cast(dict[str, Any], value).items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_literal(item) for item in cast(list[Any], value)) + "]"
    return repr(value)
