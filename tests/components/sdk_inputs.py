"""What the Pulumi SDK's own types say about a resource's inputs, at any depth."""

import collections.abc
import enum
import inspect
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import pulumi
from pulumi import _types as sdk_types

from aksgpu.desired.markers import MARKERS


def args_class(cls: type[pulumi.CustomResource]) -> type[Any]:
    """The class of a resource's inputs: <Name>InitArgs where <Name>Args is taken by a nested type."""
    module = inspect.getmodule(cls)
    return getattr(module, f"{cls.__name__}InitArgs", None) or getattr(module, f"{cls.__name__}Args")


def strangers(cls: type[Any], inputs: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Paths of keys that the SDK does not know, and of values that it takes in another type."""
    known = sdk_types.input_type_types(cls)
    for name, value in inputs.items():
        where = f"{path}.{name}" if path else name
        if name in known:
            yield from _misfits(known[name], value, where)
        else:
            yield f"{where}: no such input"


def _misfits(expected: Any, value: Any, where: str) -> Iterator[str]:
    if isinstance(value, MARKERS) or value is None:
        return
    choices = list(_choices(expected))
    if Any in choices or expected is object:
        return
    if isinstance(value, Mapping):
        nested = [choice for choice in choices if isinstance(choice, type) and sdk_types.is_input_type(choice)]
        maps = [choice for choice in choices if typing.get_origin(choice) is collections.abc.Mapping]
        if nested:
            yield from strangers(nested[0], value, where)
        elif maps:
            for key, item in value.items():
                yield from _misfits(typing.get_args(maps[0])[1], item, f"{where}.{key}")
        else:
            yield f"{where}: a map is not taken here"
    elif isinstance(value, list | tuple):
        lists = [choice for choice in choices if typing.get_origin(choice) is collections.abc.Sequence]
        if not lists:
            yield f"{where}: a list is not taken here"
        for index, item in enumerate(value if lists else ()):
            yield from _misfits(typing.get_args(lists[0])[0], item, f"{where}[{index}]")
    elif not any(_takes(choice, value) for choice in choices):
        yield f"{where}: {type(value).__name__} is not taken here"


def _choices(expected: Any) -> Iterator[Any]:
    if sdk_types._is_union_type(expected):
        for choice in typing.get_args(expected):
            if typing.get_origin(choice) not in {collections.abc.Awaitable, pulumi.Output}:
                yield from _choices(choice)
    else:
        yield expected


def _takes(choice: Any, value: Any) -> bool:
    if isinstance(choice, type) and issubclass(choice, enum.Enum):
        return value in {member.value for member in choice}
    if isinstance(value, bool):
        return choice is bool
    if isinstance(value, int):
        return choice in {int, float}
    return choice is type(value)
