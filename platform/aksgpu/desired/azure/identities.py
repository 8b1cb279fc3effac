"""The cluster's two identities: what the control plane acts as, and what the nodes pull images as."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.cluster_roles import cluster_identity_roles
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure


def identities(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """Both identities, and the roles of the cluster's own. What comes first in `before_cluster` is among them."""
    yield _identity(subject, "cluster")
    yield _identity(subject, "kubelet")
    yield from cluster_identity_roles(subject, cluster)
    yield from _pull_rights(subject, cluster)


def before_cluster(subject: Subject, cluster: NewCluster) -> tuple[str, ...]:
    """Keys of what must exist before the cluster is made: AKS checks these rights, and its nodes need the way out."""
    keys = [role.key for role in cluster_identity_roles(subject, cluster)]
    if cluster.network.outbound == "none" and cluster.bootstrap_registry:
        keys.append(_pull_key(cluster.bootstrap_registry))
        if cluster.network.existing_subnet is None:
            keys += ["dns-group-registry", "dns-link-registry"]
    return tuple(keys)


def admin_roles(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """What the admin groups need: to fetch the kubeconfig and, with Azure RBAC, to administer what is inside."""
    wanted = {"user": "Azure Kubernetes Service Cluster User Role"}
    if cluster.azure_rbac:
        wanted["admin"] = "Azure Kubernetes Service RBAC Cluster Admin"
    for group in dict.fromkeys(group.lower() for group in cluster.entra.admin_groups):
        for what, role in wanted.items():
            key = f"role-group-{group}-cluster-{what}"
            yield role_assignment(subject, key, ids.cluster_id(subject), role, group, after=("cluster",), group=True)


def _identity(subject: Subject, role: str) -> AzureResource:
    return AzureResource(
        key=f"identity-{role}",
        type="azure-native:managedidentity:UserAssignedIdentity",
        path={"resourceGroupName": subject.facts.resource_group, "resourceName": names.identity(subject, role)},
        inputs={"location": subject.stack.region, "tags": tags(subject)},
        after=("resource-group",),
        create_only=("location",),
    )


def _pull_rights(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    registries = [*cluster.registries, *([cluster.bootstrap_registry] if cluster.bootstrap_registry else [])]
    by_key = {_pull_key(registry): registry for registry in registries}
    for key, registry in by_key.items():
        yield role_assignment(subject, key, registry, "AcrPull", FromAzure("identity-kubelet", "principalId"))


def _pull_key(registry: str) -> str:
    return f"role-kubelet-{ids.last_name(registry).lower()}-pull"
