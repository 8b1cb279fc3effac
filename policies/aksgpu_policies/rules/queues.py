"""ClusterQueues: bounded, and open only to the namespaces they are for."""

from collections.abc import Iterator, Sequence
from typing import Any

from aksgpu.catalogue.limits import nodes_per_cluster
from aksgpu_policies.kinds import CLUSTER_QUEUE
from aksgpu_policies.reading import elements, first_unknown, quantity, read, shown, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

GROUPS = "spec.resourceGroups"
SELECTOR = "spec.namespaceSelector"

GPU_VENDORS = ("nvidia.com/", "amd.com/gpu")
MOST_GPUS_OF_A_NODE = 16
"""Twice what the largest size of the catalogue has, so that a new size does not make this rule wrong."""

MOST_PARTS_OF_A_GPU = 7
"""NVIDIA's MIG user guide: a GPU divides into at most seven instances."""


@rule(
    "cluster-queue-bounded",
    "A ClusterQueue has a nominal quota for every resource that it covers, in every flavor: without one, what a team "
    "may take is nobody's decision. A quota of more GPUs than a cluster can have is none.",
    CLUSTER_QUEUE,
    severity="high",
)
def cluster_queue_bounded(queue: Resource) -> Iterator[Finding]:
    """A quota of 0 is a quota."""
    groups = elements(queue.inputs, GROUPS)
    if not groups:
        yield Violation(
            "This ClusterQueue covers no resources, so it admits nothing that requests any.",
            f"Write {GROUPS} with covered resources, flavors and nominal quotas.",
        )
    for number, group in enumerate(groups):
        yield from _group(group, f"{GROUPS}[{number}]")


def _group(group: Any, path: str) -> Iterator[Finding]:
    covered = elements(group, "coveredResources")
    flavors = elements(group, "flavors")
    hidden = first_unknown(group, *covered, *flavors)
    if hidden is not None:
        yield CouldNotJudge.at(path, hidden)
    elif not flavors:
        yield Violation(
            f"A resource group covers {', '.join(map(shown, covered)) or 'nothing'} and has no flavor, so nothing "
            "bounds it.",
            "Write its flavors, each with a nominal quota for every covered resource.",
        )
    for number, flavor in enumerate(flavors):
        if not isinstance(flavor, Unknown):
            yield from _flavor(flavor, covered, f"{path}.flavors[{number}]")


def _flavor(flavor: Any, covered: Sequence[Any], path: str) -> Iterator[Finding]:
    given = elements(flavor, "resources")
    quotas = {str(read(one, "name")): read(one, "nominalQuota") for one in given}
    # A resource whose name is not known yet may be the missing one.
    unnamed = first_unknown(*(read(one, "name") for one in given))
    hidden = unnamed or first_unknown(*quotas.values())
    missing = [str(name) for name in covered if not isinstance(name, Unknown) and quotas.get(str(name)) is None]
    if missing and unnamed is None:
        yield Violation(
            f"Flavor {shown(read(flavor, 'name'))} has no nominal quota for {', '.join(missing)}.",
            "Write a nominalQuota for each; 0 where the queue may have none of it.",
        )
    if hidden is not None:
        yield CouldNotJudge.at(f"{path}.resources", hidden)
    for name, quota in quotas.items():
        most, given = most_in_a_cluster(name), quantity(quota)
        if most is not None and given is not None and given > most:
            yield Violation(
                f"Flavor {shown(read(flavor, 'name'))} has a nominal quota of {shown(quota)} for {name}, and no "
                f"cluster has more than {most:,}: that bounds nothing.",
                "Write what the team may take of the GPUs that the pools have.",
            )


def most_in_a_cluster(resource: str) -> int | None:
    """How many of a GPU resource the largest cluster could have; None for other resources."""
    if not resource.startswith(GPU_VENDORS):
        return None
    parts = MOST_PARTS_OF_A_GPU if "/mig-" in resource else 1
    return nodes_per_cluster("Premium").value * MOST_GPUS_OF_A_NODE * parts


@rule(
    "cluster-queue-selects-namespaces",
    "A ClusterQueue says which namespaces may use it: {} lets in every namespace, and nothing lets in none.",
    CLUSTER_QUEUE,
    severity="high",
)
def cluster_queue_selects_namespaces(queue: Resource) -> Iterator[Finding]:
    """A selector with empty parts selects everything too."""
    selector = read(queue.inputs, SELECTOR)
    labels, expressions = read(selector, "matchLabels"), read(selector, "matchExpressions")
    if first_unknown(labels, expressions):
        yield from unknowns(queue.inputs, f"{SELECTOR}.matchLabels", f"{SELECTOR}.matchExpressions")
        return
    if labels or expressions:
        return
    yield Violation(
        "This ClusterQueue has no namespaceSelector, so no namespace may use it."
        if selector is None
        else "The namespaceSelector is empty, so every namespace may take this team's quota.",
        "Select the team's namespaces, for example by the label kubernetes.io/metadata.name.",
    )
