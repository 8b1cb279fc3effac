"""Addresses and API versions are those of the pinned provider and of Azure's own SDK."""

import importlib
import re
from pathlib import Path

import pulumi_azure_native
import pytest
from arm_stacks import Entries
from engine_inputs import args_class

from aksgpu.arm import arm_requests
from aksgpu.arm_types import ARM_TYPES
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, FromConfig, Joined
from aksgpu_rehearsal.simulated_azure.bodies import MODELS, model_of
from aksgpu_rehearsal.simulated_azure.names import SIMULATED

SDK = Path(pulumi_azure_native.__file__).parent
SUBSCRIPTION = "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"


def _file(kind: str) -> Path:
    _, module, name = kind.split(":")
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return SDK / module / f"{snake}.py"


@pytest.mark.parametrize("kind", sorted(SIMULATED))
def test_api_versions_are_the_providers_defaults(kind: str) -> None:
    found = re.search(r"Uses Azure REST API version ([0-9a-z-]+)\.", _file(kind).read_text())
    assert found
    assert SIMULATED[kind].api_version == found[1]


@pytest.mark.parametrize("kind", sorted(kind for kind in ARM_TYPES if kind in MODELS))
def test_addresses_are_the_sdks(kind: str) -> None:
    """The SDK's own requests name every address that it can reach."""
    package = model_of(kind).__module__.split(".models")[0]
    folder = Path(importlib.import_module(package).__file__ or "").parent
    texts = [file.read_text() for file in folder.rglob("*.py") if "operations" in file.as_posix()]
    known = {
        re.sub(r"\{[^}]+\}", "{}", address).lower().strip("/")
        for text in texts
        for address in re.findall(r"\"(/[^\"]*/providers/[^\"]+)\"", text)
    }
    mine = re.sub(r"\{[^}]+\}", "{}", ARM_TYPES[kind].address).lower().strip("/")
    # The SDK fixes the name of a storage account's services, which the engine leaves open.
    assert {mine, re.sub(r"services/\{\}", "services/default", mine)} & known, mine


@pytest.mark.parametrize("kind", sorted(SIMULATED))
def test_addresses_are_made_of_engine_inputs(kind: str) -> None:
    variables = set(re.findall(r"\{(\w+)\}", SIMULATED[kind].address)) - {"subscriptionId"}
    assert variables <= args_class(kind).keys()


def test_paths_fill_their_addresses_and_nothing_more(entries_of_stacks: Entries) -> None:
    for stack, (_, entries) in entries_of_stacks.items():
        for entry in entries:
            variables = set(re.findall(r"\{(\w+)\}", ARM_TYPES[entry.type].address)) - {"subscriptionId"}
            assert set(entry.path) == variables, f"{stack}: {entry.key}"


def test_no_two_entries_have_one_address(entries_of_stacks: Entries) -> None:
    for stack, (subscription, entries) in entries_of_stacks.items():
        urls = [one.url.lower() for one in arm_requests(entries, subscription)]
        assert len(urls) == len(set(urls)), stack


def test_ids_in_bodies_are_those_of_the_entries(entries_of_stacks: Entries) -> None:
    subscription, entries = entries_of_stacks["everything"]
    by_key = {one.key: one for one in arm_requests(entries, subscription)}
    cluster = by_key["cluster"].body
    assert cluster
    pool = cluster["properties"]["agentPoolProfiles"][0]
    assert pool["vnetSubnetID"] == by_key["subnet-nodes"].url.split("?")[0]
    assert list(cluster["identity"]["userAssignedIdentities"]) == [by_key["identity-cluster"].url.split("?")[0]]
    assert by_key["diagnostics-audit"].url.startswith(by_key["cluster"].url.split("?")[0])


def test_an_existing_cluster_is_read(entries_of_stacks: Entries) -> None:
    subscription, entries = entries_of_stacks["borrowed"]
    cluster = next(one for one in arm_requests(entries, subscription) if one.key == "cluster")
    assert (cluster.method, cluster.body) == ("GET", None)
    assert "/managedClusters/gpu-dev?api-version=2025-09-01" in cluster.url


def test_what_only_azure_knows_is_said_by_name() -> None:
    entry = AzureResource(
        key="team",
        type="azure-native:managedidentity:FederatedIdentityCredential",
        path={
            "resourceGroupName": "rg",
            "resourceName": "id",
            "federatedIdentityCredentialResourceName": "ns-workload",
        },
        inputs={
            "issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL"),
            "subject": Joined(("system:", FromConfig("a.b"), ":", FromAzure("elsewhere", "id"))),
            "audiences": [FromAzure("team", "name")],
        },
    )
    (request,) = arm_requests([entry], SUBSCRIPTION)
    assert request.body == {
        "properties": {
            "issuer": "<cluster.oidcIssuerProfile.issuerURL>",
            "subject": "system:<secret a.b>:<elsewhere.id>",
            "audiences": ["ns-workload"],
        }
    }
