"""A cluster that somebody else made: where it is, and what the stack says of it."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import AzureResource

_OFF = (None, False, "none", "")
_DEFAULTS = {
    "networkProfile.networkDataplane": "azure",
    "autoScalerProfile.maxNodeProvisionTime": "15m",
    "autoScalerProfile.skipNodesWithLocalStorage": "false",
    "storageProfile.fileCSIDriver.enabled": True,
    "storageProfile.diskCSIDriver.enabled": True,
    "storageProfile.snapshotController.enabled": True,
}
"""What AKS means where it returns nothing."""


def existing_cluster(subject: Subject) -> AzureResource:
    """The look-up. Its inputs are output paths of the cluster with the values that the stack declares."""
    return AzureResource(
        key="cluster",
        type="azure-native:containerservice:ManagedCluster",
        path={"resourceGroupName": subject.facts.resource_group, "resourceName": subject.facts.name},
        inputs=dict(_declared(subject)),
        read=True,
    )


def differs(path: str, declared: Any, found: Any) -> bool:
    """Whether what Azure returns contradicts what the stack declares at this output path.

    What Azure leaves out has AKS's default, or is off. A declared Kubernetes minor is met by each of its patches; ids
    are compared without regard to case.
    """
    if found is None:
        found = _DEFAULTS.get(path)
    if declared in _OFF and found in _OFF:
        return False
    if path == "currentKubernetesVersion":
        return found != declared and not str(found).startswith(f"{declared}.")
    return str(declared).casefold() != str(found).casefold()


def _declared(subject: Subject) -> Iterator[tuple[str, Any]]:
    facts = subject.facts
    yield "location", subject.stack.region
    yield "currentKubernetesVersion", facts.kubernetes_version
    yield "networkProfile.networkPluginMode", facts.network_plugin_mode
    yield "networkProfile.networkDataplane", facts.network_dataplane
    yield "networkProfile.networkPolicy", facts.network_policy
    if facts.pod_cidr is not None:
        yield "networkProfile.podCidr", facts.pod_cidr
    yield "networkProfile.serviceCidr", facts.service_cidr
    yield "apiServerAccessProfile.enablePrivateCluster", facts.private
    yield "apiServerAccessProfile.enableVnetIntegration", facts.api_server_subnet is not None
    if facts.node_subnet is not None:
        yield "agentPoolProfiles[0].vnetSubnetID", facts.node_subnet
    yield "aadProfile.managed", facts.entra
    yield "aadProfile.enableAzureRBAC", facts.azure_rbac
    yield "disableLocalAccounts", not facts.local_accounts
    yield "oidcIssuerProfile.enabled", facts.oidc_issuer
    yield "securityProfile.workloadIdentity.enabled", facts.workload_identity
    yield "identity.type", "UserAssigned" if facts.user_assigned_identity else "SystemAssigned"
    yield "storageProfile.blobCSIDriver.enabled", facts.csi_drivers.blob
    yield "storageProfile.fileCSIDriver.enabled", facts.csi_drivers.file
    yield "storageProfile.diskCSIDriver.enabled", facts.csi_drivers.disk
    yield "storageProfile.snapshotController.enabled", facts.csi_drivers.snapshots
    yield "azureMonitorProfile.metrics.enabled", facts.managed_prometheus
    yield "autoScalerProfile.maxNodeProvisionTime", f"{facts.max_node_provision_minutes}m"
    yield "autoScalerProfile.skipNodesWithLocalStorage", "true" if facts.skip_nodes_with_local_storage else "false"
