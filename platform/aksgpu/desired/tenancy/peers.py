"""Who is at the other end: selectors, ports and address ranges that network rules name."""

from typing import Any

from aksgpu.catalogue.address_ranges import BLOCKED, inside, overlap, public_internet
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.network import Network

Peer = dict[str, Any]
Ports = list[dict[str, Any]]

DNS = 53
HTTPS = 443
DCGM_METRICS = 9400
KUEUE_WEBHOOK = 9443
"""The pods' port, not the Service's 443: policies see the packet after the Service has been resolved."""

KUEUE_VISIBILITY = 8082
KUEUE_METRICS = 8443
"""Kueue chart 0.19.2, templates/manager/manager.yaml."""

KUBE_SYSTEM = "kube-system"
NAMESPACE_NAME = "kubernetes.io/metadata.name"
"""Label that Kubernetes itself puts on every namespace."""


def tcp(*ports: int) -> Ports:
    """TCP ports of a rule."""
    return [{"protocol": "TCP", "port": port} for port in ports]


def dns_ports() -> Ports:
    """Port 53 by UDP, and by TCP for long answers."""
    return [{"protocol": protocol, "port": DNS} for protocol in ("UDP", "TCP")]


def namespaced(*namespaces: str) -> Peer:
    """All pods of these namespaces."""
    expression = {"key": NAMESPACE_NAME, "operator": "In", "values": sorted(set(namespaces))}
    return {"namespaceSelector": {"matchExpressions": [expression]}}


def system_pods(label: str, value: str) -> Peer:
    """Pods of kube-system by one label."""
    return {
        "namespaceSelector": {"matchLabels": {NAMESPACE_NAME: KUBE_SYSTEM}},
        "podSelector": {"matchLabels": {label: value}},
    }


def cluster_dns() -> Peer:
    """CoreDNS, under the label that AKS keeps for it (AKS docs, network-policy-best-practices.md)."""
    return system_pods("k8s-app", "kube-dns")


def metrics_collector() -> Peer:
    """The collectors of managed Prometheus that read Pod and ServiceMonitors.

    Their pods carry `rsName: ama-metrics`; `component` is on the Deployment only.
    """
    return {
        "namespaceSelector": {"matchLabels": {NAMESPACE_NAME: KUBE_SYSTEM}},
        "podSelector": {"matchExpressions": [{"key": "rsName", "operator": "In", "values": ["ama-metrics"]}]},
    }


def api_server_callers(subject: Subject) -> list[Peer]:
    """From where the API server's calls reach a webhook's pods.

    Konnectivity agents, pods of kube-system: AKS labels them `app`, others `k8s-app`, and label sets change, so both
    count (tigera/operator#5212). Under VNet integration the calls come from the API server's own subnet; agents may
    run there as well (Azure/AKS#4119).
    """
    agents = [system_pods(label, "konnectivity-agent") for label in ("app", "k8s-app")]
    subnet = subject.facts.api_server_subnet
    return agents + ([{"ipBlock": {"cidr": subnet}}] if subnet else [])


def own_network(subject: Subject) -> Network | None:
    """Config of the network where the stack makes it, else None."""
    created = subject.stack.cluster.create
    return created.network if created is not None and created.network.existing_subnet is None else None


def private_endpoint_range(subject: Subject) -> str | None:
    """CIDR of the subnet of private endpoints; None where nobody said it."""
    network = own_network(subject)
    return network.vnet.private_endpoint_subnet if network else None


def api_server_range(subject: Subject) -> str | None:
    """CIDR in which the API server's address lies; None where it is public, or where nobody said it.

    A private cluster without VNet integration has its private endpoint in the nodes' subnet.
    """
    if subject.facts.api_server_subnet:
        return subject.facts.api_server_subnet
    network = own_network(subject)
    return network.vnet.node_subnet if network and subject.facts.private else None


def internet(subject: Subject) -> Peer:
    """The public internet: everything but private ranges, the cluster's own ranges, metadata and wire server."""
    network = own_network(subject)
    own = (subject.facts.pod_cidr, subject.facts.service_cidr, network.vnet.address_space if network else None)
    return {"ipBlock": {"cidr": "0.0.0.0/0", "except": list(public_internet(*(each for each in own if each)))}}


def address_range(subject: Subject, cidr: str) -> Peer | None:
    """A range outside the cluster, less the pods and what is blocked in it; None where nothing would be left.

    Calico lets an address rule match pods, so a range that holds the pod range would open other teams' pods.
    """
    never = [each for each in (subject.facts.pod_cidr, *BLOCKED) if each]
    if any(inside(cidr, each) for each in never):
        return None
    excepted = [each for each in never if overlap(each, cidr)]
    return {"ipBlock": {"cidr": cidr} | ({"except": excepted} if excepted else {})}
