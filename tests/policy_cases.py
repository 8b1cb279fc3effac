"""Cases of policy rules: resources that keep, break or hide something from a rule, and what is then said."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from aksgpu_policies.resource import Resource, Unknown

Kind = Literal["good", "bad", "unknown"]

LATER = Unknown("cluster.id")
GONE: Any = object()
"""Takes a key out."""


@dataclass(frozen=True)
class Case:
    """One case. `says` is part of the message; a good case says nothing."""

    rule: str
    kind: Kind
    resources: tuple[Resource, ...]
    says: str = ""

    def __str__(self) -> str:
        return f"{self.rule}-{self.kind}-{self.says}".rstrip("-")


def changed(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of `base` with values set at dotted paths (a `|` in a path stands for a dot in a key), or GONE."""
    out = copy.deepcopy(dict(base))
    for path, value in changes.items():
        *parents, last = (key.replace("|", ".") for key in path.split("."))
        place: Any = out
        for key in parents:
            place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
        if value is GONE:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = value
        else:
            place[last] = value
    return out


def good(rule: str, *resources: Resource) -> Case:
    """Resources with which the rule finds no fault."""
    return Case(rule, "good", resources)


def bad(rule: str, says: str, *resources: Resource) -> Case:
    """Resources that break the rule."""
    return Case(rule, "bad", resources, says)


def hidden(rule: str, says: str, *resources: Resource) -> Case:
    """Resources that the rule cannot judge."""
    return Case(rule, "unknown", resources, says)
