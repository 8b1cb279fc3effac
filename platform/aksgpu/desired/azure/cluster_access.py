"""Who signs in to the cluster, and from where its API is reached."""

from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure.network import outbound_address_keys
from aksgpu.desired.azure.subnets import api_server_subnet
from aksgpu.desired.markers import FromAzure, Joined, Marker


def sign_in(cluster: NewCluster) -> dict[str, Any]:
    """Entra ID, Azure RBAC and static credentials."""
    profile: dict[str, Any] = {
        "managed": True,
        "enableAzureRBAC": cluster.azure_rbac,
        "adminGroupObjectIDs": list(cluster.entra.admin_groups),
    }
    if cluster.entra.tenant_id:
        profile["tenantID"] = cluster.entra.tenant_id
    return {"aadProfile": profile, "enableRBAC": True, "disableLocalAccounts": not cluster.local_accounts}


def api_server_access(subject: Subject, cluster: NewCluster) -> dict[str, Any]:
    """Private cluster, authorised ranges and VNet integration."""
    api = cluster.api_server
    access: dict[str, Any] = {"enablePrivateCluster": api.private}
    if api.private:
        access["privateDNSZone"] = api.private_dns_zone
        # Without a zone the public name is the only one left (aks docs, private-clusters).
        access["enablePrivateClusterPublicFQDN"] = api.private_dns_zone == "none"
    elif api.authorized_ranges:
        access["authorizedIPRanges"] = [*api.authorized_ranges, *_own_outbound_ranges(subject)]
    subnet = api_server_subnet(subject)
    if subnet is not None:
        access |= {"enableVnetIntegration": True, "subnetId": subnet}
    return access


def _own_outbound_ranges(subject: Subject) -> list[Marker]:
    """Where the nodes themselves come from: with a NAT gateway of one's own, AKS does not add it by itself.

    Under VNet integration they reach the API server inside the network.
    """
    if api_server_subnet(subject) is not None:
        return []
    return [Joined((FromAzure(key, "ipAddress"), "/32")) for key in outbound_address_keys(subject)]
