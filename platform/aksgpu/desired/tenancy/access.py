"""Who may do what in a team's namespace, as Kubernetes RoleBindings.

On AKS Azure RBAC and Kubernetes RBAC count side by side: what either allows is allowed (AKS docs,
concepts-cluster-authorization.md, 2026-04-19). So each right is granted in one of
them only. With Azure RBAC, Azure role assignments on the namespace grant the built-in kinds (azure_access.py); its
built-in roles know no custom resources (entra-id-authorization.md), so Kueue's own roles are bound here in both cases.
"""

from collections.abc import Iterator, Mapping

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.config.model.teams import TeamGroups
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.namespaces import namespace_key

QUEUE_USER_ROLE = "kueue-batch-user-role"
"""Kueue 0.19.2, charts/kueue/templates/rbac: job kinds to edit; LocalQueues, Workloads and waiting jobs to see.

`kueue-batch-admin-role` is not for teams: it edits LocalQueues and Workloads, so it could point a queue elsewhere.
"""

QUEUE_VIEWER_ROLES = {
    "queue-viewer": "kueue-localqueue-viewer-role",
    "workload-viewer": "kueue-workload-viewer-role",
    "pending-workload-viewer": "kueue-pending-workloads-lq-viewer-role",
}
"""The same chart's parts for people who only look. They flow into Kubernetes' `view` role by themselves."""

RIGHTS = ("admin", "edit", "view")


def groups_by_right(groups: TeamGroups) -> Mapping[str, tuple[str, ...]]:
    """Entra groups of a team by right, lower case, each once; rights without groups are left out."""
    given = {"admin": groups.admin, "edit": groups.edit, "view": groups.view}
    return {right: tuple(dict.fromkeys(each.lower() for each in ids)) for right, ids in given.items() if ids}


def role_bindings(subject: Subject, team: str) -> Iterator[KubernetesObject]:
    """The team's RoleBindings. Names are fixed; the role of a binding cannot be edited, so it replaces."""
    config, azure = subject.stack.teams[team], subject.facts.azure_rbac
    groups = groups_by_right(config.groups)
    name = namespace_of(subject.stack, team)
    if not azure:
        for right, ids in groups.items():
            yield _binding(name, f"team-{right}", right, ids)
    if config.queue is None:
        return
    users = tuple(dict.fromkeys((*groups.get("admin", ()), *groups.get("edit", ()))))
    if users:
        yield _binding(name, "queue-user", QUEUE_USER_ROLE, users, after="chart-kueue")
    if azure and "view" in groups:
        for binding, role in QUEUE_VIEWER_ROLES.items():
            yield _binding(name, binding, role, groups["view"], after="chart-kueue")


def _binding(namespace: str, name: str, role: str, ids: tuple[str, ...], *, after: str = "") -> KubernetesObject:
    api_group = "rbac.authorization.k8s.io"
    manifest = {
        "apiVersion": f"{api_group}/v1",
        "kind": "RoleBinding",
        "metadata": {"name": name, "namespace": namespace},
        "roleRef": {"apiGroup": api_group, "kind": "ClusterRole", "name": role},
        "subjects": [{"apiGroup": api_group, "kind": "Group", "name": each} for each in ids],
    }
    before = tuple(key for key in (namespace_key(namespace), after) if key)
    return KubernetesObject(object_key(manifest), manifest, after=before, replace_on_changes=("roleRef",))
