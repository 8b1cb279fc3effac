"""Nothing overlaps, and what belongs to AKS stays AKS's."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import address_plan as rules

Make = Callable[..., Subject]
NETWORK = "cluster.create.network"
SUBNET = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n"


def with_network(**network: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"network": network}}}


def vnet(space: str, nodes: str, endpoints: str) -> dict[str, Any]:
    return {"vnet": {"addressSpace": space, "nodeSubnet": nodes, "privateEndpointSubnet": endpoints}}


@pytest.mark.parametrize(
    ("network", "paths"),
    [
        ({}, []),
        ({"podCidr": "10.0.128.0/17"}, [f"{NETWORK}.serviceCidr"]),
        ({"podCidr": "10.224.0.0/16"}, [f"{NETWORK}.podCidr"]),
        ({"serviceCidr": "10.225.0.0/24"}, [f"{NETWORK}.serviceCidr"]),
        ({"podCidr": "10.0.0.0/8"}, [f"{NETWORK}.podCidr", f"{NETWORK}.serviceCidr"]),
        ({"podCidr": "10.224.0.0/16", "existingSubnet": SUBNET}, []),
    ],
)
def test_overlaps(subject: Make, network: dict[str, Any], paths: list[str]) -> None:
    findings = list(rules.ranges_do_not_overlap(subject(with_network(**network))))
    assert [finding.dotted for finding in findings] == paths
    assert all(finding.severity is Severity.ERROR for finding in findings)


def test_what_to_write_overlaps_nothing(subject: Make) -> None:
    (finding,) = rules.ranges_do_not_overlap(subject(with_network(podCidr="10.224.0.0/16", serviceCidr="10.0.0.0/15")))
    assert "10.2.0.0/16" in finding.remedy
    assert not list(
        rules.ranges_do_not_overlap(subject(with_network(podCidr="10.2.0.0/16", serviceCidr="10.0.0.0/15")))
    )


def test_declared_ranges_are_compared_too(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"podCidr": "10.0.0.0/12", "serviceCidr": "10.0.0.0/16"}}}}
    (finding,) = rules.ranges_do_not_overlap(existing_subject(facts))
    assert finding.dotted == "cluster.existing.facts.serviceCidr"
    assert "really has" in finding.remedy, "the ranges of a cluster that exists cannot be chosen here"


@pytest.mark.parametrize(
    ("network", "path"),
    [
        ({"podCidr": "172.31.0.0/20"}, f"{NETWORK}.podCidr"),
        ({"podCidr": "172.16.0.0/12"}, f"{NETWORK}.podCidr"),
        ({"serviceCidr": "172.30.4.0/24"}, f"{NETWORK}.serviceCidr"),
        (vnet("169.254.0.0/16", "169.254.0.0/24", "169.254.1.0/24"), f"{NETWORK}.vnet.addressSpace"),
    ],
)
def test_ranges_of_aks(subject: Make, network: dict[str, Any], path: str) -> None:
    (finding,) = rules.ranges_are_free(subject(with_network(**network)))
    assert finding.dotted == path
    assert "AKS keeps" in finding.message


def test_the_defaults_are_free(subject: Make, existing_subject: Make) -> None:
    assert not list(rules.ranges_are_free(subject()))
    assert not list(rules.ranges_are_free(existing_subject()))


@pytest.mark.parametrize(
    ("cidr", "words"),
    [("10.0.0.0/12", "too large"), ("10.0.0.0/13", None), ("10.0.0.0/28", None), ("10.0.0.0/29", "too small")],
)
def test_the_service_range_has_a_size(subject: Make, cidr: str, words: str | None) -> None:
    findings = list(rules.service_range_fits(subject(with_network(serviceCidr=cidr, podCidr="192.168.0.0/16"))))
    assert len(findings) == (1 if words else 0)
    assert all(words and words in finding.message for finding in findings)


def test_subnets_lie_inside_and_apart(subject: Make) -> None:
    outside = with_network(**vnet("10.224.0.0/16", "10.224.0.0/17", "10.225.0.0/24"))
    (finding,) = rules.subnets_lie_in_the_network(subject(outside))
    assert finding.dotted == f"{NETWORK}.vnet.privateEndpointSubnet"
    same = with_network(**vnet("10.224.0.0/16", "10.224.0.0/17", "10.224.1.0/24"))
    (finding,) = rules.subnets_lie_in_the_network(subject(same))
    assert "10.224.0.0/17" in finding.message
    assert not list(rules.subnets_lie_in_the_network(subject()))


@pytest.mark.parametrize(
    ("prefix", "inside", "large_enough"),
    [("10.226.0.0/28", True, True), ("10.226.0.0/29", True, False), ("10.0.0.0/28", False, True)],
)
def test_the_api_servers_subnet(subject: Make, prefix: str, inside: bool, large_enough: bool) -> None:
    changes = {"cluster": {"create": {"apiServer": {"subnetPrefix": prefix}}}}
    path = "cluster.create.apiServer.subnetPrefix"
    found = [finding.dotted for finding in rules.subnets_lie_in_the_network(subject(changes))]
    assert found == ([] if inside else [path])
    sizes = [finding.dotted for finding in rules.api_server_subnet_is_large_enough(subject(changes))]
    assert sizes == ([] if large_enough else [path])
