"""Helm values: the platform's own with the user's on top, and names of what charts make from them."""

import hashlib
from collections.abc import Mapping
from typing import Any, cast


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`values` with `changes` laid over them, map by map. Neither argument is changed."""
    out = dict(values)
    for key, change in changes.items():
        old = out.get(key)
        if isinstance(old, Mapping) and isinstance(change, Mapping):
            out[key] = merged(cast(Mapping[str, Any], old), cast(Mapping[str, Any], change))
        else:
            out[key] = change
    return out


def content_name(stem: str, text: str) -> str:
    """A ConfigMap name that changes with its content, so that pods which mount it are rolled to the new one.

    The exporter mounts its file by sub-path, which the kubelet never renews in a running pod, and the MIG manager
    looks a label up once: with a fixed name both would go on with the old content.
    """
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
