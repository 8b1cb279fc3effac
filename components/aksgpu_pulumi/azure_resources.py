"""Registers one Azure entry of the plan."""

import re
from collections.abc import Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.sdk_arguments import sdk_class

ROTATED = frozenset({"azure-native:containerservice:AgentPool"})
"""Types whose Azure name changes with what cannot be edited, so that the new one can be made before the old one goes.

All others have fixed names: Azure would take "create" for an update of the old one.
"""

_OTHER_API_VERSION = re.compile(r"azure-native:\w+/v\d+\w*:\w+")


def register_azure(
    entry: AzureResource, name: str, arguments: Mapping[str, Any], options: pulumi.ResourceOptions
) -> pulumi.CustomResource:
    """Register the entry under `name` with resolved arguments. `options` bring parent, provider and dependencies."""
    return sdk_class(entry.type)(name, **arguments, opts=pulumi.ResourceOptions.merge(options, entry_options(entry)))


def entry_options(entry: AzureResource) -> pulumi.ResourceOptions:
    """What the plan decided for this resource.

    A scarce resource always carries an explicit `protect`, so that an approval really lifts it. A create-only field is
    a replacement to the engine even where the provider would try an update, so that `protect` stops it in the preview.
    """
    return pulumi.ResourceOptions(
        protect=entry.protect if entry.scarce or entry.protect else None,
        ignore_changes=list(entry.ignore_changes),
        replace_on_changes=list(entry.create_only),
        delete_before_replace=entry.type not in ROTATED,
        transformations=[_under_one_api_version],
    )


def _under_one_api_version(
    resource: pulumi.ResourceTransformationArgs,
) -> pulumi.ResourceTransformationResult:
    """Leave out the SDK's aliases for other API versions, up to 113 a resource, under which nothing was ever made here.

    They cost more than all else that a registration does: docs/decisions/0011-no-api-version-aliases.md.
    """
    options = pulumi.ResourceOptions.merge(None, resource.opts)
    options.aliases = [alias for alias in options.aliases or [] if not _is_other_api_version(alias)]
    return pulumi.ResourceTransformationResult(resource.props, options)


def _is_other_api_version(alias: object) -> bool:
    return isinstance(alias, pulumi.Alias) and bool(_OTHER_API_VERSION.fullmatch(str(alias.type_)))
