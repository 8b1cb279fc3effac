"""What is wrong with a request body by the models of Azure's own SDK, in both generations of them.

The models know names, nesting, enum values and which fields are read-only. They know no ranges and no patterns.
"""

import enum
import importlib
import sys
import typing
from collections.abc import Iterator
from typing import Any

# Newer models describe themselves by descriptors, older ones by an attribute map whose keys are paths.
_BODIES = {
    "azure-native:containerservice:ManagedCluster": "containerservice.models.ManagedCluster",
    "azure-native:containerservice:AgentPool": "containerservice.models.AgentPool",
    "azure-native:containerservice:MaintenanceConfiguration": "containerservice.models.MaintenanceConfiguration",
    "azure-native:network:VirtualNetwork": "network.models.VirtualNetwork",
    "azure-native:network:Subnet": "network.models.Subnet",
    "azure-native:network:NatGateway": "network.models.NatGateway",
    "azure-native:network:PublicIPAddress": "network.models.PublicIPAddress",
    "azure-native:network:PrivateEndpoint": "network.models.PrivateEndpoint",
    "azure-native:network:PrivateDnsZoneGroup": "network.models.PrivateDnsZoneGroup",
    "azure-native:managedidentity:UserAssignedIdentity": "msi.v2024_11_30.models.Identity",
    "azure-native:managedidentity:FederatedIdentityCredential": "msi.v2024_11_30.models.FederatedIdentityCredential",
    "azure-native:authorization:RoleAssignment": "authorization.v2022_04_01.models.RoleAssignmentCreateParameters",
    "azure-native:storage:StorageAccount": "storage.models.StorageAccountCreateParameters",
    "azure-native:storage:BlobServiceProperties": "storage.models.BlobServiceProperties",
    "azure-native:storage:FileServiceProperties": "storage.models.FileServiceProperties",
    "azure-native:monitor:AzureMonitorWorkspace": "monitor.models.AzureMonitorWorkspaceResource",
    "azure-native:monitor:DataCollectionEndpoint": "monitor.models.DataCollectionEndpointResource",
    "azure-native:monitor:DataCollectionRule": "monitor.models.DataCollectionRuleResource",
    "azure-native:monitor:DataCollectionRuleAssociation": (
        "monitor.models.DataCollectionRuleAssociationProxyOnlyResource"
    ),
}
# Their SDK packages are not among the development tools: their few keys are compared by hand in test_bodies.py.
WITHOUT_MODEL = {
    "azure-native:resources:ResourceGroup",
    "azure-native:privatedns:PrivateZone",
    "azure-native:privatedns:VirtualNetworkLink",
    "azure-native:operationalinsights:Workspace",
    "azure-native:dashboard:Grafana",
    "azure-native:monitor:DiagnosticSetting",
}


def model_of(type_token: str) -> type[Any]:
    module, name = _BODIES[type_token].rsplit(".", 1)
    return getattr(importlib.import_module(f"azure.mgmt.{module}"), name)


def has_model(type_token: str) -> bool:
    return type_token in _BODIES


def problems(model: type[Any], body: dict[str, Any], path: str = "") -> Iterator[str]:
    """What the API would not know, or would refuse to be told, in this body."""
    if hasattr(model, "_attribute_map"):
        yield from _problems_of_old(model, body, path)
        return
    hints = typing.get_type_hints(model, _names(model))
    model()  # the SDK fills in a model's fields when it first makes one
    fields = {field._rest_name: (name, field) for name, field in model._attr_to_rest_field.items()}
    for key, value in body.items():
        here = f"{path}.{key}".lstrip(".")
        if key not in fields:
            yield f"{here}: {model.__name__} has no such field; it has {', '.join(sorted(fields))}"
            continue
        name, field = fields[key]
        if field._visibility == ["read"]:
            yield f"{here}: read-only"
        yield from _wrong(hints.get(name), value, here)


def _names(model: type[Any]) -> dict[str, Any]:
    package = importlib.import_module(model.__module__.rsplit("._models", 1)[0])
    return vars(package) | vars(sys.modules[model.__module__]) | {"_models": package}


def _wrong(hint: Any, value: Any, path: str) -> Iterator[str]:
    options = [item for item in typing.get_args(hint) if item is not type(None)] or [hint]
    enums = [item for item in options if isinstance(item, type) and issubclass(item, enum.Enum)]
    if enums:
        known = [member.value for item in enums for member in item]
        if value not in known:
            yield f"{path}: {value!r} is not one of {', '.join(known)}"
        return
    for option in options:
        if isinstance(value, dict) and _is_model(option):
            yield from problems(option, value, path)
        elif isinstance(value, list) and typing.get_origin(option) is list:
            for index, item in enumerate(value):
                yield from _wrong(typing.get_args(option)[0], item, f"{path}[{index}]")
        elif isinstance(value, dict) and typing.get_origin(option) is dict:
            for key, item in value.items():
                yield from _wrong(typing.get_args(option)[1], item, f"{path}.{key}")


def _is_model(option: Any) -> bool:
    bases = option.__mro__ if isinstance(option, type) else ()
    return any(base.__name__ == "Model" and base.__module__.endswith("model_base") for base in bases)


def _problems_of_old(model: type[Any], body: dict[str, Any], path: str) -> Iterator[str]:
    read_only = {name for name, rules in model._validation.items() if rules.get("readonly")}
    known: dict[str, Any] = {}
    for name, entry in model._attribute_map.items():
        steps = [step.replace("~", ".") for step in entry["key"].replace("\\.", "~").split(".")]
        level = known
        for step in steps[:-1]:
            level = level.setdefault(step, {})
        level[steps[-1]] = (name, entry["type"])
    yield from _against(model, known, read_only, body, path)


def _against(
    model: type[Any], known: dict[str, Any], read_only: set[str], body: dict[str, Any], path: str
) -> Iterator[str]:
    for key, value in body.items():
        here = f"{path}.{key}".lstrip(".")
        if key not in known:
            yield f"{here}: {model.__name__} has no such field; it has {', '.join(sorted(known))}"
        elif isinstance(known[key], dict):
            yield from _against(model, known[key], read_only, value, here)
        else:
            name, kind = known[key]
            if name in read_only:
                yield f"{here}: read-only"
            yield from _old_value(model, kind, value, here)


def _old_value(model: type[Any], kind: str, value: Any, path: str) -> Iterator[str]:
    nested = getattr(sys.modules[model.__module__], kind.strip("[]{}"), None)
    if nested is None:
        return
    for where, item in _items(kind, value, path):
        yield from problems(nested, item, where)


def _items(kind: str, value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if kind.startswith("["):
        yield from ((f"{path}[{index}]", item) for index, item in enumerate(value))
    elif kind.startswith("{"):
        yield from ((f"{path}.{key}", item) for key, item in value.items())
    else:
        yield path, value
