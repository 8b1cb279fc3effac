"""What Azure fills in: read-only values, defaults, and what it says in another shape than it was told."""

import copy
import uuid
from collections.abc import Callable, Mapping
from typing import Any, cast

from aksgpu_rehearsal.simulated_azure.names import SIMULATED, arm_type, path_names
from aksgpu_rehearsal.simulated_azure.values import UNKNOWN

Values = dict[str, Any]

_WITHOUT_STATE = frozenset(
    {
        "azure-native:authorization:RoleAssignment",
        "azure-native:managedidentity:UserAssignedIdentity",
        "azure-native:managedidentity:FederatedIdentityCredential",
        "azure-native:containerservice:MaintenanceConfiguration",
        "azure-native:monitor:DiagnosticSetting",
        "azure-native:resources:ResourceGroup",
        "azure-native:dashboard:Grafana",
        "azure-native:storage:BlobContainer",
        "azure-native:storage:BlobServiceProperties",
        "azure-native:storage:FileServiceProperties",
    }
)
"""Types without a provisioning state of their own at the top."""

_SECONDS = {
    "azure-native:containerservice:ManagedCluster": 300,
    "azure-native:containerservice:AgentPool": 180,
    "azure-native:network:NatGateway": 30,
    "azure-native:network:PrivateEndpoint": 60,
    "azure-native:privatedns:PrivateZone": 30,
    "azure-native:privatedns:VirtualNetworkLink": 30,
    "azure-native:dashboard:Grafana": 240,
    "azure-native:storage:StorageAccount": 25,
}


def seconds(type_token: str) -> float:
    """About how long Azure takes to make, change or delete a resource of this type. Rough, for scale only."""
    return _SECONDS.get(type_token, 3)


