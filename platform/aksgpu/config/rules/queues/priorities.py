"""Rules about priority classes."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import names_text
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning

RESERVED_PREFIX = "system-"
"""Kubernetes refuses classes of others that start with it."""

_BATCH_WORDS = ("batch", "job", "train", "research", "notebook")
_LONGEST_DESCRIPTION = 2048
"""Kueue's limit on the description of a WorkloadPriorityClass (apis/kueue/v1beta2)."""

DEFAULTS = ("training", "inference")


def priority_names_are_free(subject: Subject) -> Iterator[Finding]:
    """Kubernetes keeps the prefix system- for itself."""
    for name in subject.stack.priorities:
        if name.startswith(RESERVED_PREFIX):
            short = name.removeprefix(RESERVED_PREFIX) or "training"
            yield error(
                ("priorities", name),
                f"Kubernetes keeps class names that start with {RESERVED_PREFIX} for itself and refuses {name!r}.",
                f"Write {short}.",
            )


def priority_descriptions_fit(subject: Subject) -> Iterator[Finding]:
    """Kueue takes a limited text."""
    for name, priority in subject.stack.priorities.items():
        if len(priority.description) > _LONGEST_DESCRIPTION:
            yield error(
                ("priorities", name, "description"),
                f"the description has {len(priority.description)} characters, and Kueue takes {_LONGEST_DESCRIPTION}.",
                "Say in one sentence what the class is for.",
            )


def priorities_differ(subject: Subject) -> Iterator[Finding]:
    """Two classes of one value are two names for the same."""
    first: dict[int, str] = {}
    for name, priority in subject.stack.priorities.items():
        other = first.setdefault(priority.value, name)
        if other != name:
            yield warning(
                ("priorities", name, "value"),
                f"{name!r} has the value of {other!r}, {priority.value}: neither goes before the other.",
                f"Give {name} another value, or use {other} for both.",
            )


def batch_does_not_preempt_pods(subject: Subject) -> Iterator[Finding]:
    """The scheduler must not push queued jobs off nodes behind Kueue's back (field case F27)."""
    priorities = subject.stack.priorities
    highest = max((priority.value for priority in priorities.values()), default=0)
    for name, priority in priorities.items():
        batch = priority.value < highest or any(word in name for word in _BATCH_WORDS)
        if priority.preemption == "PreemptLowerPriority" and batch:
            yield warning(
                ("priorities", name, "preemption"),
                f"pods of class {name!r} push others off their nodes, whatever quota those have: the scheduler knows "
                "no queues. Among queued jobs Kueue decides who goes.",
                "Write preemption: Never. Preemption between jobs is set in each team's queue.preemption.",
            )


def default_priorities_stay(subject: Subject) -> Iterator[Finding]:
    """A map of one's own replaces the default pair, and workloads that name a missing class are refused."""
    missing = [name for name in DEFAULTS if name not in subject.stack.priorities]
    if missing:
        yield note(
            ("priorities",),
            f"the stack has priorities of its own, so there is no {' and no '.join(missing)} class by default. Pods "
            "that name a class that does not exist are refused.",
            f"Add {names_text(missing)} under priorities if workloads name {'it' if len(missing) == 1 else 'them'}.",
        )
