"""Rules about teams: their namespaces, people and identities."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import owner_of_reserved, team_namespaces
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.model.teams import TeamGroups


def team_has_a_namespace_of_its_own(subject: Subject) -> Iterator[Finding]:
    """No two teams share a namespace: rights, quota and network would be one."""
    first: dict[str, str] = {}
    for team, namespace in team_namespaces(subject.stack).items():
        other = first.setdefault(namespace, team)
        if other != team:
            yield error(
                ("teams", team, *_namespace_key(subject, team)),
                f"teams {other} and {team} both have the namespace {namespace}: they would share rights, limits and "
                "network, and the plan would make it twice.",
                f"Write another namespace for team {team}, for example team-{team}, or make one team of the two.",
            )


def team_namespace_is_not_reserved(subject: Subject) -> Iterator[Finding]:
    """Some namespaces belong to Kubernetes, AKS or the platform."""
    for team, namespace in team_namespaces(subject.stack).items():
        owner = owner_of_reserved(subject.stack, namespace)
        if owner is not None:
            yield error(
                ("teams", team, *_namespace_key(subject, team)),
                f"the namespace {namespace} belongs to {owner}: people of the team could change what runs there, and "
                "the team's network policies would cut it off.",
                f"Write namespace: team-{team}.",
            )


def team_has_people(subject: Subject) -> Iterator[Finding]:
    """A team without groups is the cluster admins' alone."""
    for team, config in subject.stack.teams.items():
        if not any(_named(config.groups)):
            yield note(
                ("teams", team),
                f"team {team} has no groups, so only cluster admins and pipelines reach its namespace.",
                "Write the object ids of its Entra groups under groups.admin, groups.edit or groups.view.",
            )


def team_group_has_one_right(subject: Subject) -> Iterator[Finding]:
    """A group named twice has the widest of its rights, whatever the narrower one says."""
    for team, config in subject.stack.teams.items():
        widest: dict[str, str] = {}
        for right, index, group in _named(config.groups):
            wider = widest.get(group)
            widest.setdefault(group, right)
            if wider is None:
                continue
            again = (
                "twice here"
                if wider == right
                else f"under {wider} too, so its people have {wider} whatever it says here"
            )
            yield warning(
                ("teams", team, "groups", right, index),
                f"the group {group} is named {again}.",
                "Take it out here." if wider == right else f"Take it out here, or from groups.{wider}.",
            )


def pod_security_keeps_teams_apart(subject: Subject) -> Iterator[Finding]:
    """A privileged pod can be the node."""
    for team, config in subject.stack.teams.items():
        path = ("teams", team, "podSecurity")
        if config.pod_security == "privileged":
            yield warning(
                path,
                f"pods of team {team} may run privileged or in the node's network. Such a pod can read other teams' "
                "volumes, and the node's identity from instance metadata, and no network policy stops it.",
                "Write podSecurity: baseline. Pods need no privileges to use GPUs.",
            )
        if config.pod_security == "restricted":
            yield note(
                path,
                f"podSecurity restricted refuses images of team {team} that run as root, as many GPU images do, and "
                "pods that ask for IPC_LOCK, as RDMA jobs do.",
                "If jobs are refused, build their images for another user than root, or write podSecurity: baseline.",
            )


def workload_identity_has_an_issuer(subject: Subject) -> Iterator[Finding]:
    """Signing in without a secret needs the cluster's OIDC issuer and AKS's webhook."""
    missing = {
        "oidcIssuer": subject.facts.oidc_issuer,
        "workloadIdentity": subject.facts.workload_identity,
    }
    off = [name for name, on in missing.items() if not on]
    teams = [team for team, config in subject.stack.teams.items() if config.workload_identity]
    if off and teams:
        verb = "are" if len(off) > 1 else "is"
        yield error(
            ("cluster", "existing", "facts", off[0]),
            f"{' and '.join(off)} {verb} off on this cluster, so pods of {', '.join(teams)} cannot sign in as their "
            "team's identity.",
            "Have the cluster's owner switch it on (`az aks update --enable-oidc-issuer --enable-workload-identity`) "
            "and write true here, or write workloadIdentity: false for these teams.",
        )


def _namespace_key(subject: Subject, team: str) -> tuple[str, ...]:
    return ("namespace",) if subject.stack.teams[team].namespace else ()


def _named(groups: TeamGroups) -> Iterator[tuple[str, int, str]]:
    """Every group as it is named: right, widest first, place in its list, and id in lower case."""
    for right, ids in (("admin", groups.admin), ("edit", groups.edit), ("view", groups.view)):
        yield from ((right, index, group.lower()) for index, group in enumerate(ids))


RULES = (
    team_has_a_namespace_of_its_own,
    team_namespace_is_not_reserved,
    team_has_people,
    team_group_has_one_right,
    pod_security_keeps_teams_apart,
    workload_identity_has_an_issuer,
)
