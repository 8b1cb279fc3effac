"""Tags on Azure resources."""

from collections.abc import Iterator
from typing import Final

from aksgpu_policies.kinds import TAGGED
from aksgpu_policies.reading import read, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

NEEDED: Final = ("environment", "owner", "costCentre")


@rule(
    "tags-present",
    "Azure resources carry the tags environment, owner and costCentre, so that their cost has an owner.",
    *TAGGED,
    severity="medium",
)
def tags_present(resource: Resource) -> Iterator[Finding]:
    """An empty tag is a missing one."""
    values = {tag: read(resource.inputs, ("tags", tag)) for tag in NEEDED}
    missing = [tag for tag, value in values.items() if value is None or not str(value).strip()]
    if missing:
        yield Violation(
            f"Tags are missing: {', '.join(missing)}. Nobody can tell whose cost this is.", "Add them to tags."
        )
    yield from unknowns(resource.inputs, *(("tags", tag) for tag in NEEDED))
