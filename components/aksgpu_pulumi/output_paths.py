"""Reading one value out of what a resource returns, by the engine's camelCase path."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import pulumi

from aksgpu_pulumi.sdk_names import python_name

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def steps(path: str) -> tuple[str | int, ...]:
    """The steps of a path: ("agentPoolProfiles", 0, "name") for `agentPoolProfiles[0].name`."""
    return tuple(int(match[1]) if match[1] else match[2] for match in _STEP.finditer(path))


def value_at(value: Any, path: tuple[str | int, ...]) -> Any:
    """What stands at a path below plain data or an SDK output type. None where nothing stands there."""
    for step in path:
        if value is None:
            return None
        value = _below(value, step)
    return value


def output_at(resource: pulumi.Resource, path: str) -> pulumi.Output[Any]:
    """The output of a registered resource at a path. None inside the Output where Azure returned nothing."""
    first, *rest = steps(path)
    top: pulumi.Output[Any] = getattr(resource, python_name(str(first)))
    below = tuple(rest)
    return top.apply(lambda value: value_at(value, below)) if below else top


def _below(value: Any, step: str | int) -> Any:
    if isinstance(step, int):
        items = cast(Sequence[Any], value)
        return items[step] if isinstance(value, list | tuple) and step < len(items) else None
    name = python_name(step)
    if isinstance(getattr(cast(type[Any], type(value)), name, None), property):
        return getattr(value, name)  # an SDK output type, which is a dict under Python names
    return cast(Mapping[str, Any], value).get(step) if isinstance(value, Mapping) else None
