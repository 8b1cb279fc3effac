"""Whether each "needs" of a plan is a path in the dependencies that the engine keeps in its state."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.planned import entries, key_of
from engine.registered import Registered


def missing_paths(plan: Mapping[str, Any], registered: Sequence[Registered]) -> list[str]:
    """What the plan puts after something else and the state does not, in words."""
    by_urn = {one.urn: one for one in registered}
    by_key = {one.key: one for one in registered}
    planned = {entry["key"]: by_key[key_of(entry)] for entry in entries(plan)}
    found: list[str] = []
    for entry in entries(plan):
        before = _all_before(planned[entry["key"]], by_urn)
        needed = [name for name in entry["needs"] if name in planned]  # what is only read is not in the state
        found += [f"{entry['key']} does not come after {name}" for name in needed if planned[name].urn not in before]
    return found


def _all_before(one: Registered, by_urn: Mapping[str, Registered]) -> set[str]:
    seen: set[str] = set()
    left = [one]
    while left:
        new = left.pop().after - seen
        seen |= new
        left += [by_urn[urn] for urn in new]
    return seen
