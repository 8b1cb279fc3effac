"""Simulated answers of Azure for the recorder. Every text in them says that it is simulated."""

import base64
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import yaml
from recorder import Recorded

from aksgpu.desired.entries import AzureResource, ChartRelease
from aksgpu.desired.markers import FromAzure, markers_in
from aksgpu.plan import Plan
from aksgpu_pulumi.output_paths import steps

CREDENTIALS = "azure-native:containerservice:listManagedClusterUserCredentials"


GET_CLUSTER = "azure-native:containerservice:getManagedCluster"
SHARED_CLUSTER: dict[str, Any] = {
    "id": "/simulated/shared",
    "name": "shared",
    "location": "swedencentral",
    "currentKubernetesVersion": "1.35.6",
    "networkProfile": {
        "networkPlugin": "azure",
        "networkPluginMode": "overlay",
        "networkDataplane": "cilium",
        "networkPolicy": "cilium",
        "podCidr": "10.244.0.0/16",
        "serviceCidr": "10.0.0.0/16",
    },
    "aadProfile": {"managed": True, "enableAzureRBAC": True},
    "disableLocalAccounts": True,
    "oidcIssuerProfile": {"enabled": True, "issuerURL": "https://simulated-issuer.example"},
    "securityProfile": {"workloadIdentity": {"enabled": True}},
    "identity": {"type": "UserAssigned"},
    "identityProfile": {"kubeletidentity": {"objectId": "simulated kubelet", "clientId": "simulated kubelet client"}},
    "nodeResourceGroup": "simulated-node-group",
    "storageProfile": {
        "blobCSIDriver": {"enabled": True},
        "fileCSIDriver": {"enabled": True},
        "diskCSIDriver": {"enabled": True},
        "snapshotController": {"enabled": True},
    },
    "azureMonitorProfile": {"metrics": {"enabled": True}},
    "autoScalerProfile": {"maxNodeProvisionTime": "15m", "skipNodesWithLocalStorage": "false"},
}
"""An existing cluster as the examples declare it."""


def kubeconfig(server: str = "https://simulated.hcp.example:443", user: Mapping[str, Any] | None = None) -> str:
    """A kubeconfig as AKS hands it out with format exec: a device-code prompt, unless another user is given."""
    arguments = ["get-token", "--environment", "AzurePublicCloud", "--server-id", "simulated-server-id"]
    arguments += ["--client-id", "simulated-client-id", "--tenant-id", "simulated-tenant", "--login", "devicecode"]
    device = {"exec": {"apiVersion": "client.authentication.k8s.io/v1beta1", "command": "kubelogin", "args": arguments}}
    return yaml.safe_dump(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "gpu", "cluster": {"server": server, "certificate-authority-data": "c2lt"}}],
            "contexts": [{"name": "gpu", "context": {"cluster": "gpu", "user": "clusterUser"}}],
            "current-context": "gpu",
            "users": [{"name": "clusterUser", "user": user or device}],
        }
    )


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def answers(
    existing: Mapping[str, Mapping[str, Any]] | None = None,
) -> Callable[[str, dict[str, Any]], Mapping[str, Any]]:
    """Answers to function calls: the kubeconfig, and what Azure has of resources that exist, by function token."""

    def answer(token: str, _: dict[str, Any]) -> Mapping[str, Any]:
        if token == CREDENTIALS:
            return {"kubeconfigs": [{"name": "clusterUser", "value": encoded(kubeconfig())}]}
        return (existing or {})[token]

    return answer


def outputs_for(plan: Plan) -> Callable[[Recorded], Mapping[str, Any]]:
    """Simulated outputs: an id for everything, and each output that a marker of the plan asks for."""
    wanted: dict[str, set[str]] = {}
    for marker in azure_markers(plan):
        wanted.setdefault(marker.resource, set()).add(marker.output)

    def outputs(recorded: Recorded) -> Mapping[str, Any]:
        key = recorded.name
        made: dict[str, Any] = {"id": f"/simulated/{key}"}
        for path in sorted(wanted.get(key, ())):
            _put(made, steps(path), f"simulated {key}.{path}" if path != "id" else made["id"])
        return made

    return outputs


def azure_markers(plan: Plan) -> set[FromAzure]:
    """Every marker of the plan that names an output of an Azure entry."""
    contents: list[Any] = [plan.outputs]
    for entry in plan.entries.values():
        match entry:
            case AzureResource():
                contents += [entry.path, entry.inputs]
            case ChartRelease():
                contents.append(entry.values)
            case _:
                contents.append(entry.manifest)
    return {marker for marker in markers_in(contents) if isinstance(marker, FromAzure)}


def _put(into: dict[str, Any], path: tuple[str | int, ...], value: Any) -> None:
    place: Any = into
    for step, following in pairwise(path):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int):
            place.extend({} for _ in range(step + 1 - len(place)))
            place = place[step]
        else:
            place = place.setdefault(step, empty)
    place[path[-1]] = value
