"""A cluster that somebody else made: looked up, never registered, and compared with what the stack says."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from pulumi_azure_native.containerservice import outputs
from pulumi_azure_native.containerservice.get_managed_cluster import GetManagedClusterResult

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import cluster
from aksgpu.desired.azure.existing_cluster import differs, existing_cluster

Make = Callable[..., Subject]
SUBNET = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub/subnets/nodes"
EVERYTHING = {"apiServerSubnet": "10.226.0.0/28", "nodeSubnet": SUBNET, "private": True}


def with_facts(**facts: Any) -> dict[str, Any]:
    return {"cluster": {"existing": {"facts": facts}}}


def test_it_is_the_only_entry_of_its_part(existing_subject: Make) -> None:
    (part,) = cluster.parts(existing_subject())
    (entry,) = part.entries
    assert entry == existing_cluster(existing_subject())
    assert entry.read
    assert not entry.protect
    assert entry.path == {"resourceGroupName": "rg-gpu-dev", "resourceName": "gpu-dev"}


def test_declared_facts_are_output_paths_of_the_sdk(existing_subject: Make) -> None:
    getters = dict(inspect.getmembers(GetManagedClusterResult, lambda found: isinstance(found, property)))
    known = {_camel(member) for member in getters.values()}
    declared = existing_cluster(existing_subject(with_facts(**EVERYTHING))).inputs
    assert {path.split(".")[0].split("[")[0] for path in declared} <= known
    text = inspect.getsource(outputs)
    for path in declared:
        for step in path.split("."):
            name = step.split("[")[0]
            assert name in known or f'"{name}"' in text, path


def _camel(member: property) -> str:
    assert member.fget
    return getattr(member.fget, "_pulumi_name", member.fget.__name__)


def test_what_is_not_declared_is_not_compared(existing_subject: Make) -> None:
    declared = existing_cluster(existing_subject(with_facts(podCidr=None))).inputs
    assert "networkProfile.podCidr" not in declared
    assert "agentPoolProfiles[0].vnetSubnetID" not in declared
    assert declared["currentKubernetesVersion"] == "1.35"


@pytest.mark.parametrize(
    ("path", "declared", "found", "different"),
    [
        ("currentKubernetesVersion", "1.35", "1.35.6", False),
        ("currentKubernetesVersion", "1.3", "1.35.6", True),
        ("currentKubernetesVersion", "1.35.6", "1.35.7", True),
        ("networkProfile.networkPolicy", "none", None, False),
        ("networkProfile.networkPolicy", "none", "none", False),
        ("networkProfile.networkPolicy", "none", "calico", True),
        ("networkProfile.networkDataplane", "azure", None, False),
        ("networkProfile.networkDataplane", "cilium", None, True),
        ("apiServerAccessProfile.enablePrivateCluster", False, None, False),
        ("apiServerAccessProfile.enablePrivateCluster", True, None, True),
        ("storageProfile.diskCSIDriver.enabled", True, None, False),
        ("storageProfile.blobCSIDriver.enabled", True, None, True),
        ("disableLocalAccounts", True, True, False),
        ("agentPoolProfiles[0].vnetSubnetID", SUBNET, SUBNET.upper(), False),
        ("autoScalerProfile.maxNodeProvisionTime", "15m", None, False),
        ("autoScalerProfile.maxNodeProvisionTime", "25m", None, True),
    ],
)
def test_differences(path: str, declared: Any, found: Any, different: bool) -> None:
    assert differs(path, declared, found) is different
