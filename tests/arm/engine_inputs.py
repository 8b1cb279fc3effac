"""The names of a resource's inputs in the pinned provider's own SDK."""

import importlib
from typing import Any

from pulumi._types import input_type_types


def args_class(type_token: str) -> dict[str, Any]:
    """Input names of a type token with their Python types: <Name>InitArgs where <Name>Args is a nested type."""
    _, module, name = type_token.split(":")
    found = importlib.import_module(f"pulumi_azure_native.{module}")
    return input_type_types(getattr(found, f"{name}InitArgs", None) or getattr(found, f"{name}Args"))
