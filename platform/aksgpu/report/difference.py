"""What changes between two plans, and what of it replaces or deletes something."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import as_json, resolve
from aksgpu.plan import Plan

Action = Literal["add", "remove", "update", "replace"]
_GUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that differs. `before` or `after` is None where there was or is none."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One entry that differs. `causes` are the paths that cannot change in place.

    `scarce` marks a loss: a replacement or removal of something that is hard to get back. `approved` says that the
    stack lifts the protection from it; the engine refuses the loss otherwise.
    """

    action: Action
    key: str
    what: str
    scarce: bool
    changes: tuple[ValueChange, ...] = ()
    causes: tuple[str, ...] = ()
    approved: bool = False


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
            readable = entry.key if _GUID.fullmatch(name) else name
            return f"{entry.type.rsplit(':', 1)[-1]} {readable}"
        case KubernetesObject():
            metadata = entry.manifest["metadata"]
            return f"{entry.manifest['kind']} {'/'.join(filter(None, (metadata.get('namespace'), metadata['name'])))}"
        case ChartRelease():
            return f"chart {entry.name} {entry.version}"


def _changes(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> Iterator[EntryChange]:
    for key, entry in before.items():
        if key not in after:
            yield EntryChange("remove", key, what(entry), _scarce(entry), approved=_approved(entry))
    for key, entry in after.items():
        old = before.get(key)
        if old is None:
            yield EntryChange("add", key, what(entry), scarce=False)
        elif changes := tuple(_differences(_content(old), _content(entry), "")):
            causes = tuple(change.path for change in changes if _cannot_change(entry, change.path))
            yield EntryChange(
                "replace" if causes else "update",
                key,
                what(entry),
                scarce=bool(causes) and _scarce(entry),
                changes=changes,
                causes=causes,
                approved=bool(causes) and _approved(entry),
            )


def _scarce(entry: Entry) -> bool:
    return isinstance(entry, AzureResource) and entry.scarce


def _approved(entry: Entry) -> bool:
    return isinstance(entry, AzureResource) and entry.scarce and not entry.protect


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


def _cannot_change(entry: Entry, path: str) -> bool:
    match entry:
        case AzureResource():
            fixed = (*entry.path, *entry.create_only)
        case KubernetesObject():
            fixed = ("kind", "metadata.name", "metadata.namespace", *entry.replace_on_changes)
        case ChartRelease():
            fixed = ("namespace",)
    return any(path == name or path.startswith((f"{name}.", f"{name}[")) for name in fixed)
