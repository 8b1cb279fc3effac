"""Where Kubernetes objects stand, and the pods in them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from aksgpu_policies.kinds import BUILT_IN_PODS, HELM_KINDS
from aksgpu_policies.reading import elements, read
from aksgpu_policies.resource import Resource, Unknown

_SPEC_PATHS = {
    "core:Pod": "spec",
    "core:PodTemplate": "template.spec",
    "batch:CronJob": "spec.jobTemplate.spec.template.spec",
}
CONTAINERS = ("containers", "initContainers", "ephemeralContainers")


def namespace_of(resource: Resource) -> str | Unknown:
    """The namespace of an object or a Helm release: `default` where it names none."""
    found = read(resource.inputs, "namespace" if resource.kind in HELM_KINDS else "metadata.namespace")
    return found if isinstance(found, Unknown) else "default" if found is None else str(found)


def pod_specs(resource: Resource) -> Iterator[Any]:
    """Every pod spec of one of the POD_KINDS; Unknown for what may hide one."""
    if resource.kind in BUILT_IN_PODS:
        yield read(resource.inputs, _SPEC_PATHS.get(resource.kind, "spec.template.spec"))
    else:
        yield from _pod_specs_in(read(resource.inputs, "spec"))


def _pod_specs_in(spec: Any) -> Iterator[Any]:
    """Pod specs by their shape, for kinds that keep them under names of their own."""
    waiting = [spec]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Unknown):
            yield item
        elif isinstance(item, Mapping):
            mapping = cast(Mapping[str, Any], item)
            if any(field in mapping for field in CONTAINERS):
                yield mapping
                continue
            if "image" in mapping:
                # Some kinds describe a container without a pod around it, as a TrainJob does its trainer.
                yield {"containers": [mapping]}
            waiting.extend(mapping.values())
        elif isinstance(item, list | tuple):
            waiting.extend(cast(Sequence[Any], item))


def containers(spec: Any) -> Iterator[Any]:
    """Every container of a pod spec, init containers included; Unknown for those that are not known yet."""
    if isinstance(spec, Unknown):
        yield spec
        return
    for field in CONTAINERS:
        yield from elements(spec, field)
