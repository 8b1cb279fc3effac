"""PriorityClasses of pods, and what the plan says of them."""

from collections.abc import Callable

from kubernetes_schemas import validate

from aksgpu.config.derived.subject import Subject
from aksgpu.desired import priorities
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.priority_statements import statements

Make = Callable[..., Subject]


def classes(made: Subject) -> dict[str, KubernetesObject]:
    (part,) = priorities.parts(made)
    assert (part.name, part.component) == ("priorities", "PriorityClasses")
    return {entry.key: entry for entry in part.entries if isinstance(entry, KubernetesObject)}


def test_the_default_pair(subject: Make) -> None:
    found = classes(subject())
    training, inference = (found[f"priorityclass-{name}"].manifest for name in ("training", "inference"))
    assert (training["value"], training["preemptionPolicy"]) == (10_000, "Never")
    assert (inference["value"], inference["preemptionPolicy"]) == (100_000, "PreemptLowerPriority")
    assert [each["globalDefault"] for each in (training, inference)] == [False, False]
    assert all(validate(entry.manifest) == [] for entry in found.values())


def test_what_kubernetes_fixes_is_replaced(subject: Make) -> None:
    for entry in classes(subject()).values():
        assert entry.replace_on_changes == ("value", "preemptionPolicy")


def test_no_classes_no_part(subject: Make) -> None:
    made = subject({"priorities": {}})
    assert list(priorities.parts(made)) == []
    assert list(statements(made)) == []


def test_the_plan_names_classes_by_value_and_the_label_of_jobs(subject: Make) -> None:
    texts = [statement.text for statement in statements(subject())]
    assert "inference (100,000, preempts lower ones on nodes) and training (10,000, never preempts)" in texts[0]
    assert any("kueue.x-k8s.io/priority-class" in text for text in texts)
    unqueued = [statement.text for statement in statements(subject({"teams": {"vision": {"queue": None}}}))]
    assert not any("kueue.x-k8s.io" in text for text in unqueued)
