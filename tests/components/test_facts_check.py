"""An existing cluster that is not what the stack declares stops the run with one clear error."""

from typing import Any

import pytest

from aksgpu.desired.entries import AzureResource
from aksgpu_pulumi.facts_check import FactsDiffer, refuse_other_facts

RETURNED: dict[str, Any] = {
    "currentKubernetesVersion": "1.35.6",
    "networkProfile": {"networkPluginMode": "overlay", "networkDataplane": "cilium", "podCidr": "10.244.0.0/16"},
    "agentPoolProfiles": [{"vnetSubnetID": "/subscriptions/A/resourceGroups/RG/providers/x/y/z"}],
    "disableLocalAccounts": True,
}


def check(**declared: Any) -> None:
    facts = {name.replace("__", "."): value for name, value in declared.items()}
    entry = AzureResource(
        "cluster",
        "azure-native:containerservice:ManagedCluster",
        {"resourceGroupName": "rg", "resourceName": "gpu-prod"},
        facts,
        read=True,
    )
    refuse_other_facts(entry, RETURNED)


@pytest.mark.parametrize(
    "declared",
    [
        {"currentKubernetesVersion": "1.35"},
        {"currentKubernetesVersion": "1.35.6"},
        {"networkProfile__networkDataplane": "cilium", "disableLocalAccounts": True},
        {"agentPoolProfiles[0]__vnetSubnetID": "/subscriptions/a/resourcegroups/rg/providers/x/y/z"},
        {"storageProfile__blobCSIDriver__enabled": False, "networkProfile__natGatewayProfile": None},
        {"autoScalerProfile__skipNodesWithLocalStorage": "false"},
    ],
)
def test_facts_that_hold(declared: dict[str, Any]) -> None:
    check(**declared)


def test_all_differences_come_at_once_with_both_values() -> None:
    with pytest.raises(FactsDiffer) as refusal:
        check(
            currentKubernetesVersion="1.3",
            networkProfile__podCidr="10.0.0.0/16",
            disableLocalAccounts=False,
            oidcIssuerProfile__enabled=True,
        )
    assert str(refusal.value) == (
        "cluster: gpu-prod in Azure is not what the stack declares, so checks and plan do not hold for it.\n"
        "  currentKubernetesVersion: declared 1.3, in Azure 1.35.6\n"
        "  networkProfile.podCidr: declared 10.0.0.0/16, in Azure 10.244.0.0/16\n"
        "  disableLocalAccounts: declared false, in Azure true\n"
        "  oidcIssuerProfile.enabled: declared true, in Azure nothing\n"
        "Correct the facts in the stack file, or the resource."
    )
