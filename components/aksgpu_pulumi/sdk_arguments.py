"""From an Azure entry of the plan to a class of the Pulumi SDK and its keyword arguments."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import pulumi

from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.sdk_names import python_name

_TAKEN_NAMES = {"resource_name": "resource_name_"}
"""Argument names that the SDK's constructors use for themselves, and what they call the property instead."""


@cache
def sdk_class(type_token: str) -> type[pulumi.CustomResource]:
    """The SDK class of a type token, for example AgentPool for `azure-native:containerservice:AgentPool`.

    Loads its SDK module. Raises LookupError for a token that the SDK does not have.
    """
    try:
        package, module, name = type_token.split(":")
        found = getattr(import_module(f"pulumi_{package.replace('-', '_')}.{module}"), name)
    except (ValueError, ImportError, AttributeError):
        raise LookupError(f"the Pulumi SDK has no resource type {type_token}") from None
    return found


def sdk_arguments(entry: AzureResource) -> Mapping[str, Any]:
    """All arguments of the entry's class, named as its constructor names them. Nested values keep camelCase keys.

    The SDK sends nested dictionaries as they stand, so only the outermost names are translated.
    """
    given = {**entry.path, **entry.inputs}
    return {argument_name(name): value for name, value in given.items()}


def argument_name(camel: str) -> str:
    """The constructor's name of one property."""
    name = python_name(camel)
    return _TAKEN_NAMES.get(name, name)
