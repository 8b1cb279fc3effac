"""Ids of Azure resources are of the kind that their place asks for."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.rules.cluster import azure_ids as rules

Make = Callable[..., Subject]
GROUP = "/subscriptions/s/resourceGroups/g/providers"
SUBNET = f"{GROUP}/Microsoft.Network/virtualNetworks/v/subnets/n"
VNET = f"{GROUP}/Microsoft.Network/virtualNetworks/v"
REGISTRY = f"{GROUP}/microsoft.containerregistry/registries/images"
LOGS = f"{GROUP}/Microsoft.OperationalInsights/workspaces/l"
METRICS = f"{GROUP}/Microsoft.Monitor/accounts/m"
KEYS = f"{GROUP}/Microsoft.Compute/diskEncryptionSets/k"


def everything(**wrong: str) -> dict[str, Any]:
    ids = {"subnet": SUBNET, "registry": REGISTRY, "logs": LOGS, "metrics": METRICS, "keys": KEYS} | wrong
    return {
        "cluster": {
            "create": {
                "network": {"existingSubnet": ids["subnet"], "existingPrivateEndpointSubnet": ids["subnet"]},
                "registries": [REGISTRY, ids["registry"]],
                "bootstrapRegistry": ids["registry"],
                "addOns": {"defenderWorkspace": ids["logs"]},
            }
        },
        "monitoring": {"workspace": ids["metrics"], "logWorkspace": ids["logs"]},
        "compliance": {"diskEncryptionSet": ids["keys"]},
    }


def test_right_kinds_pass_in_any_case_of_letters(subject: Make) -> None:
    assert not list(rules.azure_ids_are_of_the_right_kind(subject(everything())))


@pytest.mark.parametrize(
    ("what", "paths"),
    [
        (
            "subnet",
            ["cluster.create.network.existingSubnet", "cluster.create.network.existingPrivateEndpointSubnet"],
        ),
        ("registry", ["cluster.create.registries[1]", "cluster.create.bootstrapRegistry"]),
        ("logs", ["cluster.create.addOns.defenderWorkspace", "monitoring.logWorkspace"]),
        ("metrics", ["monitoring.workspace"]),
        ("keys", ["compliance.diskEncryptionSet"]),
    ],
)
def test_wrong_kinds_are_named(subject: Make, what: str, paths: list[str]) -> None:
    findings = list(rules.azure_ids_are_of_the_right_kind(subject(everything(**{what: VNET}))))
    assert [finding.dotted for finding in findings] == paths
    assert all("Microsoft.Network/virtualNetworks," in finding.message for finding in findings)
    assert all(finding.remedy.startswith("Write /subscriptions/<guid>/resourceGroups/<group>/") for finding in findings)


def test_declared_subnets_too(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"nodeSubnet": VNET}}}}
    (finding,) = rules.azure_ids_are_of_the_right_kind(existing_subject(facts))
    assert finding.dotted == "cluster.existing.facts.nodeSubnet"
    assert "virtualNetworks/<name>/subnets/<name>" in finding.remedy
