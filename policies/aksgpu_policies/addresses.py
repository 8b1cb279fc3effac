"""Address ranges in inputs: what they come to together."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network
from typing import Any


def together(ranges: Iterable[Any]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Ranges in CIDR form, with neighbours merged: two halves of the internet are the internet.

    What is no range, or not known yet, is left out.
    """
    found = [network for one in ranges if (network := _network(one)) is not None]
    return (
        *collapse_addresses([one for one in found if isinstance(one, IPv4Network)]),
        *collapse_addresses([one for one in found if isinstance(one, IPv6Network)]),
    )


def everywhere(ranges: Iterable[Any]) -> bool:
    """Whether ranges together are all addresses of their family."""
    return any(network.prefixlen == 0 for network in together(ranges))


def _network(text: Any) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False) if isinstance(text, str) else None
    except ValueError:
        return None
