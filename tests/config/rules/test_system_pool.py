"""The one system pool of a cluster that the stack makes."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import system_pool as rules

Make = Callable[..., Subject]


@pytest.mark.parametrize(
    ("size", "severities", "words"),
    [
        ("Standard_D4ds_v5", [], ""),
        ("Standard_NC4as_T4_v3", [Severity.ERROR], "GPUs"),
        ("Standard_B4ms", [Severity.ERROR], "burstable"),
        ("Standard_D2ds_v5", [Severity.ERROR], "at least 4 vCPU"),
        ("Standard_D4ds_v55", [Severity.ERROR], "catalogue"),
    ],
)
def test_sizes(subject: Make, size: str, severities: list[Severity], words: str) -> None:
    findings = list(rules.system_pool_size_fits(subject({"systemPool": {"vmSize": size}})))
    assert [finding.severity for finding in findings] == severities
    assert all(finding.dotted == "systemPool.vmSize" and words in finding.message for finding in findings)
    assert all("Standard_D4ds_v5" in finding.remedy for finding in findings)
    assert all("ramGib" not in finding.remedy for finding in findings), "the system pool has no such keys"


def test_somebody_elses_system_pool_is_not_judged(existing_subject: Make) -> None:
    changes = {"systemPool": {"vmSize": "Standard_B2s", "nodes": 1, "dedicated": True}}
    made = existing_subject(changes)
    assert not [finding for rule in rules.RULES for finding in rule(made)]


def test_operators_need_a_home(subject: Make) -> None:
    dedicated: dict[str, Any] = {"systemPool": {"dedicated": True}}
    (finding,) = rules.dedicated_system_pool_leaves_a_home(subject(dedicated))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "systemPool.dedicated")
    assert "cpuPools" in finding.remedy
    tainted = {"cpu": {"vmSize": "Standard_D8ds_v5", "nodes": 2, "taints": ["team=a:NoSchedule"]}}
    assert list(rules.dedicated_system_pool_leaves_a_home(subject(dedicated | {"cpuPools": tainted})))


@pytest.mark.parametrize(
    ("count", "path"),
    [({"scale": {"max": 3}}, "cpuPools.cpu.scale"), ({"nodes": 0}, "cpuPools.cpu.nodes"), ({"nodes": 1}, None)],
)
def test_the_home_is_never_empty(subject: Make, count: dict[str, Any], path: str | None) -> None:
    changes = {"systemPool": {"dedicated": True}, "cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", **count}}}
    findings = list(rules.dedicated_system_pool_leaves_a_home(subject(changes)))
    assert [finding.dotted for finding in findings] == ([path] if path else [])


@pytest.mark.parametrize(("nodes", "warned"), [(1, True), (2, False)])
def test_one_node_is_a_warning(subject: Make, nodes: int, warned: bool) -> None:
    findings = list(rules.system_pool_survives_a_node(subject({"systemPool": {"nodes": nodes}})))
    assert [finding.severity for finding in findings] == ([Severity.WARNING] if warned else [])
