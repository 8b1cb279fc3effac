"""What changes between two plans, and what of it replaces or deletes something."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import as_json, resolve
from aksgpu.plan import Plan

Action = Literal["add", "remove", "update", "replace"]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that differs. `before` or `after` is None where there was or is none."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One entry that differs. `scarce` marks a loss: a replacement or removal of something that is hard to get back."""

    action: Action
    key: str
    what: str
    scarce: bool
    changes: tuple[ValueChange, ...] = ()


def difference(before: Plan, after: Plan) -> tuple[EntryChange, ...]:
    """Every entry that differs: removals first, then the rest in the new plan's order."""
    return tuple(_changes(before.entries, after.entries))


def scarce_losses(changes: tuple[EntryChange, ...]) -> tuple[EntryChange, ...]:
    """The changes that replace or remove something scarce."""
    return tuple(change for change in changes if change.scarce)


def what(entry: Entry) -> str:
    """An entry in a few words: its kind and its name."""
    match entry:
        case AzureResource():
            name = next((name for name in reversed(tuple(entry.path.values())) if isinstance(name, str)), entry.key)
            return f"{entry.type.rsplit(':', 1)[-1]} {name}"
        case KubernetesObject():
            metadata = entry.manifest["metadata"]
            return f"{entry.manifest['kind']} {'/'.join(filter(None, (metadata.get('namespace'), metadata['name'])))}"
        case ChartRelease():
            return f"chart {entry.name} {entry.version}"


def _changes(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> Iterator[EntryChange]:
    for key, entry in before.items():
        if key not in after:
            yield EntryChange("remove", key, what(entry), isinstance(entry, AzureResource) and entry.scarce)
    for key, entry in after.items():
        old = before.get(key)
        if old is None:
            yield EntryChange("add", key, what(entry), scarce=False)
        elif changes := tuple(_differences(_content(old), _content(entry), "")):
            replaces = _replaces(entry, changes)
            scarce = replaces and isinstance(entry, AzureResource) and entry.scarce
            yield EntryChange("replace" if replaces else "update", key, what(entry), scarce, changes)


def _content(entry: Entry) -> dict[str, Any]:
    match entry:
        case AzureResource():
            return resolve({**entry.path, **entry.inputs}, as_json)
        case KubernetesObject():
            return resolve(entry.manifest, as_json)
        case ChartRelease():
            fields = ("reference", "repository", "version", "namespace", "timeout_seconds")
            return {name: getattr(entry, name) for name in fields} | {"values": resolve(entry.values, as_json)}


def _differences(before: Any, after: Any, path: str) -> Iterator[ValueChange]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        old, new = cast(dict[str, Any], before), cast(dict[str, Any], after)
        for key in dict.fromkeys((*old, *new)):
            yield from _differences(old.get(key), new.get(key), f"{path}.{key}" if path else key)
        return
    if isinstance(before, list) and isinstance(after, list):
        old_items, new_items = cast(list[Any], before), cast(list[Any], after)
        if len(old_items) == len(new_items):
            for index, (one, other) in enumerate(zip(old_items, new_items, strict=True)):
                yield from _differences(one, other, f"{path}[{index}]")
            return
    yield ValueChange(path, before, after)


def _replaces(entry: Entry, changes: tuple[ValueChange, ...]) -> bool:
    touched = [change.path for change in changes]
    match entry:
        case AzureResource():
            fixed = (*entry.path, *entry.create_only)
        case KubernetesObject():
            fixed = ("kind", "metadata.name", "metadata.namespace", *entry.replace_on_changes)
        case ChartRelease():
            fixed = ("namespace",)
    return any(path == name or path.startswith((f"{name}.", f"{name}[")) for path in touched for name in fixed)
