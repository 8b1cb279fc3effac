"""Before a chart is installed or upgraded: whatever a killed run left of the same release is cleared out of the way."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import ChartRelease


def clearing_hook(release: ChartRelease, kubeconfig: pulumi.Output[str], name: str) -> pulumi.ResourceHook:
    """A hook for the release itself, before create and before update. A preview does not run it."""

    async def clear(arguments: pulumi.ResourceHookArgs) -> None:
        text = await kubeconfig.future()
        if text is not None:
            await asyncio.to_thread(_clear, release, text, arguments.old_inputs is None, arguments.new_inputs or {})

    return pulumi.ResourceHook(name, clear)


def _clear(release: ChartRelease, kubeconfig: str, is_new: bool, inputs: Mapping[str, Any]) -> None:
    # Loaded only where a chart is really installed.
    from aksgpu_pulumi.api_server import ApiServer
    from aksgpu_pulumi.helm_records import forget_what_was_cut_off, make_way

    api = ApiServer(kubeconfig)
    if is_new:
        make_way(api, release.namespace, release.name, inputs.get("values") or {})
    else:
        forget_what_was_cut_off(api, release.namespace, release.name)
