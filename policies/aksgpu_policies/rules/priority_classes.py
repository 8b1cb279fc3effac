"""Priorities: none that puts a team's pods above the system's."""

from collections.abc import Iterator

from aksgpu_policies.kinds import POD_KINDS, PRIORITY_CLASS
from aksgpu_policies.places import namespace_of, pod_specs
from aksgpu_policies.reading import number, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

SYSTEM_FROM = 1_000_000_000
"""Values from here on are the system's (Kubernetes docs, pod-priority-preemption)."""

PLATFORM = frozenset({"kube-system", "gpu-operator", "node-feature-discovery", "kueue-system"})
"""Namespaces without whose pods no job runs."""


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


@rule(
    "pods-below-system-priority",
    "Outside the platform's namespaces no pod has a system- priority: it would evict every job, and what keeps the "
    "node running too.",
    *POD_KINDS,
    severity="high",
)
def pods_below_system_priority(workload: Resource) -> Iterator[Finding]:
    """system-node-critical and system-cluster-critical, which every cluster has."""
    namespace = namespace_of(workload)
    if not isinstance(namespace, Unknown) and namespace in PLATFORM:
        return
    for spec in pod_specs(workload):
        name = read(spec, "priorityClassName")
        if isinstance(name, Unknown):
            yield CouldNotJudge.at("priorityClassName", name)
        elif str(name).startswith("system-") and isinstance(namespace, Unknown):
            yield CouldNotJudge.at(f"The namespace of a pod with priority {name}", namespace)
        elif str(name).startswith("system-"):
            yield Violation(
                f"A pod of {namespace} has priority {name}, so it evicts other teams' jobs and no quota stops it.",
                "Name a PriorityClass of the stack in priorityClassName.",
            )
