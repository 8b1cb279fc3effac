"""Names and ARM ids: which inputs make an id, what a missing name becomes, which names Azure refuses, what is above."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from aksgpu.arm_types import ARM_TYPES, ArmType

SIMULATED: Mapping[str, ArmType] = {
    **ARM_TYPES,
    "azure-native:storage:BlobContainer": ArmType(
        f"{ARM_TYPES['azure-native:storage:StorageAccount'].address}/blobServices/default/containers/{{containerName}}",
        "2024-01-01",
    ),
}
"""The types of plans, and what the policy pack judges beside them."""

_NAME_RULES: Mapping[str, tuple[str, str]] = {
    "agentPoolName": (r"[a-z][a-z0-9]{0,11}", "up to 12 lower-case letters and digits, a letter first"),
    "accountName": (r"[a-z0-9]{3,24}", "3 to 24 lower-case letters and digits"),
    "resourceGroupName": (r"[-\w.()]{0,89}[-\w()]", "up to 90 letters, digits and -_.(), no dot at the end"),
    "roleAssignmentName": (r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "a UUID"),
}
_AUTOMATIC = re.compile(r"\{(\w+)\}$")


def type_of_urn(urn: str) -> str:
    """The type token in a URN, without the tokens of its parents."""
    return urn.split("::")[2].split("$")[-1]


def path_names(type_token: str) -> tuple[str, ...]:
    """Inputs that make the id of a type, in their order. Raises LookupError for a type that is not simulated."""
    if type_token not in SIMULATED:
        raise LookupError(f"simulated Azure does not know {type_token}; it knows the types of aksgpu/arm_types.py")
    names = re.findall(r"\{(\w+)\}", SIMULATED[type_token].address)
    return tuple(name for name in names if name != "subscriptionId")


def arm_id(type_token: str, subscription_id: str, inputs: Mapping[str, Any]) -> str:
    """The ARM id that these inputs make."""
    names = {name: inputs[name] for name in path_names(type_token)}
    return SIMULATED[type_token].address.format(subscriptionId=subscription_id, **names)


def type_of_id(id_: str) -> str:
    """The type token of an ARM id. Raises LookupError for an id of no simulated type."""
    found = next((token for token, pattern in _patterns().items() if pattern.fullmatch(id_)), None)
    if found is None:
        raise LookupError(f"simulated Azure does not know the type of {id_}")
    return found


def arm_type(id_: str) -> str:
    """Azure's own name of the type, for example Microsoft.ContainerService/managedClusters/agentPools."""
    if "/providers/" not in id_:
        return "Microsoft.Resources/resourceGroups"
    provider, *steps = id_.rsplit("/providers/", 1)[1].split("/")
    return "/".join([provider, *steps[::2]])


def with_names(
    type_token: str, inputs: Mapping[str, Any], old: Mapping[str, Any], name: str, seed: bytes
) -> dict[str, Any]:
    """The inputs with the last name filled in where it is missing: the old one, else one made from the Pulumi name."""
    found = _AUTOMATIC.search(SIMULATED[type_token].address)
    if found is None or found[1] in inputs:
        return dict(inputs)
    return {**inputs, found[1]: old.get(found[1]) or name + hashlib.sha256(seed).hexdigest()[:8]}


def name_problems(type_token: str, inputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Inputs and why Azure would refuse them as names."""
    for name in path_names(type_token):
        if name not in inputs:
            yield name, "is missing; it is a part of the id"
        elif name in _NAME_RULES and not re.fullmatch(_NAME_RULES[name][0], str(inputs[name])):
            yield name, f"{inputs[name]!r} is not a name for this; Azure takes {_NAME_RULES[name][1]}"


def parents(type_token: str, id_: str) -> list[str]:
    """Ids above this one that must exist: its resource group first. Empty for what is attached to a scope."""
    steps = id_.split("/")
    if not SIMULATED[type_token].address.startswith("/subscriptions/") or len(steps) <= 5:
        return []
    return ["/".join(steps[:length]) for length in (5, *range(9, len(steps), 2))]


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    # A scope holds anything; every other name is one step.
    def pattern(address: str) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", address)
        steps = [re.escape(part) if at % 2 == 0 else _step(part) for at, part in enumerate(parts)]
        return re.compile("".join(steps), re.IGNORECASE)

    return {token: pattern(kind.address) for token, kind in SIMULATED.items()}


def _step(name: str) -> str:
    return ".+" if name in {"scope", "resourceUri"} else "[^/]+"
