"""What one namespace may hold, and what a container asks for that asks for nothing."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.config.model.teams import LimitRange
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy.namespaces import namespace_key

NAME = "team"


def limits(subject: Subject, team: str) -> Iterator[KubernetesObject]:
    """The team's ResourceQuota and LimitRange, where it wants them."""
    config, name = subject.stack.teams[team], namespace_of(subject.stack, team)
    if config.resource_quota:
        yield _in_namespace(name, "ResourceQuota", {"hard": dict(sorted(config.resource_quota.items()))})
    if config.limit_range is not None:
        yield _in_namespace(name, "LimitRange", {"limits": [_container_limits(config.limit_range)]})


def _in_namespace(name: str, kind: str, spec: dict[str, object]) -> KubernetesObject:
    manifest = {"apiVersion": "v1", "kind": kind, "metadata": {"name": NAME, "namespace": name}, "spec": spec}
    return KubernetesObject(object_key(manifest), manifest, after=(namespace_key(name),))


def _container_limits(config: LimitRange) -> dict[str, object]:
    most = {"cpu": config.max_cpu, "memory": config.max_memory}
    given = {resource: quantity for resource, quantity in most.items() if quantity is not None}
    out: dict[str, object] = {
        "type": "Container",
        "defaultRequest": {"cpu": config.default_cpu, "memory": config.default_memory},
    }
    # Kubernetes itself takes `max` for the limit of a container that gives none.
    return out | ({"max": given} if given else {})
