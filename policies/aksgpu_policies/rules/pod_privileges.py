"""Pods with the rights of their node."""

from collections.abc import Iterator
from typing import Any

from aksgpu_policies.kinds import POD_KINDS
from aksgpu_policies.places import containers, namespace_of, pod_specs
from aksgpu_policies.reading import elements, read, shown
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

PLATFORM = frozenset({"gpu-operator", "node-feature-discovery", "kube-system"})
"""Namespaces whose work is the node itself."""

HOST = ("hostNetwork", "hostPID", "hostIPC")


@rule(
    "no-privileged-pods",
    "Outside the namespaces that look after nodes, no pod is privileged or shares its node's network, processes or "
    "files.",
    *POD_KINDS,
    severity="critical",
)
def no_privileged_pods(workload: Resource) -> Iterator[Finding]:
    """Pods that a chart makes are not seen here: Pod Security levels hold those."""
    namespace = namespace_of(workload)
    if not isinstance(namespace, Unknown) and namespace in PLATFORM:
        return
    for found in (right for spec in pod_specs(workload) for right in _rights(spec)):
        if isinstance(found, CouldNotJudge):
            yield found
        elif isinstance(namespace, Unknown):
            yield CouldNotJudge.at(f"The namespace of a pod that {found}", namespace)
        else:
            yield Violation(
                f"A pod of {namespace} {found}, so it has the rights of its node.",
                "Take that out, or move the pod to a namespace that looks after nodes.",
            )


def _rights(spec: Any) -> Iterator[str | CouldNotJudge]:
    """What gives a pod its node's rights, for the middle of a sentence; or what is not known yet."""
    if isinstance(spec, Unknown):
        yield CouldNotJudge.at("The pod's spec", spec)
        return
    for field in HOST:
        yield from _if_set(read(spec, field), field, f"has {field}")
    for volume in elements(spec, "volumes"):
        mounted = read(volume, "hostPath")
        path = shown(read(mounted, "path"))
        yield from _if_set(
            mounted if mounted is None or isinstance(mounted, Unknown) else True,
            "A volume",
            f"mounts {path} of the node",
        )
    for container in containers(spec):
        name = shown(read(container, "name"))
        value = read(container, "securityContext.privileged")
        yield from _if_set(value, f"privileged of container {name}", f"has the privileged container {name}")


def _if_set(value: Any, what: str, right: str) -> Iterator[str | CouldNotJudge]:
    if isinstance(value, Unknown):
        yield CouldNotJudge.at(what, value)
    elif value is True:
        yield right
