"""What pods of a team may reach and who may reach them, as NetworkPolicies that Cilium and Calico read alike.

Everything is denied, then each rule adds one thing. An address rule never matches pods or nodes under Cilium, and does
under Calico; so pods are always named by labels, and address rules except the cluster's own ranges. What needs more
than a NetworkPolicy under Cilium is in cilium_policies.py. Images are pulled and volumes are mounted by the node
itself, outside every policy.
"""

from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.address_ranges import LOCAL_DNS
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy import peers
from aksgpu.desired.tenancy.namespaces import namespace_key

Rule = dict[str, Any]
TEAM_METRICS_PORT = "metrics"
"""Name of the port that a team's own metrics are read from. Each pod resolves the name by its own containers."""


def enforced(subject: Subject) -> bool:
    """Whether the cluster has an engine that reads NetworkPolicies. Without one, objects would only look safe."""
    return subject.facts.network_policy != "none"


def network_policies(subject: Subject, team: str) -> Iterator[KubernetesObject]:
    """The policies of one team's namespace; none without a policy engine."""
    if not enforced(subject):
        return
    name = namespace_of(subject.stack, team)
    yield _policy(name, "default-deny", {"policyTypes": ["Ingress", "Egress"]})
    yield _policy(name, "allow-within-namespace", {"ingress": [_from(_same())], "egress": [_to(_same())]})
    yield _policy(name, "allow-dns", {"egress": _dns(subject)})
    for policy, egress in _egress(subject, team):
        yield _policy(name, policy, {"egress": egress})
    for policy, ingress in _ingress(subject, team):
        yield _policy(name, policy, {"ingress": ingress})


def policy(namespace: str, name: str, spec: dict[str, Any], after: tuple[str, ...]) -> KubernetesObject:
    """One NetworkPolicy. `policyTypes` follows from the rules where it is not given."""
    kinds = [kind for kind, rules in (("Ingress", "ingress"), ("Egress", "egress")) if rules in spec]
    manifest: dict[str, Any] = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"podSelector": {}, "policyTypes": kinds} | spec,
    }
    return KubernetesObject(object_key(manifest), manifest, after=after)


def _policy(namespace: str, name: str, spec: dict[str, Any]) -> KubernetesObject:
    return policy(namespace, name, spec, (namespace_key(namespace),))


def _same() -> peers.Peer:
    # All ports and protocols: NCCL and gloo open ports at random among all workers (field case F56).
    return {"podSelector": {}}


def _from(*sources: peers.Peer, ports: peers.Ports | None = None) -> Rule:
    return {"from": list(sources)} | ({"ports": ports} if ports else {})


def _to(*targets: peers.Peer, ports: peers.Ports | None = None) -> Rule:
    return {"to": list(targets)} | ({"ports": ports} if ports else {})


def _dns(subject: Subject) -> list[Rule]:
    rules = [_to(peers.cluster_dns(), ports=peers.dns_ports())]
    if subject.facts.network_policy != "cilium":
        # Always, since AKS may switch LocalDNS on by itself from 1.36 on. Whether Calico needs it is UNCONFIRMED.
        rules.append(_to({"ipBlock": {"cidr": LOCAL_DNS}}, ports=peers.dns_ports()))
    return rules


def _egress(subject: Subject, team: str) -> Iterator[tuple[str, list[Rule]]]:
    config = subject.stack.teams[team]
    endpoints = peers.private_endpoint_range(subject)
    if endpoints:
        yield "allow-private-endpoints", [_to({"ipBlock": {"cidr": endpoints}}, ports=peers.tcp(peers.HTTPS))]
    if config.internet_egress:
        yield "allow-internet", [_to(peers.internet(subject), ports=peers.tcp(peers.HTTPS))]
    extra = [(peers.address_range(subject, rule.cidr), rule.ports) for rule in config.egress]
    rules = [_to(peer, ports=peers.tcp(*ports)) for peer, ports in extra if peer and ports]
    if rules:
        yield "allow-team-egress", rules
    api_server = peers.api_server_range(subject)
    if config.kubernetes_api and api_server and subject.facts.network_policy != "cilium":
        yield "allow-kubernetes-api", [_to({"ipBlock": {"cidr": api_server}}, ports=peers.tcp(peers.HTTPS))]


def _ingress(subject: Subject, team: str) -> Iterator[tuple[str, list[Rule]]]:
    config, monitoring = subject.stack.teams[team], subject.stack.monitoring
    if subject.facts.managed_prometheus and monitoring.team_metrics:
        ports: peers.Ports = [{"protocol": "TCP", "port": TEAM_METRICS_PORT}]
        yield "allow-metrics-scraping", [_from(peers.metrics_collector(), ports=ports)]
    if config.ingress_namespaces:
        yield "allow-named-namespaces", [_from(peers.namespaced(*config.ingress_namespaces))]
