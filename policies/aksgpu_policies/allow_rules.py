"""Whether one rule of a network policy allows everything: any peer, at any port.

A peer that is named, a port that is named and a range with exceptions are choices. What is hidden decides only where
what is known does not.
"""

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network
from typing import Any, Final, cast

from aksgpu.catalogue.address_ranges import INSTANCE_METADATA
from aksgpu_policies.addresses import everywhere, together
from aksgpu_policies.reading import elements, fields, first_unknown, number, read
from aksgpu_policies.resource import Unknown

Answer = bool | Unknown

LAST_PORT: Final = 65535
WHOLE_CLUSTER: Final = ("all", "cluster")
WORLD: Final = ("world", "world-ipv4", "world-ipv6")
"""Cilium's names for every address outside the cluster."""


def kubernetes_rule(one: Any, peers: str) -> Answer:
    """A rule of a NetworkPolicy. `peers` is `from` or `to`."""
    if isinstance(one, Unknown):
        return one
    return _both(_any_port(elements(one, "ports")), _any_peer(elements(one, peers)))


def cilium_rule(one: Any, peers: str, denies_metadata: Answer = False) -> Answer:
    """A rule of a CiliumNetworkPolicy. An empty one allows nothing.

    `denies_metadata` says whether the policy denies instance metadata, which makes the rest of the world a choice.
    """
    if isinstance(one, Unknown):
        return one
    blocks = elements(one, "toPorts")
    ports = _either([True] if not blocks else (_cilium_ports(block) for block in blocks))
    entities = elements(one, f"{peers}Entities")
    ranges = (*elements(one, f"{peers}CIDR"), *_without_exceptions(elements(one, f"{peers}CIDRSet")))
    world = everywhere(ranges) or any(name in WORLD for name in entities)
    hidden = first_unknown(*entities, *ranges)
    outside = _both(world or hidden or False, _opposite(denies_metadata))
    inside = any(name in WHOLE_CLUSTER for name in entities) or (bool(blocks) and _names_no_peer(one, peers))
    return _both(ports, _either([inside or first_unknown(*entities) or False, outside]))


def denies_metadata(spec: Any) -> Answer:
    """Whether a Cilium policy's own egressDeny keeps its pods from instance metadata, at every port."""
    return _either(map(_denies_metadata, elements(spec, "egressDeny")))


def _denies_metadata(rule: Any) -> Answer:
    if isinstance(rule, Unknown):
        return rule
    ranges = (*elements(rule, "toCIDR"), *(_below(block, "cidr") for block in elements(rule, "toCIDRSet")))
    ports = elements(rule, "toPorts")
    return _both(
        first_unknown(*ports) or not ports,
        _holds_metadata(ranges) or first_unknown(*ranges) or False,
    )


def _holds_metadata(ranges: Iterable[Any]) -> bool:
    metadata = IPv4Network(INSTANCE_METADATA)
    return any(isinstance(one, IPv4Network) and metadata.subnet_of(one) for one in together(ranges))


def _any_port(ports: Iterable[Any]) -> Answer:
    """No list is any port; so is an entry that names only a protocol, or the whole range."""
    listed = list(ports)
    return _either(_all_of(port) for port in listed) if listed else True


def _all_of(entry: Any) -> Answer:
    """Whether one entry is every port of its protocol."""
    first, last = _below(entry, "port"), _below(entry, "endPort")
    hidden = first_unknown(first, last)
    if first is None:
        return True
    if hidden is not None:
        # One that is hidden is still one port, unless it may begin a range.
        return False if last is None else hidden
    begin, end = number(first), number(last)
    return begin is not None and end is not None and begin <= 1 and end >= LAST_PORT


def _cilium_ports(block: Any) -> Answer:
    """Cilium writes 0 for any port."""
    if isinstance(block, Unknown):
        return block
    ports = elements(block, "ports")
    first = [_below(port, "port") for port in ports]
    if not ports or any(number(one) == 0 for one in first):
        return True
    return _either([*map(_all_of, ports), first_unknown(*first) or False])


def _any_peer(listed: Iterable[Any]) -> Answer:
    """No list is anybody; so are all pods of all namespaces, and ranges that together are all addresses."""
    peers = list(listed)
    ranges = _without_exceptions(_below(peer, "ipBlock") for peer in peers)
    if not peers or everywhere(ranges):
        return True
    return _either([*(_every_namespace(peer) for peer in peers), first_unknown(*ranges) or False])


def _without_exceptions(blocks: Iterable[Any]) -> list[Any]:
    return [_below(one, "cidr") for one in blocks if isinstance(one, Unknown) or not elements(one, "except")]


def _every_namespace(peer: Any) -> Answer:
    namespaces, pods = _below(peer, "namespaceSelector"), _below(peer, "podSelector")
    if namespaces is None:
        return False
    return _both(selects_all(namespaces), pods is None or selects_all(pods))


def selects_all(selector: Any) -> Answer:
    """Whether a selector that is there has nothing to select by."""
    if isinstance(selector, Unknown):
        return selector
    if not isinstance(selector, Mapping):
        return False
    values = cast(Mapping[str, Any], selector).values()
    known = any(value for value in values if not isinstance(value, Unknown))
    return False if known else first_unknown(*values) or True


def _names_no_peer(one: Any, peers: str) -> bool:
    given = fields(one, ())
    return not any(key.startswith(peers) and key != "toPorts" and given[key] is not None for key in given)


def _below(value: Any, key: str) -> Any:
    return read(value, (key,))


def _both(one: Answer, other: Answer) -> Answer:
    if one is False or other is False:
        return False
    return first_unknown(one, other) or True


def _either(answers: Iterable[Answer]) -> Answer:
    given = list(answers)
    return any(answer is True for answer in given) or first_unknown(*given) or False


def _opposite(answer: Answer) -> Answer:
    return answer if isinstance(answer, Unknown) else not answer
