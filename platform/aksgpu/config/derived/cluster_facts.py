"""What is true of the cluster, whether the stack makes it or somebody else did. All rules read this."""

from dataclasses import dataclass
from datetime import date

from aksgpu.catalogue.kubernetes_versions import newest_generally_available
from aksgpu.config.model.cluster import CsiDrivers, ExistingCluster, NewCluster
from aksgpu.config.model.stack import StackConfig


@dataclass(frozen=True, slots=True)
class ClusterFacts:
    """Facts of one cluster. `ours` is True where the stack makes it."""

    ours: bool
    name: str
    resource_group: str
    kubernetes_version: str
    """As given, or the default: a minor ("1.36") or a patch ("1.36.2")."""

    network_plugin_mode: str
    network_dataplane: str
    network_policy: str
    pod_cidr: str | None
    service_cidr: str
    private: bool
    api_server_subnet: str | None
    """CIDR of the API server's subnet under VNet integration."""

    node_subnet: str | None
    """ARM id of an existing node subnet; None where the stack or AKS makes it."""

    local_dns: bool
    entra: bool
    local_accounts: bool
    azure_rbac: bool
    oidc_issuer: bool
    workload_identity: bool
    user_assigned_identity: bool
    csi_drivers: CsiDrivers
    managed_prometheus: bool
    max_node_provision_minutes: int
    skip_nodes_with_local_storage: bool

    @property
    def minor(self) -> str:
        """The Kubernetes minor, for example "1.36"."""
        return ".".join(self.kubernetes_version.split(".")[:2])

    @property
    def minor_number(self) -> int:
        """The number after the "1.", for comparisons: 36 for "1.36.2"; 0 where the version is not readable."""
        parts = self.kubernetes_version.split(".")
        return int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() else 0

    def at_least(self, minor: str) -> bool:
        """Whether the cluster runs this Kubernetes minor or a later one."""
        return self.minor_number >= int(minor.split(".")[1])


OPERATOR_DRIVER_PROVISION_MINUTES = 25
"""A node whose driver the operator installs needs this long (field case F50, and the driver's 20-minute probe)."""


def cluster_facts(stack: StackConfig, today: date) -> ClusterFacts:
    """The facts of the stack's cluster. A stack with neither `create` nor `existing` is refused before this."""
    if stack.cluster.existing is not None:
        return _existing(stack.cluster.existing)
    assert stack.cluster.create is not None
    return _created(stack, stack.cluster.create, today)


def _existing(cluster: ExistingCluster) -> ClusterFacts:
    facts = cluster.facts
    return ClusterFacts(
        ours=False,
        name=cluster.name,
        resource_group=cluster.resource_group,
        kubernetes_version=facts.kubernetes_version,
        network_plugin_mode=facts.network_plugin_mode,
        network_dataplane=facts.network_dataplane,
        network_policy=facts.network_policy,
        pod_cidr=facts.pod_cidr,
        service_cidr=facts.service_cidr,
        private=facts.private,
        api_server_subnet=facts.api_server_subnet,
        node_subnet=facts.node_subnet,
        local_dns=True,  # not ours to know, and the rules for both cases do no harm
        entra=facts.entra,
        local_accounts=facts.local_accounts,
        azure_rbac=facts.azure_rbac,
        oidc_issuer=facts.oidc_issuer,
        workload_identity=facts.workload_identity,
        user_assigned_identity=facts.identity == "UserAssigned",
        csi_drivers=facts.csi_drivers,
        managed_prometheus=facts.managed_prometheus,
        max_node_provision_minutes=facts.max_node_provision_minutes,
        skip_nodes_with_local_storage=facts.skip_nodes_with_local_storage,
    )


def _created(stack: StackConfig, cluster: NewCluster, today: date) -> ClusterFacts:
    given = stack.autoscaler.max_node_provision_time
    default = OPERATOR_DRIVER_PROVISION_MINUTES if stack.gpu_software.driver_owner == "operator" else 15
    return ClusterFacts(
        ours=True,
        name=cluster.name,
        resource_group=cluster.resource_group or f"rg-{cluster.name}",
        kubernetes_version=cluster.kubernetes_version or newest_generally_available(today).minor,
        network_plugin_mode="overlay",
        network_dataplane=cluster.network.dataplane,
        network_policy=cluster.network.policy,
        pod_cidr=cluster.network.pod_cidr,
        service_cidr=cluster.network.service_cidr,
        private=cluster.api_server.private,
        api_server_subnet=cluster.api_server.subnet_prefix,
        node_subnet=cluster.network.existing_subnet,
        local_dns=cluster.network.local_dns == "Required",
        entra=True,
        local_accounts=cluster.local_accounts,
        azure_rbac=cluster.azure_rbac,
        oidc_issuer=True,
        workload_identity=True,
        user_assigned_identity=True,
        csi_drivers=cluster.csi_drivers,
        managed_prometheus=stack.monitoring.managed_prometheus,
        max_node_provision_minutes=int(given.removesuffix("m")) if given else default,
        skip_nodes_with_local_storage=stack.autoscaler.skip_nodes_with_local_storage,
    )
