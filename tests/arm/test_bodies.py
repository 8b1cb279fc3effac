"""Request bodies are what Azure's own SDK would send: names, nesting, enum values, nothing read-only."""

import copy
import json
from typing import Any

import pytest
from arm_models import WITHOUT_MODEL
from arm_stacks import Entries

from aksgpu.arm import arm_requests, body
from aksgpu.arm_types import ARM_TYPES
from aksgpu_rehearsal.simulated_azure.bodies import MODELS, model_of, problems


def requests(entries: Entries) -> list[tuple[str, str, Any]]:
    found = []
    for stack, (subscription, azure) in entries.items():
        kinds = {entry.key: entry.type for entry in azure}
        found += [(f"{stack}: {one.key}", kinds[one.key], one.body) for one in arm_requests(azure, subscription)]
    return found


def test_every_body_fits_the_sdks_models(entries_of_stacks: Entries) -> None:
    wrong = [
        f"{where} ({kind}) {problem}"
        for where, kind, sent in requests(entries_of_stacks)
        if sent is not None and kind in MODELS
        for problem in problems(model_of(kind), sent)
    ]
    assert wrong == []


def test_every_type_that_plans_use_is_in_the_table_and_tested(entries_of_stacks: Entries) -> None:
    used = {kind for _, kind, _ in requests(entries_of_stacks)}
    assert used == set(ARM_TYPES)
    assert {kind for kind in used if kind not in MODELS} == WITHOUT_MODEL


def test_bodies_are_json_without_markers(entries_of_stacks: Entries) -> None:
    for where, _, sent in requests(entries_of_stacks):
        assert "FromAzure" not in json.dumps(sent), where


KINDS = [
    ("azure-native:resources:ResourceGroup", {"location"}, None),
    ("azure-native:privatedns:PrivateZone", {"location"}, None),
    (
        "azure-native:privatedns:VirtualNetworkLink",
        {"location", "properties"},
        {"registrationEnabled", "virtualNetwork"},
    ),
    (
        "azure-native:operationalinsights:Workspace",
        {"location", "properties"},
        {"sku", "retentionInDays"},
    ),
    (
        "azure-native:monitor:DiagnosticSetting",
        {"properties"},
        {"workspaceId", "logs", "logAnalyticsDestinationType"},
    ),
    (
        "azure-native:dashboard:Grafana",
        {"location", "sku", "identity", "properties"},
        {"apiKey", "deterministicOutboundIP", "publicNetworkAccess", "zoneRedundancy", "grafanaIntegrations"},
    ),
]


@pytest.mark.parametrize(("kind", "outer", "inner"), KINDS)
def test_types_without_a_model_have_their_known_keys(
    entries_of_stacks: Entries, kind: str, outer: set[str], inner: set[str] | None
) -> None:
    bodies = [sent for _, its_kind, sent in requests(entries_of_stacks) if its_kind == kind]
    assert bodies
    for sent in bodies:
        assert set(sent) - {"tags"} == outer
        assert set(sent.get("properties", {})) == (inner or set())


@pytest.fixture
def cluster_body(entries_of_stacks: Entries) -> dict[str, Any]:
    bodies = {where: sent for where, _, sent in requests(entries_of_stacks)}
    return copy.deepcopy(bodies["everything: cluster"])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("properties", "networkProfile", "networkPolicies"), "cilium"),
        (("properties", "networkProfile", "networkPolicy"), "celium"),
        (("properties", "autoScalerProfile", "scanInterval"), "20s"),
        (("properties", "fqdn"), "x"),
        (("properties", "agentPoolProfiles"), [{"mode": "Systen"}]),
        (("aadProfile",), {}),
    ],
)
def test_the_comparison_sees_mistakes(cluster_body: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    kind = "azure-native:containerservice:ManagedCluster"
    assert not list(problems(model_of(kind), cluster_body))
    place = cluster_body
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert list(problems(model_of(kind), cluster_body))


def test_the_older_models_see_mistakes_too() -> None:
    kind = "azure-native:monitor:DataCollectionRule"
    assert list(problems(model_of(kind), body(kind, {"location": "x", "dataFlow": []})))
    assert list(problems(model_of(kind), body(kind, {"dataFlows": [{"stream": []}]})))


def test_renamed_keys_of_a_storage_account() -> None:
    sent = body(
        "azure-native:storage:StorageAccount",
        {
            "kind": "StorageV2",
            "sku": {"name": "Standard_ZRS"},
            "enableHttpsTrafficOnly": False,
            "enableNfsV3": True,
            "networkRuleSet": {
                "defaultAction": "Deny",
                "virtualNetworkRules": [{"virtualNetworkResourceId": "/subnet", "action": "Allow"}],
                "ipRules": [{"iPAddressOrRange": "203.0.113.1"}],
            },
        },
    )
    assert sent == {
        "kind": "StorageV2",
        "sku": {"name": "Standard_ZRS"},
        "properties": {
            "supportsHttpsTrafficOnly": False,
            "isNfsV3Enabled": True,
            "networkAcls": {
                "defaultAction": "Deny",
                "virtualNetworkRules": [{"id": "/subnet", "action": "Allow"}],
                "ipRules": [{"value": "203.0.113.1"}],
            },
        },
    }


def test_a_pools_type_is_a_property_and_a_clusters_identities_are_a_map() -> None:
    pool = body("azure-native:containerservice:AgentPool", {"type": "VirtualMachineScaleSets", "tags": {"a": "b"}})
    assert pool == {"properties": {"type": "VirtualMachineScaleSets", "tags": {"a": "b"}}}
    identity = {"type": "UserAssigned", "userAssignedIdentities": ["/one", "/two"]}
    cluster = body("azure-native:containerservice:ManagedCluster", {"identity": identity})
    assert cluster == {"identity": {"type": "UserAssigned", "userAssignedIdentities": {"/one": {}, "/two": {}}}}


def test_keys_of_users_are_not_renamed() -> None:
    sent = body("azure-native:containerservice:ManagedCluster", {"tags": {"scanInterval": "x"}})
    assert sent == {"tags": {"scanInterval": "x"}}
