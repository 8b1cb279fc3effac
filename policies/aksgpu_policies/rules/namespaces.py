"""Namespaces of teams."""

from collections.abc import Iterator
from typing import Final

from aksgpu_policies.kinds import NAMESPACE
from aksgpu_policies.reading import first_unknown, read, shown, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

TEAM_LABEL: Final = "aksgpu/team"
ENFORCE: Final = "pod-security.kubernetes.io/enforce"
ALLOWED: Final = ("baseline", "restricted")


@rule(
    "team-namespace-pod-security",
    "A team's namespace enforces Pod Security baseline or restricted: a privileged pod is root on a node that other "
    "teams use too.",
    NAMESPACE,
    severity="high",
)
def team_namespace_pod_security(namespace: Resource) -> Iterator[Finding]:
    """A team's namespace is one with the label aksgpu/team."""
    paths = (("metadata", "labels", TEAM_LABEL), ("metadata", "labels", ENFORCE))
    team, level = (read(namespace.inputs, path) for path in paths)
    if team is None or level in ALLOWED:
        return
    if first_unknown(team, level):
        yield from unknowns(namespace.inputs, *paths)
        return
    said = "enforces no Pod Security level" if level is None else f"enforces Pod Security {shown(level)}"
    yield Violation(
        f"This team's namespace {said}, so its pods can take over the nodes they run on.",
        f"Write the label {ENFORCE}: baseline, or restricted.",
    )
