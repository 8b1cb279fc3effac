"""Address ranges with a meaning of their own, and the addresses that no tenant's pod may reach."""

from functools import cache
from ipaddress import IPv4Network

from aksgpu.catalogue.problem import Problem

INSTANCE_METADATA = "169.254.169.254/32"
"""Azure instance metadata: hands out tokens of the node's identities to whoever asks from the node."""

WIRE_SERVER = "168.63.129.16/32"
"""Azure's virtual public address: hands out the node's provisioning data, certificates included."""

LOCAL_DNS = "169.254.10.0/24"
"""Where AKS LocalDNS answers on each node (AKS docs, localdns-custom.md)."""

LINK_LOCAL = "169.254.0.0/16"
"""What answers on the node itself: instance metadata and LocalDNS among it."""

PRIVATE_RANGES = ("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16")
"""RFC 1918 and the carrier-grade range of RFC 6598: nothing in them is the public internet."""

BLOCKED = {INSTANCE_METADATA: "instance metadata", WIRE_SERVER: "the Azure wire server"}
"""Addresses that pods of teams never reach, with what answers there."""


def overlap(one: str, other: str) -> bool:
    """Whether two IPv4 ranges in CIDR form share an address."""
    return IPv4Network(one).overlaps(IPv4Network(other))


def inside(inner: str, outer: str) -> bool:
    """Whether the first IPv4 range lies in the second, or is the second."""
    return IPv4Network(inner).subnet_of(IPv4Network(outer))


@cache
def public_internet(*private: str) -> tuple[str, ...]:
    """What 0.0.0.0/0 must except to be the public internet: sorted, nothing twice, nothing inside another.

    `private` are ranges of one's own that may lie in public space, such as a virtual network's.
    """
    wanted = {LINK_LOCAL, *BLOCKED, *PRIVATE_RANGES, *private}
    kept = {one for one in wanted if not any(one != other and inside(one, other) for other in wanted)}
    return tuple(sorted(kept, key=IPv4Network))


def why_range_opens_blocked_addresses(cidr: str) -> Problem | None:
    """Why pods must not be let into a range: it holds an address that hands out the node's secrets."""
    held = [what for address, what in BLOCKED.items() if overlap(cidr, address)]
    if not held:
        return None
    return Problem(
        f"{cidr} holds the address of {' and of '.join(held)}, where pods could get the node's own tokens and secrets. "
        "Network policies only ever add permissions, so no other policy would close it again.",
        "Name the private ranges that the pods need, one by one. For public addresses use internetEgress: true.",
    )
