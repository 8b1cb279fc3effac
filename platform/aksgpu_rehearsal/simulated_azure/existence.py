"""What must, and what must not, be there before a resource can be made."""

from collections.abc import Mapping
from typing import Any

from aksgpu_rehearsal.simulated_azure.faults import Failure
from aksgpu_rehearsal.simulated_azure.names import parents, type_of_id

_ALWAYS_THERE = frozenset({"azure-native:storage:BlobServiceProperties", "azure-native:storage:FileServiceProperties"})
"""Azure makes these with the account; creating one changes it."""

_ASSIGNMENT = "azure-native:authorization:RoleAssignment"


def taken(content: Mapping[str, Any], type_token: str, id_: str) -> Failure | None:
    """The provider looks before it creates, since to Azure the same request would be an update."""
    if id_ not in content["resources"] or type_token in _ALWAYS_THERE:
        return None
    text = f"cannot create already existing resource '{id_}'. It can be imported or deleted."
    return Failure(409, "RoleAssignmentExists" if type_token == _ASSIGNMENT else "Exists", text)


def missing_above(content: Mapping[str, Any], type_token: str, id_: str) -> Failure | None:
    """The resource group or the parent that is not there, or the scope if it is one of ours."""
    for above in parents(type_token, id_) or _scope(content, id_):
        if not _there(content, above):
            code = "ResourceGroupNotFound" if above.count("/") == 4 else "ParentResourceNotFound"
            return Failure(404, code, f"{above} was not found, which {id_.rsplit('/', 1)[-1]} needs.")
    return None


def _scope(content: Mapping[str, Any], id_: str) -> list[str]:
    """The resource that an attached one is attached to. Of other people's things nothing is known."""
    owner = "/".join(id_.rsplit("/providers/", 1)[0].split("/")[:9])
    group = "/".join(owner.split("/")[:5])
    try:
        type_of_id(owner)
    except LookupError:
        return []
    return [owner] if group in content["resources"] and owner != group else []


def _there(content: Mapping[str, Any], above: str) -> bool:
    if above in content["resources"]:
        return True
    if above.count("/") > 4:
        return False
    # Somebody else's group, with something of theirs in it; or the group in which a cluster has its nodes.
    resources: Mapping[str, Mapping[str, Any]] = content["resources"]
    groups = {one["outputs"].get("nodeResourceGroup") for one in resources.values()}
    return above.rsplit("/", 1)[-1] in groups or any(one.startswith(f"{above}/") for one in resources)
