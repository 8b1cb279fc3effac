"""What makes the network of a cluster, its dataplane and its way out."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import network as rules

Make = Callable[..., Subject]
SUBNET = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/n"
REGISTRY = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerRegistry/registries/mirror"
NETWORK = "cluster.create.network"


def with_network(**network: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"network": network}}}


def isolated(**more: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"network": {"outbound": "none"}, "bootstrapRegistry": REGISTRY}}, **more}


def test_a_network_is_made_or_exists(subject: Make) -> None:
    both = with_network(existingSubnet=SUBNET, vnet={"addressSpace": "10.0.0.0/8"})
    assert [finding.dotted for finding in rules.one_network(subject(both))] == [f"{NETWORK}.vnet"]
    beside = with_network(existingPrivateEndpointSubnet=SUBNET)
    (finding,) = rules.one_network(subject(beside))
    assert finding.dotted == f"{NETWORK}.existingPrivateEndpointSubnet"
    for fine in ({}, with_network(existingSubnet=SUBNET, existingPrivateEndpointSubnet=SUBNET)):
        assert not list(rules.one_network(subject(fine)))


def test_no_subnet_is_made_in_somebody_elses_network(subject: Make) -> None:
    api = {"subnetPrefix": "10.226.0.0/28"}
    theirs = {"cluster": {"create": {"apiServer": api, "network": {"existingSubnet": SUBNET}}}}
    (finding,) = rules.api_server_subnet_can_be_made(subject(theirs))
    assert finding.dotted == "cluster.create.apiServer.subnetPrefix"
    ours = {"cluster": {"create": {"apiServer": api}}}
    assert not list(rules.api_server_subnet_can_be_made(subject(ours)))
    (finding,) = rules.api_server_subnet_can_be_made(subject(ours | {"region": "qatarcentral"}))
    assert "qatarcentral" in finding.message


@pytest.mark.parametrize(
    ("dataplane", "policy", "severity"),
    [
        ("cilium", "cilium", None),
        ("azure", "calico", None),
        ("azure", "cilium", Severity.ERROR),
        ("cilium", "calico", Severity.ERROR),
        ("cilium", "none", Severity.WARNING),
        ("azure", "none", Severity.WARNING),
    ],
)
def test_dataplane_and_policy(subject: Make, dataplane: str, policy: str, severity: Severity | None) -> None:
    findings = list(rules.dataplane_and_policy_agree(subject(with_network(dataplane=dataplane, policy=policy))))
    assert [finding.severity for finding in findings] == ([severity] if severity else [])
    assert all(finding.dotted == f"{NETWORK}.policy" for finding in findings)


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        ({"outbound": "userDefinedRouting"}, (Severity.ERROR, f"{NETWORK}.outbound")),
        ({"outbound": "userDefinedRouting", "existingSubnet": SUBNET}, None),
        ({"outbound": "natGateway"}, None),
        ({"outbound": "natGateway", "natGatewayIps": 4}, None),
        ({"outbound": "natGateway", "existingSubnet": SUBNET}, (Severity.NOTE, f"{NETWORK}.outbound")),
        ({"natGatewayIps": 2}, (Severity.ERROR, f"{NETWORK}.natGatewayIps")),
    ],
)
def test_ways_out(subject: Make, network: dict[str, Any], expected: tuple[Severity, str] | None) -> None:
    findings = list(rules.outbound_fits_the_network(subject(with_network(**network))))
    assert [(finding.severity, finding.dotted) for finding in findings] == ([expected] if expected else [])


def test_an_isolated_cluster_needs_a_registry(subject: Make) -> None:
    findings = list(rules.isolated_cluster_has_a_registry(subject(with_network(outbound="none"))))
    assert findings[0].severity is Severity.ERROR
    assert findings[0].dotted == "cluster.create.bootstrapRegistry"


def test_a_bootstrap_registry_is_for_isolated_clusters(subject: Make) -> None:
    changes = {"cluster": {"create": {"bootstrapRegistry": REGISTRY}}}
    (finding,) = rules.isolated_cluster_has_a_registry(subject(changes))
    assert finding.severity is Severity.ERROR
    assert "registries" in finding.remedy


def test_an_isolated_cluster_pulls_from_mirrors(subject: Make) -> None:
    kinds = [
        (finding.severity, finding.dotted) for finding in rules.isolated_cluster_has_a_registry(subject(isolated()))
    ]
    assert kinds == [(Severity.WARNING, "charts.imageRegistry"), (Severity.NOTE, f"{NETWORK}.outbound")]
    mirrored = isolated(charts={"imageRegistry": "mirror.azurecr.io"}, gpuPools={"t4": ...}, teams={"vision": ...})
    assert not list(rules.isolated_cluster_has_a_registry(subject(mirrored)))


@pytest.mark.parametrize(("policy", "words"), [("none", "nothing enforces"), ("azure", "2028-09-30"), ("calico", None)])
def test_policy_engines_of_other_peoples_clusters(existing_subject: Make, policy: str, words: str | None) -> None:
    facts = {"cluster": {"existing": {"facts": {"networkPolicy": policy}}}}
    findings = list(rules.policies_work_on_the_existing_cluster(existing_subject(facts)))
    assert len(findings) == (1 if words else 0)
    assert all(words and words in finding.message for finding in findings)
