"""From Azure entries to SDK classes and constructor arguments."""

import inspect
import re
from pathlib import Path

import pytest
from pulumi import _types as sdk_types
from sdk_inputs import args_class, strangers

from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.sdk_arguments import argument_name, sdk_arguments, sdk_class

TYPES = [
    "azure-native:authorization:RoleAssignment",
    "azure-native:containerservice:AgentPool",
    "azure-native:containerservice:MaintenanceConfiguration",
    "azure-native:containerservice:ManagedCluster",
    "azure-native:managedidentity:FederatedIdentityCredential",
    "azure-native:managedidentity:UserAssignedIdentity",
    "azure-native:network:NatGateway",
    "azure-native:network:PrivateEndpoint",
    "azure-native:network:PublicIPAddress",
    "azure-native:network:Subnet",
    "azure-native:network:VirtualNetwork",
    "azure-native:operationalinsights:Workspace",
    "azure-native:resources:ResourceGroup",
    "azure-native:storage:StorageAccount",
]
POOL = AzureResource(
    "pool-train",
    "azure-native:containerservice:AgentPool",
    {"resourceGroupName": "rg", "resourceName": "gpu", "agentPoolName": "train"},
    {"vmSize": "Standard_NC4as_T4_v3", "gpuProfile": {"driver": "None"}, "nodeLabels": {"a_b": "c"}},
)


@pytest.mark.parametrize("type_token", TYPES)
def test_every_input_finds_its_constructor_argument(type_token: str) -> None:
    cls = sdk_class(type_token)
    assert f"'{type_token}'" in Path(inspect.getfile(cls)).read_text()
    accepted = inspect.signature(cls._internal_init).parameters
    names = sdk_types.input_type_py_to_pulumi_names(args_class(cls)).values()
    assert [name for name in names if argument_name(name) not in accepted] == []


def test_the_cluster_name_of_a_pool_is_not_the_pulumi_name() -> None:
    assert sdk_arguments(POOL) == {
        "resource_group_name": "rg",
        "resource_name_": "gpu",
        "agent_pool_name": "train",
        "vm_size": "Standard_NC4as_T4_v3",
        "gpu_profile": {"driver": "None"},
        "node_labels": {"a_b": "c"},
    }


def test_what_the_sdk_does_not_know_is_found_at_any_depth() -> None:
    good = {**POOL.path, **POOL.inputs}
    bad = good | {"gpuProfile": {"drver": "None"}, "count": "3", "nodeTaints": "a", "osDisk": 1, "minCount": True}
    args = args_class(sdk_class(POOL.type))
    assert list(strangers(args, good)) == []
    assert set(strangers(args, bad)) == {
        "gpuProfile.drver: no such input",
        "count: str is not taken here",
        "nodeTaints: str is not taken here",
        "osDisk: no such input",
        "minCount: bool is not taken here",
    }


@pytest.mark.parametrize("token", ["azure-native:containerservice:Pool", "azure-native:nothing:AgentPool", "Pool"])
def test_an_unknown_type_is_named(token: str) -> None:
    with pytest.raises(LookupError, match=re.escape(f"the Pulumi SDK has no resource type {token}")):
        sdk_class(token)
