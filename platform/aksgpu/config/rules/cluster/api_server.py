"""Rules about who reaches the Kubernetes API."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Network, collapse_addresses

from aksgpu.catalogue.address_ranges import PRIVATE_RANGES, inside
from aksgpu.catalogue.limits import AUTHORIZED_RANGES, AUTHORIZED_RANGES_VNET_INTEGRATION
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

API_SERVER: Path = ("cluster", "create", "apiServer")
EVERYWHERE = "0.0.0.0/0"
TOO_WIDE = 8
"""Prefix length from which on a range is no company's: a /8 holds 16 million addresses."""


def private_cluster_takes_no_ranges(subject: Subject) -> Iterator[Finding]:
    """Authorised ranges are for public API servers only."""
    created = subject.stack.cluster.create
    if created is not None and created.api_server.private and created.api_server.authorized_ranges:
        yield error(
            (*API_SERVER, "authorizedRanges"),
            "the API server is private: it has no public address for ranges to open, and AKS refuses both together.",
            "Keep private: true and leave authorizedRanges out, or write private: false.",
        )


def public_api_server_is_ranged(subject: Subject) -> Iterator[Finding]:
    """Without ranges the whole internet may try to sign in."""
    created = subject.stack.cluster.create
    if created is None or created.api_server.private:
        return
    ranges = created.api_server.authorized_ranges
    if not ranges:
        yield warning(
            (*API_SERVER, "authorizedRanges"),
            "the Kubernetes API is open to the whole internet: anybody may try to sign in.",
            "Write authorizedRanges with the public ranges of your offices and runners, or private: true.",
        )
    elif EVERYWHERE in ranges:
        yield warning(
            (*API_SERVER, "authorizedRanges", ranges.index(EVERYWHERE)),
            f"{EVERYWHERE} is the whole internet: anybody may try to sign in, and the other ranges mean nothing.",
            "Name the public ranges of your offices and runners instead.",
        )
    elif wide := [one for one in collapse_addresses(map(IPv4Network, ranges)) if one.prefixlen <= TOO_WIDE]:
        millions = wide[0].num_addresses // 10**6
        yield warning(
            (*API_SERVER, "authorizedRanges"),
            f"together these ranges are {wide[0]}, {millions} million addresses: whoever has one may try to sign in.",
            "Name the public ranges of your offices and runners instead.",
        )


def authorized_ranges_are_public(subject: Subject) -> Iterator[Finding]:
    """Callers arrive from public addresses, so a private range lets nobody in."""
    created = subject.stack.cluster.create
    if created is None or created.api_server.private:
        return
    for index, cidr in enumerate(created.api_server.authorized_ranges):
        if any(inside(cidr, private) for private in PRIVATE_RANGES):
            yield warning(
                (*API_SERVER, "authorizedRanges", index),
                f"{cidr} is a private range. Callers reach a public API server from public addresses, so it lets "
                "nobody in.",
                "Write the public address that your network goes out by, for example 203.0.113.10/32.",
            )


def authorized_ranges_are_not_too_many(subject: Subject) -> Iterator[Finding]:
    """AKS counts them, the addresses of the stack's own NAT gateway included."""
    created = subject.stack.cluster.create
    if created is None or created.api_server.private:
        return
    limit = AUTHORIZED_RANGES_VNET_INTEGRATION if created.api_server.subnet_prefix else AUTHORIZED_RANGES
    gateway = created.network.outbound == "natGateway" and created.network.existing_subnet is None
    own = created.network.nat_gateway_ips if gateway and created.api_server.subnet_prefix is None else 0
    count = len(created.api_server.authorized_ranges)
    if count and count + own > limit.value:
        added = f", and the NAT gateway adds {own}" if own else ""
        yield error(
            (*API_SERVER, "authorizedRanges"),
            f"these are {count} ranges{added}: AKS takes at most {limit.value}.",
            "Merge neighbouring ranges into larger ones, or let callers in through one gateway.",
        )


def nodes_may_call_their_api_server(subject: Subject) -> Iterator[Finding]:
    """With an own way out, the nodes' public address must be among the ranges; AKS adds only its own."""
    created = subject.stack.cluster.create
    if created is None or created.network.existing_subnet is None or created.api_server.subnet_prefix:
        return
    outbound = created.network.outbound
    if created.api_server.authorized_ranges and outbound in ("userDefinedRouting", "natGateway"):
        yield note(
            (*API_SERVER, "authorizedRanges"),
            f"nodes in an existing subnet with outbound {outbound} reach the API server from the public address of "
            "that network's firewall or gateway. It must be among these ranges, or no node joins.",
            "See that the address is in the list, for example as 203.0.113.10/32.",
        )


def private_dns_zone_fits(subject: Subject) -> Iterator[Finding]:
    """A zone is for private clusters; an own one has a name that AKS prescribes."""
    created = subject.stack.cluster.create
    if created is None:
        return
    zone, path = created.api_server.private_dns_zone, (*API_SERVER, "privateDnsZone")
    if not created.api_server.private:
        if zone != "system":
            yield error(
                path,
                "the API server is public, and only a private one has a private DNS zone.",
                "Leave privateDnsZone out, or write private: true.",
            )
        return
    if zone == "none":
        yield note(
            path,
            "without a private DNS zone the API server has a public name, which anybody can look up, that leads to its "
            "private address. The platform switches that name on.",
        )
    elif zone != "system" and not _zone_name_fits(zone, subject.stack.region):
        region = subject.stack.region
        yield error(
            path,
            f"this zone is called {zone.rpartition('/')[2]}, and AKS takes only privatelink.{region}.azmk8s.io or "
            f"<label>.privatelink.{region}.azmk8s.io.",
            f"Write the id of such a zone: .../Microsoft.Network/privateDnsZones/privatelink.{region}.azmk8s.io.",
        )


def _zone_name_fits(zone: str, region: str) -> bool:
    pattern = rf".*/providers/Microsoft\.Network/privateDnsZones/([a-z0-9-]+\.)?privatelink\.{region}\.azmk8s\.io"
    return re.fullmatch(pattern, zone, re.IGNORECASE) is not None


RULES = (
    private_cluster_takes_no_ranges,
    public_api_server_is_ranged,
    authorized_ranges_are_public,
    authorized_ranges_are_not_too_many,
    nodes_may_call_their_api_server,
    private_dns_zone_fits,
)
