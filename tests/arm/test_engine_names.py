"""Every input name, at every depth, is one of the pinned provider's SDK."""

import collections.abc
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from arm_stacks import Entries
from engine_inputs import args_class
from pulumi._types import input_type_types, is_input_type

from aksgpu.desired.markers import MARKERS


def strangers(known: Mapping[str, Any], inputs: Mapping[str, Any], path: str) -> Iterator[str]:
    for name, value in inputs.items():
        if name not in known:
            yield f"{path}.{name}"
        else:
            yield from _inside(known[name], value, f"{path}.{name}")


def _inside(hint: Any, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, MARKERS):
        return
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _inside(hint, item, f"{path}[{index}]")
    elif isinstance(value, Mapping):
        types = list(_input_types(hint))
        if _is_map(hint):
            for key, item in value.items():
                yield from _inside(types[0] if types else Any, item, f"{path}.{key}")
        elif types:
            yield from strangers(input_type_types(types[0]), value, path)


def _input_types(hint: Any) -> Iterator[type[Any]]:
    if isinstance(hint, type) and is_input_type(hint):
        yield hint
    for argument in typing.get_args(hint):
        yield from _input_types(argument)


def _is_map(hint: Any) -> bool:
    return any(typing.get_origin(each) is collections.abc.Mapping for each in (hint, *typing.get_args(hint)))


def test_all_inputs_exist(entries_of_stacks: Entries) -> None:
    unknown = [
        name
        for stack, (_, entries) in entries_of_stacks.items()
        for entry in entries
        if not entry.read
        for name in strangers(args_class(entry.type), {**entry.path, **entry.inputs}, f"{stack}: {entry.key}")
    ]
    assert unknown == []


def test_a_stranger_is_seen() -> None:
    known = args_class("azure-native:containerservice:ManagedCluster")
    assert list(strangers(known, {"networkProfile": {"podCIDR": "x"}}, "")) == [".networkProfile.podCIDR"]
    assert list(strangers(known, {"addonProfiles": {"any": {"enabledd": True}}}, "")) == [".addonProfiles.any.enabledd"]
    assert list(strangers(known, {"agentPoolProfiles": [{"oSSKU": "x"}]}, "")) == [".agentPoolProfiles[0].oSSKU"]


def test_ignored_and_create_only_paths_exist(entries_of_stacks: Entries) -> None:
    for stack, (_, entries) in entries_of_stacks.items():
        for entry in entries:
            for path in (*entry.ignore_changes, *entry.create_only):
                known: Mapping[str, Any] = args_class(entry.type)
                for step in path.replace("[*]", "").split("."):
                    assert step in known, f"{stack}: {entry.key}: {path}"
                    nested = list(_input_types(known[step]))
                    known = input_type_types(nested[0]) if nested else {}


def test_outputs_that_markers_name_exist(entries_of_stacks: Entries) -> None:
    """Top-level outputs only: what stands below is Azure's."""
    import importlib

    from aksgpu.desired.markers import markers_in

    for stack, (_, entries) in entries_of_stacks.items():
        kinds = {entry.key: entry.type for entry in entries}
        for entry in entries:
            for marker in markers_in([entry.path, entry.inputs]):
                resource = getattr(marker, "resource", None)
                if resource not in kinds or marker.output in ("id", "name"):
                    continue
                _, module, name = kinds[resource].split(":")
                cls = getattr(importlib.import_module(f"pulumi_azure_native.{module}"), name)
                snake = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in marker.output.split(".")[0])
                assert hasattr(cls, snake), f"{stack}: {entry.key}: {marker}"
