"""Decides whether a packet passes the policies of a plan, as Calico or Cilium would.

It knows what our policies use: label selectors, address blocks, ports by number or name, entities and denials. Under
Cilium an address block never matches a pod or a node; under Calico it matches whatever has the address.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network
from typing import Any


@dataclass(frozen=True)
class End:
    """One end of a connection. A pod has a namespace; a node or the API server has an `entity`; all have an address."""

    address: str
    namespace: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, int] = field(default_factory=dict)
    entity: str | None = None


@dataclass(frozen=True)
class Network:
    """All policies of a cluster and the engine that reads them."""

    policies: tuple[Mapping[str, Any], ...]
    engine: str

    def passes(self, source: End, target: End, port: int, protocol: str = "TCP") -> bool:
        """Whether both ends let the connection through."""
        leaves = self._judge("Egress", source, target, target, port, protocol)
        return leaves and self._judge("Ingress", target, source, target, port, protocol)

    def _judge(self, direction: str, judged: End, other: End, server: End, port: int, protocol: str) -> bool:
        if judged.namespace is None:
            return True
        applying = [each for each in self.policies if self._applies(each, direction, judged)]
        if not applying:
            return True
        key = direction.lower()
        denials = [rule for each in applying for rule in each["spec"].get(f"{key}Deny", ())]
        if any(self._cilium_rule(rule, direction, other, port, protocol) for rule in denials):
            return False
        rules = [(each["kind"], rule) for each in applying for rule in each["spec"].get(key, ())]
        return any(
            self._cilium_rule(rule, direction, other, port, protocol)
            if kind == "CiliumNetworkPolicy"
            else self._plain_rule(rule, direction, judged, other, server, port, protocol)
            for kind, rule in rules
        )

    def _applies(self, policy: Mapping[str, Any], direction: str, pod: End) -> bool:
        spec = policy["spec"]
        if policy["metadata"]["namespace"] != pod.namespace:
            return False
        if policy["kind"] == "CiliumNetworkPolicy":
            key = direction.lower()
            concerned = key in spec or f"{key}Deny" in spec
            return self.engine == "cilium" and concerned and selects(spec["endpointSelector"], pod.labels)
        return direction in spec["policyTypes"] and selects(spec["podSelector"], pod.labels)

    def _plain_rule(
        self, rule: Mapping[str, Any], direction: str, judged: End, other: End, server: End, port: int, protocol: str
    ) -> bool:
        peers = rule.get("to" if direction == "Egress" else "from", [])
        ports = rule.get("ports", [])
        reaches = not peers or any(self._peer(peer, judged, other) for peer in peers)
        fits = not ports or any(_port(each, server, port, protocol) for each in ports)
        return reaches and fits

    def _peer(self, peer: Mapping[str, Any], judged: End, other: End) -> bool:
        block = peer.get("ipBlock")
        if block is not None:
            known = other.namespace is not None or other.entity in ("host", "remote-node")
            return not (self.engine == "cilium" and known) and _in_block(block, other.address)
        if other.namespace is None:
            return False
        namespaces = peer.get("namespaceSelector")
        if namespaces is None:
            same = other.namespace == judged.namespace
        else:
            same = selects(namespaces, {"kubernetes.io/metadata.name": other.namespace})
        return same and selects(peer.get("podSelector", {}), other.labels)

    def _cilium_rule(self, rule: Mapping[str, Any], direction: str, other: End, port: int, protocol: str) -> bool:
        prefix = "to" if direction == "Egress" else "from"
        entities, ranges = rule.get(f"{prefix}Entities", ()), rule.get(f"{prefix}CIDR", ())
        known = other.namespace is not None or other.entity in ("host", "remote-node")
        met = other.entity in entities or (not known and any(_within(other.address, each) for each in ranges))
        ports = [each for group in rule.get("toPorts", ()) for each in group["ports"]]
        return met and (not ports or {"port": str(port), "protocol": protocol} in ports)


def selects(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Whether a label selector matches."""
    exact = all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())
    return exact and all(_expression(each, labels) for each in selector.get("matchExpressions", ()))


def blocks(policies: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Every address block that any rule of these policies allows."""
    found: list[Mapping[str, Any]] = []
    for policy in policies:
        for rule in (*policy["spec"].get("egress", ()), *policy["spec"].get("ingress", ())):
            found += [peer["ipBlock"] for peer in (*rule.get("to", ()), *rule.get("from", ())) if "ipBlock" in peer]
    return found


def _expression(expression: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    assert expression["operator"] == "In", "the only operator that our policies use"
    return labels.get(expression["key"]) in expression["values"]


def _port(rule: Mapping[str, Any], server: End, port: int, protocol: str) -> bool:
    number = server.ports.get(rule["port"]) if isinstance(rule["port"], str) else rule["port"]
    return rule["protocol"] == protocol and number == port


def _in_block(block: Mapping[str, Any], address: str) -> bool:
    return _within(address, block["cidr"]) and not any(_within(address, each) for each in block.get("except", ()))


def _within(address: str, cidr: str) -> bool:
    return IPv4Address(address) in IPv4Network(cidr)
