"""Addresses for nodes and pods, and AKS's limits."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import node_room as rules

Make = Callable[..., Subject]
NETWORK = "cluster.create.network"


def with_pools(maximum: int, **create: Any) -> dict[str, Any]:
    """The small stack has three system nodes, and one more while they are upgraded."""
    return {"gpuPools": {"t4": {"scale": {"max": maximum}}}, "cluster": {"create": create}}


@pytest.mark.parametrize(
    ("pods", "maximum", "severity"),
    [
        ("10.244.0.0/16", 100, None),
        ("10.244.0.0/16", 126, None),
        ("10.244.0.0/16", 127, Severity.WARNING),
        ("10.244.0.0/16", 252, Severity.WARNING),
        ("10.244.0.0/16", 253, Severity.ERROR),
        ("10.244.0.0/25", 1, Severity.ERROR),
    ],
)
def test_each_node_takes_a_24(subject: Make, pods: str, maximum: int, severity: Severity | None) -> None:
    changes = with_pools(maximum, network={"podCidr": pods})
    findings = list(rules.pod_range_holds_all_nodes(subject(changes)))
    assert [finding.severity for finding in findings] == ([severity] if severity else [])
    assert all(finding.dotted == f"{NETWORK}.podCidr" for finding in findings)


def test_surge_nodes_count(subject: Make) -> None:
    changes = with_pools(252, network={"podCidr": "10.244.0.0/16"})
    changes["gpuPools"]["t4"]["upgrade"] = {"maxSurge": 1, "maxUnavailable": 0}
    (finding,) = rules.pod_range_holds_all_nodes(subject(changes))
    assert finding.severity is Severity.ERROR
    assert "holds 256 nodes" in finding.message
    assert "257" in finding.message
    assert "/15" in finding.remedy


def test_a_declared_pod_range_cannot_grow(existing_subject: Make) -> None:
    changes = {
        "gpuPools": {"t4": {"scale": {"max": 300}}},
        "cluster": {"existing": {"facts": {"podCidr": "10.244.0.0/16"}}},
    }
    (finding,) = rules.pod_range_holds_all_nodes(existing_subject(changes))
    assert finding.dotted == "cluster.existing.facts.podCidr"
    assert "cannot grow" in finding.remedy
    without_overlay = {"gpuPools": changes["gpuPools"]}
    without_overlay |= {"cluster": {"existing": {"facts": {"networkPluginMode": "none"}}}}
    assert not list(rules.pod_range_holds_all_nodes(existing_subject(without_overlay)))


@pytest.mark.parametrize(("subnet", "fits"), [("10.224.0.0/28", True), ("10.224.0.0/29", False)])
def test_each_node_takes_an_address(subject: Make, subnet: str, fits: bool) -> None:
    changes = with_pools(7, network={"vnet": {"nodeSubnet": subnet}})
    findings = list(rules.node_subnet_holds_all_nodes(subject(changes)))
    assert [finding.dotted for finding in findings] == ([] if fits else [f"{NETWORK}.vnet.nodeSubnet"])
    assert all("/28" in finding.remedy for finding in findings)


@pytest.mark.parametrize(
    ("tier", "maximum", "refused"), [("Free", 996, False), ("Free", 997, True), ("Standard", 997, False)]
)
def test_tiers_have_limits(subject: Make, tier: str, maximum: int, refused: bool) -> None:
    findings = list(rules.cluster_holds_all_nodes(subject(with_pools(maximum, tier=tier))))
    assert [finding.dotted for finding in findings] == (["cluster.create.tier"] if refused else [])


def test_pools_are_counted(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC4as_T4_v3", "nodes": 1}
    many = {"gpuPools": {f"p{number}": pool for number in range(100)}}
    (finding,) = rules.cluster_holds_all_nodes(subject(many))
    assert "102 node pools" in finding.message
