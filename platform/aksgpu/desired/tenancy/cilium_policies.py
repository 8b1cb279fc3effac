"""What Cilium needs beside NetworkPolicies: the node itself and the API server are entities there, not addresses.

L3 and L4 rules need no paid add-on (AKS docs, azure-cni-powered-by-cilium.md).
"""

from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.address_ranges import BLOCKED, LOCAL_DNS
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key
from aksgpu.desired.tenancy import peers
from aksgpu.desired.tenancy.namespaces import namespace_key


def uses_cilium(subject: Subject) -> bool:
    """Whether Cilium enforces policies."""
    return subject.facts.network_policy == "cilium"


def cilium_policies(subject: Subject, team: str) -> Iterator[KubernetesObject]:
    """The Cilium policies of one team's namespace; none under another engine."""
    if not uses_cilium(subject):
        return
    name = namespace_of(subject.stack, team)
    after = (namespace_key(name),)
    yield cilium_policy(name, "allow-local-dns", {"egress": _local_dns()}, after)
    yield cilium_policy(name, "deny-instance-metadata", _blocked(), after)
    if subject.stack.teams[team].kubernetes_api:
        rule = {"toEntities": ["kube-apiserver"], "toPorts": cilium_ports(peers.HTTPS)}
        yield cilium_policy(name, "allow-kubernetes-api", {"egress": [rule]}, after)


def cilium_policy(namespace: str, name: str, spec: dict[str, Any], after: tuple[str, ...]) -> KubernetesObject:
    """One CiliumNetworkPolicy, for all pods of the namespace unless the spec selects some."""
    manifest: dict[str, Any] = {
        "apiVersion": "cilium.io/v2",
        "kind": "CiliumNetworkPolicy",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"endpointSelector": {}} | spec,
    }
    return KubernetesObject(object_key(manifest), manifest, after=after)


def cilium_ports(*ports: int, protocols: tuple[str, ...] = ("TCP",)) -> list[dict[str, Any]]:
    """Ports of a Cilium rule. Cilium writes port numbers as text."""
    return [{"ports": [{"port": str(port), "protocol": protocol} for port in ports for protocol in protocols]}]


def _local_dns() -> list[dict[str, Any]]:
    # Both forms, as AKS advises (localdns-custom.md): the range up to Cilium 1.16, the host entity since 1.17. Always,
    # since AKS may switch LocalDNS on by itself from 1.36 on.
    targets: list[dict[str, Any]] = [{"toCIDR": [LOCAL_DNS]}, {"toEntities": ["host"]}]
    return [target | {"toPorts": cilium_ports(peers.DNS, protocols=("UDP", "TCP"))} for target in targets]


def _blocked() -> dict[str, Any]:
    # Denials win over every permission, also over NetworkPolicies that people of the team add themselves.
    return {"egressDeny": [{"toCIDR": sorted(BLOCKED)}]}
