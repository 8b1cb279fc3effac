"""Lays changes over a stack."""

import copy
from typing import Any


def merged(base: Any, changes: Any) -> Any:
    """`base` with `changes` laid over it, maps key by key. A value of `...` takes the key out."""
    if not (isinstance(base, dict) and isinstance(changes, dict)):
        return copy.deepcopy(changes)
    out = copy.deepcopy(base)
    for key, value in changes.items():
        if value is ...:
            out.pop(key, None)
        else:
            out[key] = merged(out.get(key), value)
    return out
