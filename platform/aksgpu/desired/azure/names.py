"""Names of the Azure resources around a cluster. All are fixed, so that a second run finds what the first one made."""

import hashlib

from aksgpu.config.derived.subject import Subject

VIRTUAL_NETWORK = "vnet"
NODE_SUBNET = "nodes"
PRIVATE_ENDPOINT_SUBNET = "private-endpoints"
API_SERVER_SUBNET = "api-server"

DATA_COLLECTION_NAME_LENGTH = 44
"""AKS keeps names of data collection rules and endpoints to 44 characters (Azure/prometheus-collector)."""

_GRAFANA_NAME_LENGTH = 23
_DNS_PREFIX_LENGTH = 54
NODE_RESOURCE_GROUP_LENGTH = 80
"""AKS limit on the name of a node resource group."""


def node_resource_group(subject: Subject) -> str:
    """Resource group that AKS makes for the nodes' own resources. Unique, since the stack's own group is."""
    return f"{subject.facts.resource_group}-nodes"


def dns_prefix(subject: Subject) -> str:
    """First label of the API server's name: letters, digits and hyphens, at most 54 characters."""
    return subject.facts.name.replace("_", "-")[:_DNS_PREFIX_LENGTH].strip("-")


def virtual_network(subject: Subject) -> str:
    """The stack's own virtual network."""
    return f"vnet-{subject.facts.name}"


def nat_gateway(subject: Subject) -> str:
    """The NAT gateway of the node subnet."""
    return f"nat-{subject.facts.name}"


def identity(subject: Subject, role: str) -> str:
    """A managed identity of the cluster, by what it is for: `cluster` or `kubelet`."""
    return f"id-{subject.facts.name}-{role}"


def monitor_workspace(subject: Subject) -> str:
    """Azure Monitor workspace: letters, digits and hyphens."""
    return f"amw-{subject.facts.name.replace('_', '-')}"[:44].rstrip("-")


def log_workspace(subject: Subject) -> str:
    """Log Analytics workspace: 4 to 63 letters, digits and hyphens."""
    return f"log-{subject.facts.name.replace('_', '-')}"[:63].rstrip("-")


def data_collection(subject: Subject, prefix: str) -> str:
    """A data collection rule or endpoint, as AKS itself names them: `MSProm-<region>-<cluster>`, cut to fit."""
    name = f"{prefix}-{subject.stack.region}-{subject.facts.name.replace('_', '-')}"
    return shortened(name, DATA_COLLECTION_NAME_LENGTH)


def grafana(subject: Subject) -> str:
    """Managed Grafana: 2 to 23 letters, digits and hyphens."""
    return shortened(f"graf-{subject.facts.name.replace('_', '-')}", _GRAFANA_NAME_LENGTH)


def shortened(name: str, length: int) -> str:
    """`name`, or as much of it as fits with a digest of the whole, so that two long names stay apart."""
    if len(name) <= length:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:5]
    return f"{name[: length - len(digest) - 1].rstrip('-')}-{digest}"
