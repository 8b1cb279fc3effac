"""Which resources wait for a release to be usable: everything that comes after it, however far down the line."""

from collections.abc import Callable

import pulumi

from aksgpu.desired.entries import ChartRelease, Entry
from aksgpu.ordering import needs


class Waits:
    """Bindings of readiness hooks, made while entries are registered in order.

    An entry that comes after something that waits must wait as well: on a later run the thing between may be unchanged,
    and then its own hook does not run. `make` makes the hook of one release; each is made once, when first needed.
    """

    def __init__(self, make: Callable[[ChartRelease], pulumi.ResourceHook]) -> None:
        self._make = make
        self._probed: dict[str, ChartRelease] = {}
        self._hooks: dict[str, pulumi.ResourceHook] = {}
        self._before: dict[str, frozenset[str]] = {}

    def binding(self, entry: Entry) -> pulumi.ResourceHookBinding | None:
        """The hooks of this entry, or None. Entries must come in the plan's order."""
        earlier = needs(entry)
        releases = frozenset(earlier & self._probed.keys()).union(*(self._before.get(key, ()) for key in earlier))
        self._before[entry.key] = releases
        if isinstance(entry, ChartRelease) and entry.probe is not None:
            self._probed[entry.key] = entry
        hooks = [self._hook(key) for key in sorted(releases)]
        return pulumi.ResourceHookBinding(before_create=[*hooks], before_update=[*hooks]) if hooks else None

    def _hook(self, key: str) -> pulumi.ResourceHook:
        if key not in self._hooks:
            self._hooks[key] = self._make(self._probed[key])
        return self._hooks[key]
