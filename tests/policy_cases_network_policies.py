"""Cases of the rule that no network policy allows everything: the ways of saying everything."""

from typing import Any

from policy_cases import LATER, Case, bad, good, hidden
from policy_cases_kubernetes import an_object, policy

RULE = "no-default-allow-network-policy"
INGRESS, EGRESS = "allows all ingress", "allows all egress"
TCP = {"protocol": "TCP"}
HALVES = ("0.0.0.0/1", "128.0.0.0/1")
METADATA = "169.254.169.254/32"
BUT_METADATA = [{"cidr": "0.0.0.0/0", "except": [METADATA]}]


def block(cidr: Any) -> dict[str, Any]:
    """A peer that is a range."""
    return {"ipBlock": {"cidr": cidr}}


def inward(*peers: Any, **ports: Any) -> Any:
    """A NetworkPolicy for all pods with one ingress rule."""
    return policy(ingress=[{"from": list(peers), **ports}])


def outward(*peers: Any, **ports: Any) -> Any:
    """The same with one egress rule."""
    return policy(egress=[{"to": list(peers), **ports}])


def cilium(direction: str = "egress", denied: Any = None, **one: Any) -> Any:
    """A Cilium policy for all pods with one rule, and ranges that it denies."""
    deny = {} if denied is None else {"egressDeny": denied}
    return policy(cilium=True, **{direction: [one]}, **deny)


def several(*specs: Any) -> Any:
    """A Cilium policy with a list of specs."""
    base = {"metadata": {"name": "p", "namespace": "vision"}, "specs": list(specs)}
    return an_object("cilium.io/v2:CiliumNetworkPolicy", base, {})


def ports(*listed: Any) -> Any:
    """Ports as Cilium nests them."""
    return [{"ports": list(listed)}]


def deny(*ranges: Any, **more: Any) -> Any:
    """An egressDeny of ranges."""
    return [{"toCIDR": list(ranges), **more}]


CASES: tuple[Case, ...] = (
    bad(RULE, INGRESS, inward({"namespaceSelector": {}})),
    bad(RULE, INGRESS, inward({"namespaceSelector": {"matchLabels": {}}, "podSelector": {}})),
    bad(RULE, EGRESS, outward({"podSelector": {}}, {"namespaceSelector": {}})),
    good(RULE, inward({"namespaceSelector": {"matchLabels": {"team": "a"}}})),
    good(RULE, inward({"namespaceSelector": {}, "podSelector": {"matchLabels": {"app": "web"}}})),
    good(RULE, inward({"namespaceSelector": {}}, ports=[{"port": "metrics", **TCP}])),
    hidden(RULE, "spec.ingress[0]", inward({"namespaceSelector": LATER})),
    hidden(RULE, "spec.ingress[0]", inward({"namespaceSelector": {"matchLabels": LATER}})),
    bad(RULE, EGRESS, policy(egress=[{"ports": [TCP]}])),
    bad(RULE, EGRESS, outward(block("0.0.0.0/0"), ports=[{"port": 443, **TCP}, {"protocol": "UDP"}])),
    bad(RULE, EGRESS, policy(egress=[{"ports": [{"port": 1, "endPort": 65535, **TCP}]}])),
    good(RULE, policy(egress=[{"ports": [{"port": 1024, "endPort": 65535, **TCP}]}])),
    good(RULE, policy(egress=[{"ports": [{"port": LATER, **TCP}]}])),
    hidden(RULE, "spec.egress[0]", policy(egress=[{"ports": [LATER]}])),
    hidden(RULE, "spec.egress[0]", policy(egress=[{"ports": [{"port": LATER, "endPort": 65535}]}])),
    bad(RULE, EGRESS, outward(*map(block, HALVES))),
    good(RULE, outward(block("10.0.0.0/8"), block("not a range"))),
    hidden(RULE, "spec.egress[0]", outward(block(LATER))),
    bad(RULE, EGRESS, cilium(toCIDR=["0.0.0.0/0"])),
    bad(RULE, EGRESS, cilium(toCIDR=list(HALVES))),
    bad(RULE, EGRESS, cilium(toCIDRSet=[{"cidr": "0.0.0.0/0"}])),
    bad(RULE, EGRESS, cilium(toEntities=["world"], denied=deny("10.0.0.0/8"))),
    bad(RULE, EGRESS, cilium(toCIDR=["0.0.0.0/0"], denied=deny(METADATA, toPorts=ports({"port": "80"})))),
    bad(RULE, EGRESS, cilium(toEntities=["all"], denied=deny(METADATA))),
    bad(RULE, INGRESS, cilium("ingress", fromEntities=["cluster"])),
    bad(RULE, INGRESS, cilium("ingress", fromCIDR=["0.0.0.0/0"], denied=deny(METADATA))),
    bad(RULE, INGRESS, cilium("ingress", fromEntities=["all"], toPorts=ports({"port": "0", "protocol": "ANY"}))),
    bad(RULE, INGRESS, cilium("ingress", toPorts=[{}])),
    bad(RULE, EGRESS, several({"endpointSelector": {}}, {"endpointSelector": {}, "egress": [{"toEntities": ["all"]}]})),
    good(RULE, cilium(toCIDR=["0.0.0.0/0"], denied=deny("169.254.0.0/16"))),
    good(RULE, cilium(toCIDRSet=BUT_METADATA)),
    good(RULE, cilium(toCIDR=["0.0.0.0/0"], toPorts=ports({"port": "443", "protocol": "TCP"}))),
    good(RULE, cilium("ingress", toPorts=ports({"port": "8080"}))),
    good(RULE, cilium(toEndpoints=[{}]), cilium()),
    good(RULE, several({"endpointSelector": {"matchLabels": {"a": "b"}}, "egress": [{"toEntities": ["all"]}]})),
    hidden(RULE, "spec.egress[0]", cilium(toCIDR=["0.0.0.0/0"], denied=deny(LATER))),
    hidden(RULE, "spec.egress[0]", cilium(toCIDR=LATER)),
    hidden(RULE, "specs[0].egress[0]", several({"endpointSelector": {}, "egress": [LATER]})),
)
