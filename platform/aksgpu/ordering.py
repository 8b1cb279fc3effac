"""The order in which entries can be registered: each after everything that it names."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import FromAzure, markers_in


class BrokenPlan(Exception):
    """The builders contradict each other. A fault of this program, never of a stack."""


def needs(entry: Entry) -> tuple[str, ...]:
    """The keys that an entry comes after: those it names, and those whose outputs it uses. Sorted, no repeats."""
    named = {marker.resource for marker in markers_in(_values(entry)) if isinstance(marker, FromAzure)}
    return tuple(sorted({*entry.after, *named} - {entry.key}))


def in_order(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """All keys, each after what it needs, otherwise in the order given. Raises BrokenPlan for a cycle or a gap."""
    place = {entry.key: index for index, entry in enumerate(entries)}
    if len(place) != len(entries):
        twice = sorted({entry.key for entry in entries if sum(other.key == entry.key for other in entries) > 1})
        raise BrokenPlan(f"two entries share a key: {', '.join(twice)}")
    graph = {entry.key: needs(entry) for entry in entries}
    for key, before in graph.items():
        if unknown := [name for name in before if name not in place]:
            raise BrokenPlan(f"{key} comes after {', '.join(unknown)}, which the plan does not have")
    return _sorted(graph, place)


def _sorted(graph: Mapping[str, tuple[str, ...]], place: Mapping[str, int]) -> tuple[str, ...]:
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        raise BrokenPlan(f"entries wait for each other: {' -> '.join(error.args[1])}") from None
    order: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=place.__getitem__)
        order += ready
        sorter.done(*ready)
    return tuple(order)


def _values(entry: Entry) -> object:
    match entry:
        case AzureResource():
            return [entry.path, entry.inputs]
        case KubernetesObject():
            return entry.manifest
        case ChartRelease():
            return entry.values
