"""Which network and subnets things of the cluster live in, whoever made them."""

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import ids, names
from aksgpu.desired.markers import FromAzure


def makes_network(subject: Subject) -> bool:
    """Whether the stack makes a virtual network of its own."""
    created = subject.stack.cluster.create
    return created is not None and created.network.existing_subnet is None


def node_subnet(subject: Subject) -> FromAzure | str | None:
    """Id of the nodes' subnet; None for an existing cluster whose subnet AKS made."""
    return FromAzure("subnet-nodes", "id") if makes_network(subject) else subject.facts.node_subnet


def virtual_network(subject: Subject) -> FromAzure | str | None:
    """Id of the nodes' virtual network; None where it is not known."""
    if makes_network(subject):
        return FromAzure("vnet", "id")
    subnet = subject.facts.node_subnet
    return ids.parent_of(subnet) if subnet else None


def private_endpoint_subnet(subject: Subject) -> FromAzure | str | None:
    """Id of the subnet for private endpoints; None where the stack neither makes nor names one."""
    if makes_network(subject):
        return FromAzure("subnet-private-endpoints", "id")
    created = subject.stack.cluster.create
    return created.network.existing_private_endpoint_subnet if created else None


def api_server_subnet(subject: Subject) -> FromAzure | None:
    """Id of the API server's own subnet; None without VNet integration."""
    created = subject.stack.cluster.create
    if created is None or created.api_server.subnet_prefix is None or not makes_network(subject):
        return None
    return FromAzure("subnet-api-server", "id")


def node_subnet_id(subject: Subject) -> str | None:
    """The id of `node_subnet` as text: known before the subnet exists."""
    return _own_subnet_id(subject, names.NODE_SUBNET) if makes_network(subject) else subject.facts.node_subnet


def api_server_subnet_id(subject: Subject) -> str | None:
    """The id of `api_server_subnet` as text."""
    return _own_subnet_id(subject, names.API_SERVER_SUBNET) if api_server_subnet(subject) else None


def virtual_network_id(subject: Subject) -> str | None:
    """The id of `virtual_network` as text."""
    subnet = node_subnet_id(subject)
    return ids.parent_of(subnet) if subnet else None


def _own_subnet_id(subject: Subject, subnet: str) -> str:
    network = names.virtual_network(subject)
    return ids.resource_id(subject, "Microsoft.Network/virtualNetworks/subnets", network, subnet)
