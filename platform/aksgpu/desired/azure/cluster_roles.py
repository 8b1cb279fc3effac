"""What the cluster's identity may do, on exactly the resources that AKS touches with it."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.azure.storage_access import makes_private_endpoints
from aksgpu.desired.azure.subnets import api_server_subnet_id, makes_network, node_subnet_id, virtual_network_id
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

CLUSTER_IDENTITY = FromAzure("identity-cluster", "principalId")


def cluster_identity_roles(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """All of its assignments. The cluster comes after them, since AKS checks them when it is made."""
    yield role_assignment(
        subject,
        "role-cluster-kubelet-operator",
        ids.identity_id(subject, names.identity(subject, "kubelet")),
        "Managed Identity Operator",
        CLUSTER_IDENTITY,
        after=("identity-kubelet",),
    )
    yield from _network_roles(subject)
    yield from _private_dns_roles(subject, cluster)
    yield from _capacity_roles(subject)
    key_set = subject.stack.compliance.disk_encryption_set
    if key_set:
        yield role_assignment(subject, "role-cluster-disk-encryption-reader", key_set, "Reader", CLUSTER_IDENTITY)


def _network_roles(subject: Subject) -> Iterator[AzureResource]:
    own = makes_network(subject)
    nodes, api_server = node_subnet_id(subject), api_server_subnet_id(subject)
    if nodes:
        yield _network_role(subject, "role-cluster-subnet-nodes-network", nodes, "subnet-nodes" if own else "")
    if api_server:
        yield _network_role(subject, "role-cluster-subnet-api-server-network", api_server, "subnet-api-server")
    network = virtual_network_id(subject)
    if network and makes_private_endpoints(subject):
        # The storage drivers put their private endpoints and DNS zones beside the virtual network.
        group = ids.group_of(network)
        yield _network_role(subject, "role-cluster-vnet-group-network", group, "resource-group" if own else "")


def _network_role(subject: Subject, key: str, scope: str, made_by: str) -> AzureResource:
    after = (made_by,) if made_by else ()
    return role_assignment(subject, key, scope, "Network Contributor", CLUSTER_IDENTITY, after=after)


def _private_dns_roles(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """An own zone: AKS writes the API server's name into it and links it (aks docs, private-clusters)."""
    zone = cluster.api_server.private_dns_zone
    if not cluster.api_server.private or zone in ("system", "none"):
        return
    yield role_assignment(subject, "role-cluster-dns-zone", zone, "Private DNS Zone Contributor", CLUSTER_IDENTITY)
    network = virtual_network_id(subject)
    if network:
        made_by = "vnet" if makes_network(subject) else ""
        yield _network_role(subject, "role-cluster-vnet-network", network, made_by)


def _capacity_roles(subject: Subject) -> Iterator[AzureResource]:
    """Contributor on the group of each capacity reservation (aks docs, use-capacity-reservation-groups)."""
    reservations = [pool.capacity_reservation_group for pool in subject.stack.gpu_pools.values()]
    groups = {ids.group_of(one).lower(): ids.group_of(one) for one in reservations if one}
    own = ids.subscription_id(subject).lower()
    for lowered, group in groups.items():
        elsewhere = "" if lowered.startswith(f"{own}/") else f"-{lowered.split('/')[2]}"
        key = f"role-cluster-capacity-{ids.last_name(lowered)}{elsewhere}"
        yield role_assignment(subject, key, group, "Contributor", CLUSTER_IDENTITY)
