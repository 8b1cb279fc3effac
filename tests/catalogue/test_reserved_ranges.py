"""Ranges that AKS keeps for itself, and sizes that it takes."""

import pytest

from aksgpu.catalogue.reserved_ranges import (
    RESERVED_BY_AKS,
    addresses_in_subnet,
    smallest_subnet_prefix,
    why_range_is_reserved,
    why_service_range_does_not_fit,
)
from aksgpu.catalogue.vnet_integration import REGIONS_WITHOUT, why_no_vnet_integration


@pytest.mark.parametrize("cidr", [*RESERVED_BY_AKS, "172.16.0.0/12", "172.31.255.0/24"])
def test_reserved_ranges_are_named(cidr: str) -> None:
    problem = why_range_is_reserved(cidr)
    assert problem
    assert cidr in problem.message
    assert "10.0.0.0/8" in problem.remedy


def test_a_range_over_both_names_both() -> None:
    problem = why_range_is_reserved("172.16.0.0/12")
    assert problem
    assert "172.30.0.0/16 and 172.31.0.0/16" in problem.message


@pytest.mark.parametrize("cidr", ["10.0.0.0/8", "172.16.0.0/13", "172.24.0.0/14", "192.168.0.0/16", "192.0.3.0/24"])
def test_neighbours_are_free(cidr: str) -> None:
    assert why_range_is_reserved(cidr) is None


@pytest.mark.parametrize(
    ("prefix", "fits"), [(8, False), (12, False), (13, True), (28, True), (29, False), (32, False)]
)
def test_service_ranges(prefix: int, fits: bool) -> None:
    assert (why_service_range_does_not_fit(f"10.0.0.0/{prefix}") is None) is fits


@pytest.mark.parametrize("addresses", [1, 3, 4, 11, 12, 251, 252, 5000])
def test_the_smallest_subnet_holds_its_nodes_and_the_next_smaller_does_not(addresses: int) -> None:
    prefix = smallest_subnet_prefix(addresses)
    assert addresses_in_subnet(f"10.0.0.0/{prefix}") >= addresses
    assert addresses_in_subnet(f"10.0.0.0/{prefix + 1}") < addresses


def test_tiny_subnets_hold_nothing() -> None:
    assert addresses_in_subnet("10.0.0.0/30") == 0


def test_regions_without_vnet_integration() -> None:
    for region in REGIONS_WITHOUT:
        problem = why_no_vnet_integration(region)
        assert problem
        assert region in problem.message
    assert why_no_vnet_integration("swedencentral") is None