def known_id(*words: str) -> str:
    """A UUID that is the same each time, such as a principal id."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "simulated/" + "/".join(words)))


def filled(type_token: str, id_: str, inputs: Mapping[str, Any], before: Mapping[str, Any], tenant_id: str) -> Values:
    """Outputs of a resource with these inputs. `before` are its outputs until now, empty for a new one."""
    paths = set(path_names(type_token)) - {"name"}
    out: Values = {key: copy.deepcopy(value) for key, value in inputs.items() if key not in paths}
    out["name"] = id_.rsplit("/", 1)[-1]
    if type_token != "azure-native:containerservice:AgentPool":  # whose `type` is a property that the user gives
        out["type"] = arm_type(id_)
    out["azureApiVersion"] = SIMULATED[type_token].api_version
    if type_token not in _WITHOUT_STATE:
        out["provisioningState"] = "Succeeded"
    _fill_identity(out, id_, tenant_id)
    fill = _FILL.get(type_token)
    if fill:
        fill(out, id_, before)
    return out


def preview(inputs: Mapping[str, Any], outputs: Mapping[str, Any], stable: Mapping[str, Any]) -> Values:
    """Outputs as a preview says them: what the inputs say, and unknown for everything that Azure adds.

    `stable` are outputs of the same resource until now: its name and location stay known.
    """
    out = _unknown_where_added(inputs, outputs)
    return out | {name: stable[name] for name in ("name", "location") if name in stable}


def _unknown_where_added(given: Mapping[str, Any], outputs: Mapping[str, Any]) -> Values:
    out: Values = {}
    for key, value in outputs.items():
        if key not in given:
            out[key] = UNKNOWN
        elif isinstance(value, dict) and isinstance(given[key], dict):
            out[key] = _unknown_where_added(given[key], cast(Values, value))
        else:
            out[key] = value
    return out


def _fill_identity(out: Values, id_: str, tenant_id: str) -> None:
    """User-assigned identities are told as a list and come back as a map; a system-assigned one gets a principal."""
    identity = out.get("identity")
    if not isinstance(identity, dict):
        return
    identity = cast(Values, identity)
    listed = identity.get("userAssignedIdentities")
    if isinstance(listed, list):
        identity["userAssignedIdentities"] = {
            one: {"principalId": known_id(one, "principal"), "clientId": known_id(one, "client")}
            for one in cast(list[str], listed)
        }
    if "SystemAssigned" in str(identity.get("type")):
        identity |= {"principalId": known_id(id_, "principal"), "tenantId": tenant_id}


def _identity(out: Values, id_: str, before: Mapping[str, Any]) -> None:
    out["principalId"] = known_id(id_, "principal")
    out["clientId"] = known_id(id_, "client")
    out["tenantId"] = before.get("tenantId") or known_id("tenant")


def _cluster(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    steps = id_.split("/")
    group, name = steps[4], steps[8]
    out.setdefault("nodeResourceGroup", f"MC_{group}_{name}_{out.get('location', 'simulated')}")
    out.setdefault("dnsPrefix", name)
    version = str(out.get("kubernetesVersion", "1.35"))
    out["currentKubernetesVersion"] = version if version.count(".") > 1 else f"{version}.0"
    out["powerState"] = {"code": "Running"}
    out["fqdn"] = f"{out['dnsPrefix']}-simulated.hcp.{out.get('location', 'simulated')}.simulated.example"
    if isinstance(out.get("oidcIssuerProfile"), dict) and out["oidcIssuerProfile"].get("enabled"):
        issuer = f"https://simulated.example/{known_id('tenant')}/{known_id(id_, 'issuer')}/"
        out["oidcIssuerProfile"]["issuerURL"] = issuer
    kubelet = {"resourceId": id_, "clientId": known_id(id_, "kubelet"), "objectId": known_id(id_, "kubelet object")}
    out.setdefault("identityProfile", {"kubeletidentity": kubelet})


def _pool(out: Values, _: str, before: Mapping[str, Any]) -> None:
    out.setdefault("orchestratorVersion", before.get("orchestratorVersion", "1.35"))
    version = str(out["orchestratorVersion"])
    out["currentOrchestratorVersion"] = version if version.count(".") > 1 else f"{version}.0"
    out["powerState"] = {"code": "Running"}
    out["nodeImageVersion"] = "AKSSimulated-202612.01.0"
    out.setdefault("count", out.get("minCount") or 0)
    if out.get("enableAutoScaling") and "count" in before:
        # The count of an autoscaled pool is the autoscaler's; a request only keeps it within new bounds.
        low, high = out.get("minCount") or 0, out.get("maxCount")
        out["count"] = max(low, before["count"] if high is None else min(before["count"], high))


def _address(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    out["ipAddress"] = f"203.0.113.{uuid.uuid5(uuid.NAMESPACE_URL, id_).int % 254 + 1}"


def _account(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    name = id_.rsplit("/", 1)[-1]
    services = ("blob", "dfs", "file", "queue", "table", "web")
    out["primaryEndpoints"] = {one: f"https://{name}.{one}.simulated.example/" for one in services}
    out["primaryLocation"] = out.get("location")
    out["statusOfPrimary"] = "available"


def _workspace(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    out["customerId"] = known_id(id_, "customer")


def _metrics(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    out["accountId"] = known_id(id_, "account")
    out["metrics"] = {"internalId": known_id(id_), "prometheusQueryEndpoint": "https://metrics.simulated.example"}


def _endpoint(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    out["immutableId"] = f"dce-{known_id(id_)}"
    out["logsIngestion"] = {"endpoint": "https://ingest.simulated.example"}
    out["metricsIngestion"] = {"endpoint": "https://metrics.simulated.example"}


def _rule(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    out["immutableId"] = f"dcr-{known_id(id_)}"


def _grafana(out: Values, id_: str, _: Mapping[str, Any]) -> None:
    added = {"endpoint": f"https://{id_.rsplit('/', 1)[-1]}.simulated.example", "provisioningState": "Succeeded"}
    out["properties"] = {**(out.get("properties") or {}), **added}


def _group(out: Values, _: str, __: Mapping[str, Any]) -> None:
    out["properties"] = {"provisioningState": "Succeeded"}


_FILL: Mapping[str, Callable[[Values, str, Mapping[str, Any]], None]] = {
    "azure-native:resources:ResourceGroup": _group,
    "azure-native:managedidentity:UserAssignedIdentity": _identity,
    "azure-native:containerservice:ManagedCluster": _cluster,
    "azure-native:containerservice:AgentPool": _pool,
    "azure-native:network:PublicIPAddress": _address,
    "azure-native:storage:StorageAccount": _account,
    "azure-native:operationalinsights:Workspace": _workspace,
    "azure-native:monitor:AzureMonitorWorkspace": _metrics,
    "azure-native:monitor:DataCollectionEndpoint": _endpoint,
    "azure-native:monitor:DataCollectionRule": _rule,
    "azure-native:dashboard:Grafana": _grafana,
}
