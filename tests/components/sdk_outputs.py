"""What the Pulumi SDK's own types say about the outputs of resources and of look-ups, at any depth."""

import collections.abc
import inspect
import typing
from typing import Any

from pulumi import _types as sdk_types

from aksgpu_pulumi.output_paths import steps
from aksgpu_pulumi.sdk_arguments import sdk_class
from aksgpu_pulumi.sdk_names import python_name


def has_output(type_token: str, path: str) -> bool:
    """Whether a registered resource of this type has an output at this path."""
    return path == "id" or _has(sdk_types.resource_types(sdk_class(type_token)), steps(path))


def look_up_has(type_token: str, path: str) -> bool:
    """Whether the function that looks a resource of this type up returns something at this path."""
    cls = sdk_class(type_token)
    package = inspect.getmodule(cls).__package__
    module = __import__(f"{package}.get_{python_name(cls.__name__)}", fromlist=["_"])
    return _has(sdk_types.output_type_types(getattr(module, f"Get{cls.__name__}Result")), steps(path))


def _has(known: dict[str, Any], path: tuple[str | int, ...]) -> bool:
    first, *rest = path
    return first in known and _below(known[str(first)], tuple(rest))


def _below(found: Any, path: tuple[str | int, ...]) -> bool:
    if not path:
        return True
    found = sdk_types.unwrap_optional_type(found)
    origin, arguments = typing.get_origin(found), typing.get_args(found)
    if origin is collections.abc.Mapping or origin is dict:
        return _below(arguments[1], path[1:])
    if origin is collections.abc.Sequence or origin is list:
        return isinstance(path[0], int) and _below(arguments[0], path[1:])
    return found is Any or (sdk_types.is_output_type(found) and _has(sdk_types.output_type_types(found), path))
