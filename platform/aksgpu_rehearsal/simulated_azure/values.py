"""Property values of the SDK as plain JSON values, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from pulumi.provider.experimental.property_value import Computed, PropertyValue

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""Stands for a value that a preview does not know yet: the same text with which the engine marks an unknown string."""


def plain(value: Any) -> Any:
    """JSON values. Whole numbers become integers; a secret loses its mark, which the engine keeps for itself."""
    inner: Any = value.value if isinstance(value, PropertyValue) else value
    if isinstance(inner, Computed):
        return UNKNOWN
    if isinstance(inner, Mapping):
        return plain_map(cast(Mapping[str, Any], inner))
    if isinstance(inner, Sequence) and not isinstance(inner, str):
        return [plain(item) for item in cast(Sequence[Any], inner)]
    if isinstance(inner, float) and inner.is_integer():
        return int(inner)
    return inner


def plain_map(values: Mapping[str, Any]) -> dict[str, Any]:
    """JSON values of a map. Keys without a value are left out, as the engine leaves them out."""
    return {key: plain(item) for key, item in values.items() if plain(item) is not None}


def typed(value: Any) -> PropertyValue:
    """The SDK's form of a JSON value. UNKNOWN stays text: this SDK cannot send its own unknowns to the engine."""
    if isinstance(value, Mapping):
        return PropertyValue(typed_map(cast(Mapping[str, Any], value)))
    if isinstance(value, list):
        return PropertyValue([typed(item) for item in cast(list[Any], value)])
    if isinstance(value, int) and not isinstance(value, bool):
        return PropertyValue(float(value))
    return PropertyValue(value)


def typed_map(values: Mapping[str, Any]) -> dict[str, PropertyValue]:
    """The SDK's form of a map of JSON values."""
    return {key: typed(item) for key, item in values.items()}
