"""Where Kubernetes objects stand, and the pods in them."""

from collections.abc import Iterator
from typing import Any

from aksgpu_policies.reading import elements, read
from aksgpu_policies.resource import Resource, Unknown

_SPEC_PATHS = {"core:Pod": "spec", "batch:CronJob": "spec.jobTemplate.spec.template.spec"}
CONTAINERS = ("containers", "initContainers", "ephemeralContainers")


def namespace_of(resource: Resource) -> str | Unknown:
    """The namespace of an object: `default` where it names none."""
    found = read(resource.inputs, "metadata.namespace")
    return found if isinstance(found, Unknown) else "default" if found is None else str(found)


def pod_spec(resource: Resource) -> Any:
    """The pod spec of one of the POD_KINDS: what `read` gives for it."""
    return read(resource.inputs, _SPEC_PATHS.get(resource.kind, "spec.template.spec"))


def containers(spec: Any) -> Iterator[Any]:
    """Every container of a pod spec, init containers included; Unknown for those that are not known yet."""
    if isinstance(spec, Unknown):
        yield spec
        return
    for field in CONTAINERS:
        yield from elements(spec, field)
