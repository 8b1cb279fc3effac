"""Rules about the namespaces that the platform keeps for itself."""

import re
from collections.abc import Iterator

from aksgpu.config.derived.metrics_namespace import METRICS_NAMESPACE
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import (
    KUEUE_NAMESPACE,
    NODE_FEATURE_DISCOVERY_NAMESPACE,
    owner_of_reserved,
    team_namespaces,
)
from aksgpu.config.finding import Finding, error


def operator_has_a_namespace_of_its_own(subject: Subject) -> Iterator[Finding]:
    """The GPU Operator's namespace is privileged, so nothing else lives in it (field case F09)."""
    namespace = subject.stack.gpu_software.operator.namespace
    path = ("gpuSoftware", "operator", "namespace")
    taken = {
        KUEUE_NAMESPACE: "Kueue",
        NODE_FEATURE_DISCOVERY_NAMESPACE: "Node Feature Discovery",
        METRICS_NAMESPACE: "the platform's metrics token",
    }
    owner = taken.get(namespace) or owner_of_reserved(subject.stack, namespace)
    if not re.fullmatch(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", namespace):
        yield error(
            path,
            f"{namespace!r} is not a namespace: Kubernetes takes at most 63 lower-case letters, digits and hyphens, "
            "with a letter or digit at both ends.",
            "Write for example gpu-operator, or leave it out.",
        )
    elif owner is not None and owner != "the GPU Operator":
        yield error(
            path,
            f"the namespace {namespace} belongs to {owner}, and the GPU Operator needs one that lets privileged pods "
            "in.",
            "Leave namespace out for gpu-operator.",
        )


def metrics_namespace_is_free(subject: Subject) -> Iterator[Finding]:
    """The namespace of the metrics token belongs to no team."""
    for team, namespace in team_namespaces(subject.stack).items():
        if namespace == METRICS_NAMESPACE:
            given = subject.stack.teams[team].namespace is not None
            yield error(
                ("teams", team, "namespace") if given else ("teams", team),
                f"the namespace {namespace} holds the token that metrics are read with, and the collector may read "
                "every Secret in it, so it would read the team's too.",
                f"Leave namespace out for {team}, or write another."
                if given
                else "Write a namespace for this team, for example namespace: monitoring-team.",
            )
