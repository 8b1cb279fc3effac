"""What the plan says of priority classes."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import names_text
from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.workload_priorities import PRIORITY_LABEL
from aksgpu.desired.entries import Statement

TOPIC = "priorities"
_WORDS = {"Never": "never preempts", "PreemptLowerPriority": "preempts lower ones on nodes"}


def statements(subject: Subject) -> Iterator[Statement]:
    """Sentences about the classes; none where the stack has none."""
    classes = sorted(subject.stack.priorities.items(), key=lambda item: -item[1].value)
    if not classes:
        return
    listed = names_text(f"{name} ({each.value:,}, {_WORDS[each.preemption]})" for name, each in classes)
    yield Statement(
        TOPIC,
        f"Pods name one of the classes {listed}. None is the cluster's default: pods without a class have priority 0.",
    )
    if queued_teams(subject.stack):
        yield Statement(
            TOPIC,
            f"Jobs name the same classes by the label {PRIORITY_LABEL}. Kueue orders and preempts jobs by it and "
            "leaves the priority of pods alone.",
        )
    yield Statement(
        TOPIC,
        "A new value or preemption policy replaces a class: pods that run keep the number that they started with.",
    )
