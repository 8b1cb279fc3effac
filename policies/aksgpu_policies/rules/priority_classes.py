"""PriorityClasses: none that puts a team's pods above the system's."""

from collections.abc import Iterator

from aksgpu_policies.kinds import PRIORITY_CLASS
from aksgpu_policies.reading import number, read, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

SYSTEM_FROM = 1_000_000_000
"""Values from here on are the system's (Kubernetes docs, pod-priority-preemption)."""


@rule(
    "priority-class-below-system",
    "A PriorityClass stays below the system's: a value from 1,000,000,000 on would evict what keeps the node running, "
    "and a default class would change pods that never asked.",
    PRIORITY_CLASS,
    severity="high",
)
def priority_class_below_system(priority: Resource) -> Iterator[Finding]:
    """Names that begin with system- are refused by the API server anyway; here it is said before."""
    name = read(priority.inputs, "metadata.name")
    value = number(read(priority.inputs, "value"))
    if isinstance(name, str) and name.startswith("system-"):
        yield Violation(f"The name {name} begins with system-, which is the system's.", "Choose another name.")
    if value is not None and value >= SYSTEM_FROM:
        yield Violation(
            f"Its value is {value:,.0f}, so its pods evict the pods that keep nodes running.",
            f"Write a value below {SYSTEM_FROM:,}.",
        )
    if read(priority.inputs, "globalDefault") is True:
        yield Violation(
            "It is the cluster's default, so it changes the priority of every pod that names no class.",
            "Write globalDefault: false, and name the class in the pods that are meant.",
        )
    yield from unknowns(priority.inputs, "metadata.name", "value", "globalDefault")
