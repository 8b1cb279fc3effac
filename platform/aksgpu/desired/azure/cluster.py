"""The AKS cluster: made by the stack with one small system pool, or looked up where somebody else made it."""

import ipaddress
from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.approvals import protected
from aksgpu.desired.azure import names
from aksgpu.desired.azure.autoscaler_profile import autoscaler_profile
from aksgpu.desired.azure.cluster_access import api_server_access, sign_in
from aksgpu.desired.azure.cluster_add_ons import add_ons
from aksgpu.desired.azure.existing_cluster import existing_cluster
from aksgpu.desired.azure.identities import admin_roles, before_cluster, identities
from aksgpu.desired.azure.maintenance import maintenance
from aksgpu.desired.azure.system_pool import system_pool
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.azure.version_start import version_is_a_start
from aksgpu.desired.entries import AzureResource, Part
from aksgpu.desired.markers import FromAzure

CREATE_ONLY = (
    "location",
    "dnsPrefix",
    "nodeResourceGroup",
    "diskEncryptionSetID",
    "networkProfile.networkPlugin",
    "networkProfile.networkPluginMode",
    "networkProfile.networkDataplane",
    "networkProfile.networkPolicy",
    "networkProfile.podCidr",
    "networkProfile.serviceCidr",
    "networkProfile.dnsServiceIP",
    "networkProfile.outboundType",
)
"""What replaces the cluster when it changes: the provider's own list (pulumi-azure-native, replacement.go)."""

CREATE_ONLY_WITHOUT_VNET_INTEGRATION = (
    "apiServerAccessProfile.enablePrivateCluster",
    "apiServerAccessProfile.privateDNSZone",
)
"""AKS takes no change of these, unless the API server is in a subnet of its own (aks docs, private-clusters)."""

_CREATE_ONLY_PUBLIC_OR_PRIVATE = (*CREATE_ONLY, *CREATE_ONLY_WITHOUT_VNET_INTEGRATION)

OUTBOUND_TYPES = {
    "loadBalancer": "loadBalancer",
    "natGateway": "userAssignedNATGateway",
    "userDefinedRouting": "userDefinedRouting",
    "none": "none",
}


def parts(subject: Subject) -> Iterator[Part]:
    """The part `cluster`: the cluster with its identities and windows, or the look-up of an existing one."""
    created = subject.stack.cluster.create
    if created is None:
        yield Part("cluster", "Cluster", (existing_cluster(subject),))
    else:
        before, after = identities(subject, created), (*admin_roles(subject, created), *maintenance(subject, created))
        yield Part("cluster", "Cluster", (*before, _cluster(subject, created), *after))


def _cluster(subject: Subject, cluster: NewCluster) -> AzureResource:
    inputs: dict[str, Any] = {
        "location": subject.stack.region,
        "tags": tags(subject),
        "sku": {"name": cluster.sku, "tier": cluster.tier},
        "supportPlan": cluster.support_plan,
        "kubernetesVersion": subject.facts.kubernetes_version,
        "dnsPrefix": names.dns_prefix(subject),
        "nodeResourceGroup": names.node_resource_group(subject),
        "identity": {"type": "UserAssigned", "userAssignedIdentities": [FromAzure("identity-cluster", "id")]},
        "identityProfile": {"kubeletidentity": _kubelet_identity()},
        **sign_in(cluster),
        "apiServerAccessProfile": api_server_access(subject, cluster),
        "networkProfile": _network_profile(cluster),
        "agentPoolProfiles": [system_pool(subject, cluster)],
        "autoScalerProfile": autoscaler_profile(subject),
        "autoUpgradeProfile": {
            "upgradeChannel": cluster.upgrades.channel,
            "nodeOSUpgradeChannel": cluster.upgrades.node_os_channel,
        },
        **add_ons(subject, cluster),
    }
    if subject.stack.compliance.disk_encryption_set:
        inputs["diskEncryptionSetID"] = subject.stack.compliance.disk_encryption_set
    if cluster.network.outbound == "none" and cluster.bootstrap_registry:
        inputs["bootstrapProfile"] = {"artifactSource": "Cache", "containerRegistryId": cluster.bootstrap_registry}
    return AzureResource(
        key="cluster",
        type="azure-native:containerservice:ManagedCluster",
        path={"resourceGroupName": subject.facts.resource_group, "resourceName": subject.facts.name},
        inputs=inputs,
        after=before_cluster(subject, cluster),
        scarce=True,
        protect=protected(subject, "cluster"),
        # Nothing inside agentPoolProfiles: docs/decisions/0012-inline-system-pool.md says why.
        ignore_changes=("kubernetesVersion",) if version_is_a_start(subject) else (),
        create_only=CREATE_ONLY if cluster.api_server.subnet_prefix else _CREATE_ONLY_PUBLIC_OR_PRIVATE,
    )


def _kubelet_identity() -> dict[str, FromAzure]:
    return {
        "resourceId": FromAzure("identity-kubelet", "id"),
        "clientId": FromAzure("identity-kubelet", "clientId"),
        "objectId": FromAzure("identity-kubelet", "principalId"),
    }


def _network_profile(cluster: NewCluster) -> dict[str, Any]:
    network = cluster.network
    return {
        "networkPlugin": "azure",
        "networkPluginMode": "overlay",
        "networkDataplane": network.dataplane,
        "networkPolicy": network.policy,
        "podCidr": network.pod_cidr,
        "serviceCidr": network.service_cidr,
        "dnsServiceIP": dns_service_ip(network.service_cidr),
        "loadBalancerSku": "standard",
        "outboundType": OUTBOUND_TYPES[network.outbound],
    }


def dns_service_ip(service_cidr: str) -> str:
    """Address of the cluster's DNS service: the tenth of the Service range, as AKS itself chooses it."""
    return str(ipaddress.IPv4Network(service_cidr).network_address + 10)
