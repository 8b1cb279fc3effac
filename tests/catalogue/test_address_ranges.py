"""Address ranges, and the addresses that no tenant's pod may reach."""

from ipaddress import IPv4Address, IPv4Network

import pytest

from aksgpu.catalogue.address_ranges import (
    BLOCKED,
    inside,
    overlap,
    public_internet,
    why_range_opens_blocked_addresses,
)


def reachable(address: str, excepted: tuple[str, ...]) -> bool:
    return not any(IPv4Address(address) in IPv4Network(each) for each in excepted)


def test_the_internet_has_neither_private_nor_blocked_addresses() -> None:
    excepted = public_internet()
    for address in ("10.1.2.3", "172.31.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "168.63.129.16"):
        assert not reachable(address, excepted)
    for address in ("20.60.1.1", "168.63.129.17", "172.32.0.1", "100.128.0.1", "1.1.1.1"):
        assert reachable(address, excepted)


def test_exceptions_do_not_overlap_and_are_sorted() -> None:
    excepted = public_internet("10.244.0.0/16", "20.0.0.0/12", "20.0.0.0/16")
    assert "20.0.0.0/12" in excepted
    for one in excepted:
        assert not any(one != other and overlap(one, other) for other in excepted)
    assert list(excepted) == sorted(excepted, key=IPv4Network)


@pytest.mark.parametrize("address", sorted(BLOCKED))
def test_ranges_that_hold_a_blocked_address_are_refused(address: str) -> None:
    for prefix in (32, 24, 8, 0):
        cidr = str(IPv4Network(f"{address.split('/')[0]}/{prefix}", strict=False))
        problem = why_range_opens_blocked_addresses(cidr)
        assert problem is not None
        assert BLOCKED[address] in problem.message


def test_other_ranges_are_not_refused() -> None:
    assert why_range_opens_blocked_addresses("10.0.0.0/8") is None


def test_a_range_lies_inside_itself() -> None:
    assert inside("10.0.0.0/8", "10.0.0.0/8")
    assert not inside("10.0.0.0/8", "10.0.0.0/16")
