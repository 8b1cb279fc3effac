"""What Azure itself must allow a team's people: to fetch the cluster's address, and with Azure RBAC all the rest."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.azure import ids
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.tenancy.access import groups_by_right

CLUSTER_USER = "Azure Kubernetes Service Cluster User Role"
NAMESPACE_ROLES = {
    "admin": "Azure Kubernetes Service RBAC Admin",
    "edit": "Azure Kubernetes Service RBAC Writer",
    "view": "Azure Kubernetes Service RBAC Reader",
}
"""On `<cluster id>/namespaces/<name>` (AKS docs, entra-id-authorization.md)."""


def cluster_users(subject: Subject) -> Iterator[AzureResource]:
    """The right to fetch a kubeconfig, once for each group of any team.

    Azure takes one assignment for each group, role and scope, so teams that share a group share it too, and the
    cluster's own admin groups have it already.
    """
    created = subject.stack.cluster.create
    admins = {group.lower() for group in created.entra.admin_groups} if created else set[str]()
    for group in sorted(_all_groups(subject) - admins):
        key = f"role-group-{group}-cluster-user"
        scope = ids.cluster_id(subject)
        yield role_assignment(subject, key, scope, CLUSTER_USER, group, after=("cluster",), group=True)


def namespace_roles(subject: Subject, team: str) -> Iterator[AzureResource]:
    """With Azure RBAC, the team's rights in its namespace; else none, RoleBindings then do it (access.py)."""
    if not subject.facts.azure_rbac:
        return
    scope = f"{ids.cluster_id(subject)}/namespaces/{namespace_of(subject.stack, team)}"
    for right, groups in groups_by_right(subject.stack.teams[team].groups).items():
        for group in groups:
            key = f"role-team-{team}-{right}-{group}"
            role = NAMESPACE_ROLES[right]
            yield role_assignment(subject, key, scope, role, group, after=("cluster",), group=True)


def _all_groups(subject: Subject) -> set[str]:
    rights = (groups_by_right(team.groups) for team in subject.stack.teams.values())
    return {group for groups in rights for ids in groups.values() for group in ids}
