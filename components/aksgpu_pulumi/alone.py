"""One component of the platform by itself: checked as a whole stack would be, and only its own part registered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import pulumi
from pydantic import BaseModel

from aksgpu.config.model.types import Secret
from aksgpu.plan import Plan
from aksgpu_pulumi.outputs import ids
from aksgpu_pulumi.program import checked_plan
from aksgpu_pulumi.registration import Registration
from aksgpu_pulumi.site import Site


class Registered(Protocol):
    """A component whose resources others can build on: any of this package."""

    @property
    def resources(self) -> Mapping[str, pulumi.CustomResource]:
        """Registered resources by entry key of the plan."""
        ...


@dataclass(frozen=True, slots=True)
class Alone:
    """The plan of the stack around a component, and what the component registered of it, by entry key."""

    plan: Plan
    resources: Mapping[str, pulumi.CustomResource]


def alone(
    component: pulumi.ComponentResource,
    name: str,
    site: Site,
    settings: Mapping[str, Any],
    uses: Sequence[Registered] = (),
) -> Alone:
    """Build the stack that `site` and `settings` (keys of a stack file; None is left out) describe, check all of it,
    and register those parts of its plan that belong to `component`'s class, below `component`.

    What the parts need from resources of other components comes from `uses`. The order among entries that neither is
    registered here nor given does not matter here and is left out. A secret may be given as an Output. Pulumi names are
    the entry keys behind `name-`. Raises RunError with every problem of the check.
    """
    data = {key: _plain(value) for key, value in {**site.settings(), **settings}.items() if value is not None}
    kind = type(component).__name__
    plan = checked_plan(_checkable(data), site.today, f"{kind} {name}")
    parts = [part for part in plan.parts if part.component == kind]
    given = {key: resource for used in uses for key, resource in used.resources.items()}
    registration = Registration(component, plan, data, given, prefix=f"{name}-")
    registration.register(parts, lambda _: component)
    component.register_outputs({"ids": {key: id_ for part in parts for key, id_ in ids(registration, part).items()}})
    return Alone(plan, registration.resources)


def _plain(value: Any) -> Any:
    """Models as the data that they were made from; maps and lists alike; all else as it is."""
    if isinstance(value, BaseModel):
        return value.model_dump(by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in cast(Mapping[str, Any], value).items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast(Sequence[Any], value)]
    return value


def _checkable(value: Any) -> Any:
    """The same data for the check, which wants values: an Output can only stand where a secret belongs."""
    if isinstance(value, pulumi.Output):
        return Secret()
    if isinstance(value, dict):
        return {key: _checkable(item) for key, item in cast(dict[str, Any], value).items()}
    if isinstance(value, list):
        return [_checkable(item) for item in cast(list[Any], value)]
    return value
