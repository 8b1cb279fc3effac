"""The order in which entries can be registered: each after everything that it names."""

from collections import Counter
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import FromAzure, markers_in

CLUSTER = "cluster"


class BrokenPlan(Exception):
    """The builders contradict each other. A fault of this program, never of a stack."""


def needs(entry: Entry) -> tuple[str, ...]:
    """The keys that an entry comes after: those it names, and those whose outputs it uses. Sorted, no repeats."""
    named = {marker.resource for marker in markers_in(_values(entry)) if isinstance(marker, FromAzure)}
    return tuple(sorted({*entry.after, *named} - {entry.key}))


def in_order(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """All keys, each after what it needs, otherwise in the order given. Raises BrokenPlan for a cycle or a gap.

    What is inside the cluster comes after the cluster: its provider needs it, so no entry has to say so.
    """
    by_key = {entry.key: entry for entry in entries}
    if len(by_key) != len(entries):
        twice = sorted(key for key, count in Counter(entry.key for entry in entries).items() if count > 1)
        raise BrokenPlan(f"two entries share a key: {', '.join(twice)}")
    graph = {entry.key: needs(entry) for entry in entries}
    for key, before in graph.items():
        if unknown := [name for name in before if name not in by_key]:
            raise BrokenPlan(f"{key} comes after {', '.join(unknown)}, which the plan does not have")
    if CLUSTER in by_key:
        inside = [entry.key for entry in entries if not isinstance(entry, AzureResource)]
        graph |= {key: (CLUSTER, *graph[key]) for key in inside}
    return _sorted(graph)


def _sorted(graph: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise BrokenPlan(f"entries wait for each other: {' -> '.join(error.args[1])}") from None
    order: dict[str, None] = {}

    def place(key: str) -> None:
        if key not in order:
            for before in graph[key]:
                place(before)
            order[key] = None

    for key in graph:
        place(key)
    return tuple(order)


def _values(entry: Entry) -> object:
    match entry:
        case AzureResource():
            return [entry.path, entry.inputs]
        case KubernetesObject():
            return entry.manifest
        case ChartRelease():
            return entry.values
