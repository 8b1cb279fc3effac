"""Azure's built-in roles that change anything in their scope, or let their holder give rights away."""

from collections.abc import Mapping
from types import MappingProxyType

POWERFUL_ROLES: Mapping[str, str] = MappingProxyType(
    {
        "8e3af657-a8ff-443c-a75c-2fe8c4bcb635": "Owner",
        "b24988ac-6180-42a0-ab88-20f7382dd24c": "Contributor",
        "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9": "User Access Administrator",
        "f58310d9-a9f6-439a-9e8d-f62e7b41a168": "Role Based Access Control Administrator",
    }
)
"""GUID of the definition, in lower case, to the role's name. Source: azure-docs, built-in-roles.md (2026-04-09)."""
