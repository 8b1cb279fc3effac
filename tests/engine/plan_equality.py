"""Whether a plan and what the engine registered are the same: resources, parents, options, and inputs, each value."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.planned import components, entries, holds_secret, inputs_of, is_marker, key_of, parent_of
from engine.registered import SECRET, UNKNOWN, Registered

PROVIDERS = {
    ("pulumi:providers:azure-native", "azure"),
    ("pulumi:providers:kubernetes", "kubernetes"),
    ("pulumi:providers:kubernetes", "kubernetes-client-side"),
}
STACK = "pulumi:pulumi:Stack"

Answer = Callable[[Any], Any]
"""What the engine should have in place of a marker of the plan."""

Inputs = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The inputs that an entry of the plan comes to."""


def in_a_first_preview(marker: Any) -> Any:
    """Nothing is there yet: whatever Azure returns is unknown, and secrets are hidden."""
    return SECRET if holds_secret(marker) else UNKNOWN


def differences(
    plan: Mapping[str, Any], registered: Sequence[Registered], answer: Answer, inputs: Inputs = inputs_of
) -> list[str]:
    """All that is not the same, in words; nothing where the plan is the truth."""
    by_key = {one.key: one for one in registered}
    planned = {key_of(entry): entry for entry in entries(plan)}
    beside = {*components(plan), *PROVIDERS, *(one.key for one in registered if one.type == STACK)}
    found = [f"{name} ({kind}) is planned and not registered" for kind, name in planned.keys() - by_key.keys()]
    found += [f"{name} ({kind}) is not registered" for kind, name in components(plan) - by_key.keys()]
    found += [
        f"{name} ({kind}) is registered and not planned" for kind, name in by_key.keys() - planned.keys() - beside
    ]
    for key in planned.keys() & by_key.keys():
        entry, one = planned[key], by_key[key]
        found += [f"{one.name}: {what}" for what in _option_differences(plan, entry, one)]
        unequal = value_differences(inputs(entry), one.inputs, answer)
        found += [f"{one.name}.{path}: {what}" for path, what in unequal]
    return sorted(found)


def _option_differences(plan: Mapping[str, Any], entry: Mapping[str, Any], one: Registered) -> Iterator[str]:
    options = {
        "parent": (parent_of(plan, entry), one.parent),
        "protect": (entry.get("protect", False), one.protect),
        "ignoreChanges": (entry.get("ignoreChanges", []), one.ignore_changes),
        "replaceOnChanges": (entry.get("createOnly", entry.get("replaceOnChanges", [])), one.replace_on_changes),
    }
    for name, (said, there) in options.items():
        if said != there:
            yield f"{name} is {there}, and the plan says {said}"


def value_differences(said: Any, there: Any, answer: Answer, path: str = "inputs") -> Iterator[tuple[str, str]]:
    """Each place where two values differ, and how."""
    if there == SECRET and holds_secret(said):
        return  # a secret hides all that stands beside it in its map
    if is_marker(said):
        expected = answer(said)
        if there != expected:
            yield path, f"is {there!r}, and the plan's {said} comes to {expected!r}"
    elif isinstance(said, Mapping) and isinstance(there, Mapping):
        for key in said.keys() - there.keys():
            yield f"{path}.{key}", f"is left out, and the plan says {said[key]!r}"
        for key in there.keys() - said.keys():
            yield f"{path}.{key}", f"is {there[key]!r}, and the plan does not have it"
        for key in said.keys() & there.keys():
            yield from value_differences(said[key], there[key], answer, f"{path}.{key}")
    elif isinstance(said, list) and isinstance(there, list) and len(said) == len(there):
        for number, (one, other) in enumerate(zip(said, there, strict=True)):
            yield from value_differences(one, other, answer, f"{path}[{number}]")
    elif said != there or type(said) is not type(there):
        yield path, f"is {there!r}, and the plan says {said!r}"
