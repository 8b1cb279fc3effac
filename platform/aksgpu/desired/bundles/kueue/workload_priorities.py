"""WorkloadPriorityClasses: the order of jobs inside Kueue."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, kueue_manifest
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

PRIORITY_LABEL = "kueue.x-k8s.io/priority-class"
"""The label by which a job names its class."""


def workload_priorities(subject: Subject) -> Iterator[KubernetesObject]:
    """One class for each pod PriorityClass, with its name and value.

    Kueue orders and preempts by them and leaves the priority of pods alone. A new value holds for new jobs only.
    """
    for name, priority in subject.stack.priorities.items():
        manifest = kueue_manifest(subject, "WorkloadPriorityClass", name) | {"value": priority.value}
        if priority.description:
            manifest["description"] = priority.description
        yield KubernetesObject(object_key(manifest), manifest, after=(CHART_KEY,))
