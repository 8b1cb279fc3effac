"""Azure role assignments."""

import re
from collections.abc import Iterator

from aksgpu.catalogue.powerful_roles import POWERFUL_ROLES
from aksgpu_policies.kinds import ROLE_ASSIGNMENT
from aksgpu_policies.reading import first_unknown, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

_WIDE = re.compile(r"(/subscriptions/[^/]+|/providers/Microsoft\.Management/managementGroups/[^/]+)?/?", re.IGNORECASE)


@rule(
    "no-powerful-role-on-subscription",
    "Nobody gets Owner, Contributor or the right to give rights on a whole subscription: a platform needs its resource "
    "group at most.",
    ROLE_ASSIGNMENT,
    severity="critical",
)
def no_powerful_role_on_subscription(assignment: Resource) -> Iterator[Finding]:
    """Management groups and the tenant's root count too."""
    scope, role = read(assignment.inputs, "scope"), read(assignment.inputs, "roleDefinitionId")
    narrow = not isinstance(scope, Unknown) and not (isinstance(scope, str) and _WIDE.fullmatch(scope))
    name = POWERFUL_ROLES.get(str(role).rpartition("/")[2].casefold())
    if narrow or (name is None and not isinstance(role, Unknown)):
        return
    if first_unknown(scope, role):
        yield from unknowns(assignment.inputs, "scope", "roleDefinitionId")
        return
    yield Violation(
        f"This gives {name} on {scope}, so whoever has this identity has everything in there.",
        "Assign a narrower role, or the same one on the resource group or resource that needs it.",
    )
