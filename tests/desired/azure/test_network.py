"""The network that a stack makes, and the one that it finds."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import network, subnets
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure
from aksgpu.ordering import in_order

Make = Callable[..., Subject]
SUBNET = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub/subnets/nodes"
REGISTRY = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.ContainerRegistry/registries/images"


def entries(subject: Subject) -> dict[str, AzureResource]:
    (part,) = network.parts(subject)
    assert (part.name, part.component) == ("network", "Network")
    return {entry.key: entry for entry in part.entries if isinstance(entry, AzureResource)}


def with_network(**changes: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"network": changes}}}


def test_the_default_network(subject: Make) -> None:
    found = entries(subject())
    assert list(found) == ["resource-group", "vnet", "subnet-nodes", "subnet-private-endpoints"]
    assert found["vnet"].inputs["addressSpace"] == {"addressPrefixes": ["10.224.0.0/12"]}
    assert "subnets" not in found["vnet"].inputs, "subnets are resources of their own"
    assert found["subnet-nodes"].inputs == {
        "addressPrefix": "10.224.0.0/16",
        "defaultOutboundAccess": False,
        "privateEndpointNetworkPolicies": "Disabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
    }


def test_subnets_are_made_one_after_the_other(subject: Make) -> None:
    found = entries(subject({"cluster": {"create": {"apiServer": {"subnetPrefix": "10.226.0.0/28"}}}}))
    chain = ["vnet", "subnet-nodes", "subnet-private-endpoints", "subnet-api-server"]
    for before, after in pairwise(chain):
        assert found[after].after == (before,)
    api_server = found["subnet-api-server"].inputs
    assert api_server["delegations"] == [{"name": "aks", "serviceName": "Microsoft.ContainerService/managedClusters"}]
    assert "defaultOutboundAccess" not in api_server


def test_a_nat_gateway_has_its_addresses_and_its_subnet(subject: Make) -> None:
    found = entries(subject(with_network(outbound="natGateway", natGatewayIps=2)))
    assert found["nat-gateway"].inputs["publicIpAddresses"] == [
        {"id": FromAzure("nat-gateway-ip-1", "id")},
        {"id": FromAzure("nat-gateway-ip-2", "id")},
    ]
    assert found["subnet-nodes"].inputs["natGateway"] == {"id": FromAzure("nat-gateway", "id")}
    assert "natGateway" not in found["subnet-private-endpoints"].inputs
    assert "nat-gateway" not in entries(subject())


def test_nothing_is_made_beside_an_existing_subnet(subject: Make, existing_subject: Make) -> None:
    found = entries(subject(with_network(existingSubnet=SUBNET, outbound="natGateway")))
    assert list(found) == ["resource-group"]
    assert not list(network.parts(existing_subject()))


@pytest.mark.parametrize(
    ("storage", "needed"),
    [
        ({}, False),
        ({"classes": {"a": {"profile": "files-nfs"}}}, True),
        ({"classes": {"a": {"profile": "blob-nfs"}}}, True),
        ({"classes": {"a": {"profile": "blob-nfs", "privateEndpoint": True}}}, False),
        ({"classes": {"a": {"profile": "blob-nfs", "account": "a01"}}, "accounts": {"a01": {}}}, False),
        ({"accounts": {"a01": {"publicAccess": "selectedSubnets"}}}, True),
    ],
)
def test_the_storage_endpoint_is_there_where_something_needs_it(
    subject: Make, storage: dict[str, Any], needed: bool
) -> None:
    nodes = entries(subject({"storage": storage}))["subnet-nodes"].inputs
    assert nodes.get("serviceEndpoints") == ([{"service": "Microsoft.Storage"}] if needed else None)


def test_an_isolated_cluster_finds_its_registry(subject: Make) -> None:
    create = {"network": {"outbound": "none"}, "bootstrapRegistry": REGISTRY}
    found = entries(subject({"cluster": {"create": create}}))
    endpoint = found["private-endpoint-registry"].inputs
    assert endpoint["privateLinkServiceConnections"][0]["privateLinkServiceId"] == REGISTRY
    assert found["dns-link-registry"].inputs["virtualNetwork"] == {"id": FromAzure("vnet", "id")}
    assert in_order(tuple(found.values()))[-1] == "dns-group-registry"
    assert "private-endpoint-registry" not in entries(subject({"cluster": {"create": {"registries": [REGISTRY]}}}))


def test_where_things_are_in_an_own_network(subject: Make) -> None:
    made = subject({"cluster": {"create": {"apiServer": {"subnetPrefix": "10.226.0.0/28"}}}})
    assert subnets.node_subnet(made) == FromAzure("subnet-nodes", "id")
    assert subnets.virtual_network(made) == FromAzure("vnet", "id")
    assert subnets.private_endpoint_subnet(made) == FromAzure("subnet-private-endpoints", "id")
    assert subnets.api_server_subnet(made) == FromAzure("subnet-api-server", "id")
    assert (subnets.node_subnet_id(made) or "").endswith("/virtualNetworks/vnet-gpu-dev/subnets/nodes")
    assert (subnets.api_server_subnet_id(made) or "").endswith("/subnets/api-server")
    assert subnets.api_server_subnet(subject()) is None


def test_where_things_are_in_an_existing_network(subject: Make, existing_subject: Make) -> None:
    beside = f"{SUBNET}-endpoints"
    made = subject(with_network(existingSubnet=SUBNET, existingPrivateEndpointSubnet=beside))
    assert subnets.node_subnet(made) == subnets.node_subnet_id(made) == SUBNET
    assert subnets.virtual_network(made) == SUBNET.removesuffix("/subnets/nodes")
    assert subnets.private_endpoint_subnet(made) == beside
    theirs = existing_subject({"cluster": {"existing": {"facts": {"nodeSubnet": SUBNET}}}})
    assert subnets.node_subnet(theirs) == SUBNET
    unknown = existing_subject()
    assert subnets.node_subnet(unknown) is None
    assert subnets.virtual_network(unknown) is None
    assert subnets.private_endpoint_subnet(unknown) is None
