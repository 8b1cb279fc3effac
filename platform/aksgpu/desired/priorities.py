"""PriorityClasses of pods."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.priorities import Priority
from aksgpu.desired.entries import KubernetesObject, Part
from aksgpu.desired.object_keys import object_key

FIXED = ("value", "preemptionPolicy")
"""Kubernetes lets neither of them change in place (field case F33)."""


def parts(subject: Subject) -> Iterator[Part]:
    """The part `priorities`, where the stack has priorities."""
    classes = tuple(_priority_class(name, priority) for name, priority in subject.stack.priorities.items())
    if classes:
        yield Part("priorities", "PriorityClasses", classes)


def _priority_class(name: str, priority: Priority) -> KubernetesObject:
    """One class. None is the cluster's default, so that no pod of the platform gets one unasked."""
    manifest: dict[str, Any] = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": name},
        "value": priority.value,
        "preemptionPolicy": priority.preemption,
        "globalDefault": False,
    }
    if priority.description:
        manifest["description"] = priority.description
    return KubernetesObject(object_key(manifest), manifest, replace_on_changes=FIXED)
