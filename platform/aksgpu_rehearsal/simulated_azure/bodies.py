"""Whether Azure would take a request body, by the models of Azure's own SDK for Python where they are installed.

The models know names, nesting, enum values and which fields are read-only. They know no ranges and no patterns. They
are of the API version nearest to the engine's that the installed SDK has. Types without a model here are not checked.
"""

import enum
import importlib
import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from aksgpu.arm import body
from aksgpu_rehearsal.simulated_azure.names import path_names
from aksgpu_rehearsal.simulated_azure.values import UNKNOWN

MODELS: Mapping[str, str] = {
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


def body_problems(type_token: str, inputs: Mapping[str, Any]) -> list[str]:
    """Why Azure would refuse the request of these inputs; empty where nothing is known against it."""
    model = model_of(type_token)
    if model is None:
        return []
    names = set(path_names(type_token))
    given = {name: value for name, value in inputs.items() if name not in names}
    return list(problems(model, body(type_token, given), ""))


@cache
def model_of(type_token: str) -> Any:
    """The SDK's class for a type's body, None where there is none or its package is not installed."""
    if type_token not in MODELS:
        return None
    module, name = MODELS[type_token].rsplit(".", 1)
    try:
        return getattr(importlib.import_module(f"azure.mgmt.{module}"), name)
    except ImportError:
        return None


def not_installed(type_token: str) -> str | None:
    """The SDK package that checking bodies of this type would need, None where nothing is missing."""
    if type_token not in MODELS or model_of(type_token) is not None:
        return None
    return f"azure-mgmt-{MODELS[type_token].split('.')[0]}"


def problems(model: Any, given: Mapping[str, Any], at: str = "") -> Iterator[str]:
    """What the API would not know, or would refuse to be told, in a body of this model.

    By either generation of models: newer ones have descriptors, older ones an attribute map with paths for keys.
    """
    known = _fields_of_old(model) if hasattr(model, "_attribute_map") else _fields_of_new(model)
    yield from _against(model, known, given, at)


def _against(model: Any, known: Mapping[str, Any], given: Mapping[str, Any], at: str) -> Iterator[str]:
    for key, value in given.items():
        here = f"{at}.{key}".lstrip(".")
        field = known.get(key)
        if field is None:
            yield f"{here}: {model.__name__} has no such field; it has {', '.join(sorted(known))}"
        elif isinstance(field, dict):
            yield from _against(model, cast(dict[str, Any], field), value, here)
        else:
            read_only, hint = field
            if read_only:
                yield f"{here}: read-only"
            yield from _wrong(hint, value, here)


@cache
def _fields_of_new(model: Any) -> Mapping[str, Any]:
    model()  # the SDK fills in a model's fields when it first makes one
    package = importlib.import_module(model.__module__.rsplit("._models", 1)[0])
    hints = typing.get_type_hints(model, vars(package) | vars(sys.modules[model.__module__]) | {"_models": package})
    fields = model._attr_to_rest_field.items()
    return {field._rest_name: (field._visibility == ["read"], hints.get(name)) for name, field in fields}


@cache
def _fields_of_old(model: Any) -> Mapping[str, Any]:
    known: dict[str, Any] = {}
    for name, entry in model._attribute_map.items():
        *outer, last = [step.replace("\0", ".") for step in entry["key"].replace("\\.", "\0").split(".")]
        level = known
        for step in outer:
            level = level.setdefault(step, {})
        level[last] = (bool(model._validation.get(name, {}).get("readonly")), _hint_of_old(model, entry["type"]))
    return known


def _hint_of_old(model: Any, written: str) -> Any:
    """The type in an attribute map, such as `[Subnet]` or `{str}`, as a type hint."""
    inner = getattr(sys.modules[model.__module__], written.strip("[]{}"), None)
    if inner is None:
        return None
    return {"[": list[inner], "{": dict[str, inner]}.get(written[0], inner)


def _wrong(hint: Any, value: Any, at: str) -> Iterator[str]:
    if value == UNKNOWN:
        return
    options = [item for item in typing.get_args(hint) if item is not type(None)]
    if typing.get_origin(hint) in (list, dict) or not options:
        options = [hint]
    values = [member.value for item in options if _is_enum(item) for member in item]
    if values:
        if value not in values:
            yield f"{at}: {value!r} is not one of {', '.join(map(str, values))}"
        return
    for option in options:
        yield from _wrong_inside(option, value, at)


def _wrong_inside(option: Any, value: Any, at: str) -> Iterator[str]:
    if isinstance(value, dict):
        items = cast(dict[str, Any], value)
        if _is_model(option):
            yield from problems(option, items, at)
        elif typing.get_origin(option) is dict:
            for key, item in items.items():
                yield from _wrong(typing.get_args(option)[1], item, f"{at}.{key}")
    elif isinstance(value, list) and typing.get_origin(option) is list:
        for index, item in enumerate(cast(list[Any], value)):
            yield from _wrong(typing.get_args(option)[0], item, f"{at}[{index}]")


def _is_enum(option: Any) -> bool:
    return isinstance(option, type) and issubclass(option, enum.Enum)


def _is_model(option: Any) -> bool:
    # Newer models get their fields only when they are first made, so their base class tells.
    bases = option.__mro__ if isinstance(option, type) else ()
    return hasattr(option, "_attribute_map") or any(
        base.__name__ == "Model" and base.__module__.endswith("model_base") for base in bases
    )
