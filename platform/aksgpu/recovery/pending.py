"""Operations that a killed engine left pending in its state, and the state in which they are settled."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aksgpu.recovery.ids import provider_id

Deployment = dict[str, Any]
"""The `deployment` of `pulumi stack export`: DeploymentV3 of github.com/pulumi/pulumi/sdk/v3, in its JSON form."""

Resource = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """One pending operation: what was going on, with which resource, and the id under which it is now looked for."""

    operation: str
    urn: str
    id: str | None

    @property
    def name(self) -> str:
        """The resource's name in the program: the key of the plan's entry."""
        return self.urn.rsplit("::", 1)[-1]

    @property
    def what(self) -> str:
        """What becomes of it, for the reader."""
        if self.operation != "creating":
            return "the refresh looks at how it is now"
        if self.id is None:
            return "the next up makes it, over what there is of it"
        return "taken into the state; the refresh drops it if it was never made"


def settled(deployment: Mapping[str, Any]) -> tuple[Deployment, tuple[Settled, ...]]:
    """The deployment without pending operations, and what became of each.

    A resource that was being created gets the id that follows from its names, so that a refresh either finds it or
    drops it. The engine's own --import-pending-creates (CLI 3.274.1) changes the word in the state and imports nothing.
    """
    out = copy.deepcopy(dict(deployment))
    operations: list[Mapping[str, Any]] = out.pop("pending_operations", None) or []
    resources: list[Resource] = out.setdefault("resources", [])
    done: list[Settled] = []
    for operation in operations:
        resource = dict(operation["resource"])
        id_ = None
        if operation["type"] == "creating":
            subscription = _subscription(resources, resource.get("provider", ""))
            id_ = provider_id(resource["type"], resource.get("inputs", {}), subscription)
        if id_ is not None:
            _take_in(resources, {**resource, "id": id_, "outputs": resource.get("outputs") or {}})
        done.append(Settled(operation["type"], resource["urn"], id_))
    return out, tuple(done)


def _take_in(resources: list[Resource], new: Resource) -> None:
    """Add a resource. One of the same URN is what it was to replace: that one then waits for its deletion."""
    at = next((i for i, old in enumerate(resources) if old["urn"] == new["urn"] and not old.get("delete")), None)
    if at is None:
        resources.append(new)
        return
    old = resources[at]
    if old.get("id") == new["id"]:  # it is deleted before it is made again, and so it may be either of the two
        resources[at] = {**new, "outputs": old.get("outputs") or {}}
        return
    resources[at] = new
    resources.append({**old, "delete": True, "protect": new.get("protect", False)})


def _subscription(resources: list[Resource], provider: str) -> str | None:
    """The subscription of an Azure provider, which a resource names as `URN::ID`."""
    urn = provider.rsplit("::", 1)[0]
    found = next((one for one in resources if one["urn"] == urn), None)
    given = (found or {}).get("inputs", {}).get("subscriptionId")
    return given if isinstance(given, str) else None
