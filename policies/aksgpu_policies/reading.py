"""Reads inputs of any shape: a value is known, absent (None), or unknown. Nothing here raises."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from aksgpu_policies.resource import Unknown
from aksgpu_policies.violation import CouldNotJudge

Path = str | tuple[str, ...]
"""A dotted path such as "gpuProfile.driver", or a tuple of keys where a key has dots in it."""


def read(value: Any, path: Path) -> Any:
    """The value at a path; None where it is absent or null. Below something unknown everything is unknown."""
    for key in path.split(".") if isinstance(path, str) else path:
        if isinstance(value, Unknown):
            return value
        if not isinstance(value, Mapping):
            return None
        value = cast(Mapping[str, Any], value).get(key)
    return value


def elements(value: Any, path: Path) -> Sequence[Any]:
    """The elements of the list at a path. An unknown list is one unknown element; anything else is none."""
    found = read(value, path)
    if isinstance(found, list | tuple):
        return cast(Sequence[Any], found)
    return (found,) if isinstance(found, Unknown) else ()


def fields(value: Any, path: Path) -> Mapping[str, Any]:
    """The mapping at a path, whose values may be unknown; an empty one where there is none, or an unknown one."""
    found = read(value, path)
    return cast(Mapping[str, Any], found) if isinstance(found, Mapping) else {}


def everything_in(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """A value and all that is nested in it, each with its place as a sentence names it: `values.list[0].image`."""
    waiting: list[tuple[str, Any]] = [(place, value)]
    while waiting:
        where, item = waiting.pop()
        yield where, item
        if isinstance(item, list | tuple):
            listed = cast(Sequence[Any], item)
            waiting.extend((f"{where}[{position}]", one) for position, one in enumerate(listed))
        elif isinstance(item, Mapping):
            waiting.extend((f"{where}.{key}", one) for key, one in cast(Mapping[str, Any], item).items())


def number(value: Any) -> float | None:
    """A value as a finite number. The engine sends every number as a float, and Kubernetes takes some as text."""
    if isinstance(value, bool):
        return None
    try:
        found = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def quantity(value: Any) -> float | None:
    """A Kubernetes quantity as a finite number: "500m" is 0.5, "4Gi" is 4294967296."""
    plain = number(value)
    if plain is not None or not isinstance(value, str):
        return plain
    parts = _QUANTITY.fullmatch(value)
    amount = number(parts["amount"]) if parts else None
    return None if parts is None or amount is None else number(amount * _SUFFIXES[parts["suffix"]])


_SUFFIXES = {
    "n": 1e-9,
    "u": 1e-6,
    "m": 1e-3,
    **{suffix: 1000.0**power for power, suffix in enumerate("kMGTPE", start=1)},
    **{f"{suffix}i": 1024.0**power for power, suffix in enumerate("KMGTPE", start=1)},
}
_QUANTITY = re.compile(rf"(?P<amount>[+-]?[0-9.]+)(?P<suffix>{'|'.join(_SUFFIXES)})", re.ASCII)


def shown(value: Any) -> str:
    """A value as a sentence shows it: short, on one line."""
    if value is None:
        return "nothing"
    if isinstance(value, Unknown):
        return "(not known yet)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def first_unknown(*values: Any) -> Unknown | None:
    """The first of some values that is not known yet."""
    return next((value for value in values if isinstance(value, Unknown)), None)


def unknowns(value: Any, *paths: Path) -> Iterator[CouldNotJudge]:
    """What cannot be judged of the values at some paths, where a list's elements count."""
    for path in paths:
        found = read(value, path)
        hidden = first_unknown(found, *(elements(value, path) if isinstance(found, list | tuple) else ()))
        if hidden is not None:
            yield CouldNotJudge.at(path if isinstance(path, str) else ".".join(path), hidden)
