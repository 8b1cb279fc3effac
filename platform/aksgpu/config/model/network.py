"""The network of a new cluster."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import AzureId, Cidr


class OwnVnet(Config):
    """A virtual network that the stack makes."""

    address_space: Cidr = "10.224.0.0/12"
    """Range of the whole virtual network."""

    node_subnet: Cidr = "10.224.0.0/16"
    """Range of the nodes' subnet. With an overlay each node takes one address of it."""

    private_endpoint_subnet: Cidr = "10.225.0.0/24"
    """Range of the private endpoints' subnet."""


class Network(Config):
    """Azure CNI overlay with Cilium by default, in a virtual network of its own."""

    vnet: OwnVnet = OwnVnet()
    """The virtual network to make. Ignored where `existingSubnet` is given, and refused if both are written."""

    existing_subnet: AzureId | None = None
    """Subnet for the nodes that exists already. Nothing is made in its virtual network."""

    existing_private_endpoint_subnet: AzureId | None = None
    """Subnet for private endpoints, beside `existingSubnet`."""

    dataplane: Literal["cilium", "azure"] = "cilium"
    """What moves packets. `cilium` is eBPF, `azure` is iptables."""

    policy: Literal["cilium", "calico", "none"] = "cilium"
    """What enforces NetworkPolicies. `cilium` needs the cilium dataplane, `calico` the azure one."""

    pod_cidr: Cidr = "10.244.0.0/16"
    """Range of all pods. Each node takes a /24 of it, so a /16 holds 256 nodes, surge included."""

    service_cidr: Cidr = "10.0.0.0/16"
    """Range of Services. Smaller than a /12."""

    outbound: Literal["loadBalancer", "natGateway", "userDefinedRouting", "none"] = "loadBalancer"
    """How nodes reach the internet. Changing it replaces the cluster."""

    nat_gateway_ips: Annotated[int, Field(ge=1, le=16)] = 1
    """Public addresses of the NAT gateway, where outbound is `natGateway`."""

    local_dns: Literal["Disabled", "Required"] = "Disabled"
    """A DNS cache on every node. Each change reimages every node of every pool."""
