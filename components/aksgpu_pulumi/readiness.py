"""Waits until the API server accepts a release's probe, before anything that comes after the release is sent."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import pulumi

from aksgpu.desired.entries import ChartRelease

SECONDS_BETWEEN_TRIES = 2.0

TryOnce = Callable[[Mapping[str, Any]], str | None]
"""Sends the probe once. Returns None when the API server accepts it, otherwise its own words."""


class NotReady(Exception):
    """A release did not become usable in its time."""


def readiness_hook(
    release: ChartRelease,
    kubeconfig: pulumi.Output[str],
    name: str,
    connect: Callable[[str], TryOnce] | None = None,
) -> pulumi.ResourceHook:
    """A hook that fails with clear words unless the API server accepts `release.probe` in a dry run in time.

    It belongs on everything that comes after the release, before create and before update. However many resources it
    is bound to, it waits once per run, and only the first that fails says why. A preview does not run it. `connect`
    makes a prober from a kubeconfig; left out, it is the official Kubernetes client.
    """
    waits: list[asyncio.Future[None]] = []

    async def wait(_: pulumi.ResourceHookArgs) -> None:
        first = not waits
        if first:
            waits.append(asyncio.ensure_future(_wait_in_thread(release, kubeconfig, connect)))
        try:
            await asyncio.shield(waits[0])
        except NotReady:
            if first:
                raise
            raise NotReady(f"{release.name} does not answer, as another error of this run says.") from None

    return pulumi.ResourceHook(name, wait)


async def _wait_in_thread(
    release: ChartRelease, kubeconfig: pulumi.Output[str], connect: Callable[[str], TryOnce] | None
) -> None:
    text = await kubeconfig.future()
    if text is None:
        raise NotReady(f"{release.name}: the cluster's kubeconfig is not known yet.")
    if connect is None:
        from aksgpu_pulumi.dry_run import prober  # the Kubernetes client is loaded only where something is awaited

        connect = prober
    await asyncio.to_thread(wait_until_accepted, release, text, connect)


def wait_until_accepted(
    release: ChartRelease,
    kubeconfig: str,
    connect: Callable[[str], TryOnce],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Try until the API server accepts the probe or the release's time is over. Raises NotReady with its last words."""
    assert release.probe is not None
    end = clock() + release.timeout_seconds
    try_once: TryOnce | None = None
    while True:
        try:
            try_once = try_once or connect(kubeconfig)
            refusal = try_once(release.probe)
        except Exception as failure:  # whatever the client trips over is a reason to try again, until time is over
            refusal = str(failure) or type(failure).__name__
        if refusal is None:
            return
        if clock() >= end:
            raise NotReady(_words(release, refusal))
        pause(SECONDS_BETWEEN_TRIES)


def _words(release: ChartRelease, refusal: str) -> str:
    kind = (release.probe or {}).get("kind")
    return (
        f"{release.name} does not answer: for {release.timeout_seconds} s the API server did not accept a {kind} in a "
        f"dry run, so nothing that needs {release.name} was sent. Its last words: {refusal}. "
        f"Look at the pods in namespace {release.namespace}, then run up again."
    )
