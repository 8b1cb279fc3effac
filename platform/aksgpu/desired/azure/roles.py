"""Role assignments: who may do what on which resource."""

import uuid

from aksgpu.catalogue.roles import role_definition_id
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import ids
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

_NAMES = uuid.UUID("a0f4c1de-2b7f-4c56-9f5b-6f1d0c9f3b7e")
"""Namespace of the names of all role assignments that this platform makes."""


def role_assignment(
    subject: Subject,
    key: str,
    scope: str,
    role: str,
    principal: FromAzure | str,
    *,
    after: tuple[str, ...] = (),
    group: bool = False,
) -> AzureResource:
    """One assignment.

    `scope` is an ARM id as text; where an entry of the plan makes that resource, its key stands in `after`. `principal`
    is the principal id of an identity, as a marker, or the object id of an Entra group (then `group` is True). Raises
    KeyError for a role that the catalogue lacks.
    """
    return AzureResource(
        key=key,
        type="azure-native:authorization:RoleAssignment",
        path={"scope": scope, "roleAssignmentName": assignment_name(subject, scope, role, principal)},
        inputs={
            "principalId": principal,
            # Said outright, Azure does not look for a principal that its directory may not have seen yet.
            "principalType": "Group" if group else "ServicePrincipal",
            "roleDefinitionId": role_definition_id(role, subject.stack.subscription_id),
        },
        after=after,
        create_only=("principalId", "principalType", "roleDefinitionId"),
    )


def assignment_name(subject: Subject, scope: str, role: str, principal: FromAzure | str) -> str:
    """The assignment's name, a GUID: the same in every run, and another one in every stack.

    It is made from scope, role and principal, and from the stack's resource group: two stacks have principals of the
    same key, and Azure refuses to give an assignment of one name to another principal.
    """
    who = principal if isinstance(principal, str) else f"{principal.resource}.{principal.output}"
    seed = "|".join((ids.resource_group_id(subject), scope, role, who))
    return str(uuid.uuid5(_NAMES, seed.lower()))
