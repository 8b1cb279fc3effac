"""The network that a stack makes for its cluster: virtual network, subnets and what they go out by."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure import names
from aksgpu.desired.azure.registry_endpoint import registry_endpoint
from aksgpu.desired.azure.storage_access import needs_storage_endpoint
from aksgpu.desired.azure.subnets import makes_network
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource, Part
from aksgpu.desired.markers import FromAzure


def parts(subject: Subject) -> Iterator[Part]:
    """The part `network` of a cluster that the stack makes; nothing for an existing cluster."""
    created = subject.stack.cluster.create
    if created is None:
        return
    own = tuple(_own_network(subject, created)) if makes_network(subject) else ()
    yield Part("network", "Network", (_resource_group(subject), *own))


def outbound_address_keys(subject: Subject) -> tuple[str, ...]:
    """Keys of the public addresses that the stack's own NAT gateway goes out by."""
    created = subject.stack.cluster.create
    if created is None or not makes_network(subject) or created.network.outbound != "natGateway":
        return ()
    return tuple(f"nat-gateway-ip-{number}" for number in range(1, created.network.nat_gateway_ips + 1))


def _resource_group(subject: Subject) -> AzureResource:
    return AzureResource(
        key="resource-group",
        type="azure-native:resources:ResourceGroup",
        path={"resourceGroupName": subject.facts.resource_group},
        inputs={"location": subject.stack.region, "tags": tags(subject)},
        create_only=("location",),
    )


def _own_network(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    yield AzureResource(
        key="vnet",
        type="azure-native:network:VirtualNetwork",
        path={"resourceGroupName": subject.facts.resource_group, "virtualNetworkName": names.virtual_network(subject)},
        inputs={
            "location": subject.stack.region,
            "addressSpace": {"addressPrefixes": [cluster.network.vnet.address_space]},
            "enableDdosProtection": False,
            "enableVmProtection": False,
            "tags": tags(subject),
        },
        after=("resource-group",),
        create_only=("location",),
    )
    yield from _nat_gateway(subject)
    yield from _subnets(subject, cluster)
    if cluster.network.outbound == "none" and cluster.bootstrap_registry:
        yield from registry_endpoint(subject, cluster.bootstrap_registry)


def _nat_gateway(subject: Subject) -> Iterator[AzureResource]:
    addresses = outbound_address_keys(subject)
    shared = {"location": subject.stack.region, "tags": tags(subject)}
    for number, key in enumerate(addresses, start=1):
        name = f"{names.nat_gateway(subject)}-{number}"
        yield AzureResource(
            key=key,
            type="azure-native:network:PublicIPAddress",
            path={"resourceGroupName": subject.facts.resource_group, "publicIpAddressName": name},
            inputs={
                **shared,
                "sku": {"name": "Standard", "tier": "Regional"},
                "publicIPAllocationMethod": "Static",
                "publicIPAddressVersion": "IPv4",
            },
            after=("resource-group",),
            create_only=("location", "sku", "publicIPAddressVersion"),
        )
    if addresses:
        yield AzureResource(
            key="nat-gateway",
            type="azure-native:network:NatGateway",
            path={"resourceGroupName": subject.facts.resource_group, "natGatewayName": names.nat_gateway(subject)},
            inputs={
                **shared,
                "sku": {"name": "Standard"},
                "publicIpAddresses": [{"id": FromAzure(key, "id")} for key in addresses],
            },
            create_only=("location", "sku"),
        )


def _subnets(subject: Subject, cluster: NewCluster) -> Iterator[AzureResource]:
    """One after the other: Azure refuses two changes to one virtual network at the same time."""
    nodes: dict[str, Any] = {"addressPrefix": cluster.network.vnet.node_subnet, "defaultOutboundAccess": False}
    if outbound_address_keys(subject):
        nodes["natGateway"] = {"id": FromAzure("nat-gateway", "id")}
    if needs_storage_endpoint(subject):
        nodes["serviceEndpoints"] = [{"service": "Microsoft.Storage"}]
    yield _subnet(subject, "subnet-nodes", names.NODE_SUBNET, nodes, "vnet")
    endpoints = {
        "addressPrefix": cluster.network.vnet.private_endpoint_subnet,
        "defaultOutboundAccess": False,
    }
    yield _subnet(subject, "subnet-private-endpoints", names.PRIVATE_ENDPOINT_SUBNET, endpoints, "subnet-nodes")
    if cluster.api_server.subnet_prefix:
        # AKS asks for this delegation (aks docs, api-server-vnet-integration). Delegated subnets take no
        # defaultOutboundAccess: their outbound belongs to the service.
        delegations = [{"name": "aks", "serviceName": "Microsoft.ContainerService/managedClusters"}]
        inputs = {"addressPrefix": cluster.api_server.subnet_prefix, "delegations": delegations}
        yield _subnet(subject, "subnet-api-server", names.API_SERVER_SUBNET, inputs, "subnet-private-endpoints")


def _subnet(subject: Subject, key: str, name: str, inputs: dict[str, Any], after: str) -> AzureResource:
    path = {
        "resourceGroupName": subject.facts.resource_group,
        "virtualNetworkName": names.virtual_network(subject),
        "subnetName": name,
    }
    # ARM's own defaults, which the SDK sends anyway: the plan shows all that is sent.
    policies = {"privateEndpointNetworkPolicies": "Disabled", "privateLinkServiceNetworkPolicies": "Enabled"}
    whole = {**inputs, **policies}
    return AzureResource(key=key, type="azure-native:network:Subnet", path=path, inputs=whole, after=(after,))
