"""Registers one Helm release of the plan."""

from collections.abc import Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import ChartRelease


def register_release(
    entry: ChartRelease, name: str, values: Mapping[str, Any], options: pulumi.ResourceOptions
) -> pulumi.CustomResource:
    """Register the entry under `name` with its resolved values. `options` bring parent, provider and dependencies.

    A Release runs the chart's hooks, which Pulumi's Chart leaves out. Its name is fixed, so a replacement uninstalls
    the old one first. Where the plan does not trust Helm's wait, Helm waits neither on install nor on uninstall.
    """
    from pulumi_kubernetes.helm.v3 import Release  # loaded only by programs that install charts

    return Release(
        name,
        name=entry.name,
        namespace=entry.namespace,
        chart=entry.reference,
        version=entry.version,
        values=values,
        # Otherwise the provider leaves out empty lists, and the chart's own value comes back where the plan has none.
        allow_null_values=True,
        timeout=entry.timeout_seconds,
        skip_await=not entry.awaited,
        repository_opts={"repo": entry.repository} if entry.repository else None,
        opts=pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(delete_before_replace=True)),
    )
