"""Address ranges that AKS keeps for itself or refuses by their size."""

from ipaddress import IPv4Network

from aksgpu.catalogue.address_ranges import overlap
from aksgpu.catalogue.problem import Problem

RESERVED_BY_AKS = ("169.254.0.0/16", "172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24")
"""No pod, Service or node of a cluster may have these (AKS docs on planning IP addresses).

The two of 172.16.0.0/12 are refused for pods since the AKS changelog of 2026-05-29.
"""

SHORTEST_SERVICE_PREFIX = 13
"""The Service range must be smaller than a /12 (AKS docs, concepts-network-azure-cni-overlay.md)."""

LONGEST_SERVICE_PREFIX = 28
"""Cluster DNS takes the tenth address of the Service range, so it needs 16 at least."""

RESERVED_IN_EACH_SUBNET = 5
"""Azure keeps the first four addresses of a subnet and its last (Azure docs, virtual-networks-faq.md)."""


def why_range_is_reserved(cidr: str) -> Problem | None:
    """Why a range of one's own must not be used, or None where it may."""
    taken = [reserved for reserved in RESERVED_BY_AKS if overlap(cidr, reserved)]
    if not taken:
        return None
    return Problem(
        f"{cidr} overlaps {' and '.join(taken)}, which AKS keeps for itself.",
        "Use another private range, for example one inside 10.0.0.0/8.",
    )


def why_service_range_does_not_fit(cidr: str) -> Problem | None:
    """Why AKS takes no Service range of this size, or None where it does."""
    prefix = IPv4Network(cidr).prefixlen
    if prefix < SHORTEST_SERVICE_PREFIX:
        return Problem(
            f"{cidr} is too large: AKS takes a Service range smaller than a /12.", "Write for example 10.0.0.0/16."
        )
    if prefix > LONGEST_SERVICE_PREFIX:
        return Problem(
            f"{cidr} is too small: cluster DNS takes its tenth address, and every Service needs one.",
            "Write for example 10.0.0.0/16.",
        )
    return None


def addresses_in_subnet(cidr: str) -> int:
    """Addresses of a subnet that nodes can have."""
    return max(IPv4Network(cidr).num_addresses - RESERVED_IN_EACH_SUBNET, 0)


def smallest_subnet_prefix(addresses: int) -> int:
    """Prefix length of the smallest subnet in which so many nodes find an address: 24 for 251."""
    return 32 - (addresses + RESERVED_IN_EACH_SUBNET - 1).bit_length()
