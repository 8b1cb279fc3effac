"""What differs between old and new inputs, which differences replace, and what a refresh makes of the inputs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from aksgpu_rehearsal.simulated_azure.names import path_names

Kind = Literal["ADD", "DELETE", "UPDATE"]

FORCE_NEW: Mapping[str, frozenset[str]] = {
    "azure-native:resources:ResourceGroup": frozenset({"location"}),
    "azure-native:containerservice:ManagedCluster": frozenset(
        {
            "location",
            "dnsPrefix",
            "fqdnSubdomain",
            "nodeResourceGroup",
            "diskEncryptionSetID",
            "networkProfile.networkPlugin",
            "networkProfile.podCidr",
            "networkProfile.serviceCidr",
            "networkProfile.dnsServiceIP",
            "apiServerAccessProfile.enablePrivateCluster",
            "apiServerAccessProfile.privateDNSZone",
        }
    ),
    "azure-native:containerservice:AgentPool": frozenset(
        {
            "vmSize",
            "gpuInstanceProfile",
            "gpuProfile",
            "availabilityZones",
            "capacityReservationGroupID",
            "enableEncryptionAtHost",
            "enableFIPS",
            "enableUltraSSD",
            "kubeletDiskType",
            "maxPods",
            "osDiskSizeGB",
            "osDiskType",
            "osType",
            "proximityPlacementGroupID",
            "scaleSetEvictionPolicy",
            "scaleSetPriority",
            "spotMaxPrice",
            "type",
            "vnetSubnetID",
        }
    ),
    "azure-native:network:VirtualNetwork": frozenset({"location"}),
    "azure-native:network:NatGateway": frozenset({"location", "sku", "zones"}),
    "azure-native:network:PublicIPAddress": frozenset({"location", "sku", "zones", "publicIPAddressVersion"}),
    "azure-native:network:PrivateEndpoint": frozenset({"location", "subnet", "customNetworkInterfaceName"}),
    "azure-native:privatedns:PrivateZone": frozenset({"location"}),
    "azure-native:privatedns:VirtualNetworkLink": frozenset({"location", "virtualNetwork"}),
    "azure-native:managedidentity:UserAssignedIdentity": frozenset({"location"}),
    "azure-native:authorization:RoleAssignment": frozenset({"principalId", "principalType", "roleDefinitionId"}),
    "azure-native:storage:StorageAccount": frozenset({"location", "kind", "isHnsEnabled", "enableNfsV3"}),
    "azure-native:monitor:AzureMonitorWorkspace": frozenset({"location"}),
    "azure-native:monitor:DataCollectionEndpoint": frozenset({"location"}),
    "azure-native:monitor:DataCollectionRule": frozenset({"location", "kind"}),
    "azure-native:operationalinsights:Workspace": frozenset({"location"}),
    "azure-native:dashboard:Grafana": frozenset({"location"}),
}
"""Inputs that Azure takes only once, beside the names in the id."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs. `path` is the engine's: `networkProfile.podCidr`, `agentPoolProfiles[0].count`."""

    path: str
    kind: Kind
    replaces: bool


def differences(
    type_token: str, old: Mapping[str, Any], new: Mapping[str, Any], ignored: Sequence[str] = ()
) -> tuple[Difference, ...]:
    """Every difference between two sets of inputs, in the order of their paths, without the ignored ones."""
    once = {*FORCE_NEW.get(type_token, ()), *path_names(type_token)}
    found = (
        Difference(path, kind, any(_within(path, field) for field in once))
        for path, kind in _differ(old, new, "")
        if not any(_within(path, field) for field in ignored)
    )
    return tuple(sorted(found, key=lambda one: one.path))


def _within(path: str, field: str) -> bool:
    """Whether a value lies at or below a field. List positions do not count."""
    bare = re.sub(r"\[\d+\]", "", path)
    return any(one == field or one.startswith((f"{field}.", f"{field}[")) for one in (bare, path))


def _differ(old: Any, new: Any, at: str) -> Iterator[tuple[str, Kind]]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        before, after = cast(Mapping[str, Any], old), cast(Mapping[str, Any], new)
        for key in {**before, **after}:
            here = _below(at, key)
            if key not in after:
                yield here, "DELETE"
            elif key not in before:
                yield here, "ADD"
            else:
                yield from _differ(before[key], after[key], here)
    elif isinstance(old, list) and isinstance(new, list):
        first, second = cast(list[Any], old), cast(list[Any], new)
        for index in range(max(len(first), len(second))):
            here = f"{at}[{index}]"
            if index >= len(second):
                yield here, "DELETE"
            elif index >= len(first):
                yield here, "ADD"
            else:
                yield from _differ(first[index], second[index], here)
    elif old != new:
        yield at, "UPDATE"


def _below(at: str, key: str) -> str:
    if re.search(r'[.\[\]"]', key):
        return f'{at}["{key}"]'
    return f"{at}.{key}" if at else key


def refreshed(inputs: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs after a refresh: what changed between the outputs of the state and of the cloud, carried over to them.

    What Azure filled in at the beginning and left alone since then does not become an input.
    """
    out: dict[str, Any] = {}
    for key in {**inputs, **now}:
        if key in inputs and key in now:
            out[key] = _carried(inputs[key], before.get(key), now[key])
        elif key in inputs and key not in before:
            out[key] = inputs[key]  # never said back, such as a name in the id
        elif key in now and key not in before:
            out[key] = now[key]
    return out


def _carried(given: Any, before: Any, now: Any) -> Any:
    if before == now:
        return given
    if isinstance(given, dict) and isinstance(before, dict) and isinstance(now, dict):
        return refreshed(cast(dict[str, Any], given), cast(dict[str, Any], before), cast(dict[str, Any], now))
    if isinstance(given, list) and isinstance(now, dict):
        return list(cast(dict[str, Any], now))  # user-assigned identities: told as a list, said back as a map
    if isinstance(given, list) and isinstance(before, list) and isinstance(now, list):
        lists = (cast(list[Any], given), cast(list[Any], before), cast(list[Any], now))
        if len({len(one) for one in lists}) == 1:
            return [_carried(*items) for items in zip(*lists, strict=True)]
    return cast(Any, now)
