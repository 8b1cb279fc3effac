"""Who reaches the Kubernetes API."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import api_server as rules

Make = Callable[..., Subject]
RANGES = "cluster.create.apiServer.authorizedRanges"
ZONES = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/privateDnsZones"
SUBNET = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n"


def with_api(*, network: dict[str, Any] | None = None, **api: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"apiServer": api, "network": network or {}}}}


def test_private_and_ranges_exclude_each_other(subject: Make) -> None:
    (finding,) = rules.private_cluster_takes_no_ranges(subject(with_api(private=True)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, RANGES)
    private = with_api(private=True, authorizedRanges=[])
    for fine in (private, with_api()):
        assert not list(rules.private_cluster_takes_no_ranges(subject(fine)))


def test_an_open_api_server_is_a_warning(subject: Make) -> None:
    (finding,) = rules.public_api_server_is_ranged(subject(with_api(authorizedRanges=[])))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, RANGES)
    assert "private: true" in finding.remedy
    assert not list(rules.public_api_server_is_ranged(subject(with_api(private=True, authorizedRanges=[]))))
    assert not list(rules.public_api_server_is_ranged(subject()))


def test_a_range_of_everything_is_as_good_as_none(subject: Make) -> None:
    ranges = ["203.0.113.0/28", "0.0.0.0/0"]
    (finding,) = rules.public_api_server_is_ranged(subject(with_api(authorizedRanges=ranges)))
    assert finding.dotted == f"{RANGES}[1]"


def test_private_ranges_let_nobody_in(subject: Make) -> None:
    ranges = ["203.0.113.0/28", "10.1.0.0/16", "0.0.0.0/32", "192.168.1.0/24"]
    findings = list(rules.authorized_ranges_are_public(subject(with_api(authorizedRanges=ranges))))
    assert [finding.dotted for finding in findings] == [f"{RANGES}[1]", f"{RANGES}[3]"]


@pytest.mark.parametrize(
    ("count", "more", "refused"),
    [
        (200, {}, False),
        (201, {}, True),
        (201, {"subnetPrefix": "10.226.0.0/28"}, False),
        (2001, {"subnetPrefix": "10.226.0.0/28"}, True),
    ],
)
def test_aks_counts_ranges(subject: Make, count: int, more: dict[str, Any], refused: bool) -> None:
    ranges = [f"203.{number // 250}.{number % 250}.0/24" for number in range(count)]
    findings = list(rules.authorized_ranges_are_not_too_many(subject(with_api(authorizedRanges=ranges, **more))))
    assert [finding.dotted for finding in findings] == ([RANGES] if refused else [])


def test_the_gateways_own_addresses_count(subject: Make) -> None:
    ranges = [f"203.0.{number}.0/24" for number in range(199)]
    changes = with_api(network={"outbound": "natGateway", "natGatewayIps": 2}, authorizedRanges=ranges)
    (finding,) = rules.authorized_ranges_are_not_too_many(subject(changes))
    assert "NAT gateway adds 2" in finding.message


@pytest.mark.parametrize("outbound", ["userDefinedRouting", "natGateway"])
def test_an_own_way_out_must_be_let_in(subject: Make, outbound: str) -> None:
    network = {"existingSubnet": SUBNET, "outbound": outbound}
    (finding,) = rules.nodes_may_call_their_api_server(subject(with_api(network=network)))
    assert finding.severity is Severity.NOTE
    assert not list(rules.nodes_may_call_their_api_server(subject(with_api(network=network, authorizedRanges=[]))))
    assert not list(rules.nodes_may_call_their_api_server(subject()))


@pytest.mark.parametrize("zone", ["none", f"{ZONES}/privatelink.swedencentral.azmk8s.io"])
def test_a_public_api_server_has_no_private_zone(subject: Make, zone: str) -> None:
    (finding,) = rules.private_dns_zone_fits(subject(with_api(privateDnsZone=zone)))
    assert finding.severity is Severity.ERROR


@pytest.mark.parametrize("name", ["privatelink.swedencentral.azmk8s.io", "gpu.privatelink.swedencentral.azmk8s.io"])
def test_zone_names_that_aks_takes(subject: Make, name: str) -> None:
    zone = with_api(private=True, authorizedRanges=[], privateDnsZone=f"{ZONES}/{name}")
    assert not list(rules.private_dns_zone_fits(subject(zone)))


@pytest.mark.parametrize("name", ["privatelink.westeurope.azmk8s.io", "aks.example.com"])
def test_zone_names_that_aks_refuses(subject: Make, name: str) -> None:
    zone = with_api(private=True, authorizedRanges=[], privateDnsZone=f"{ZONES}/{name}")
    (finding,) = rules.private_dns_zone_fits(subject(zone))
    assert finding.severity is Severity.ERROR
    assert "privatelink.swedencentral.azmk8s.io" in finding.remedy


def test_no_zone_at_all_is_noted(subject: Make) -> None:
    (finding,) = rules.private_dns_zone_fits(
        subject(with_api(private=True, authorizedRanges=[], privateDnsZone="none"))
    )
    assert finding.severity is Severity.NOTE
