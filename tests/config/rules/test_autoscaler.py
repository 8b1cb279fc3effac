"""The autoscaler's profile: ranges, waiting times, and who grows first."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import autoscaler as rules

Make = Callable[..., Subject]
SPOT = {"gpuPools": {"spot": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}, "spot": {}}}}


def with_profile(**profile: Any) -> dict[str, Any]:
    return {"autoscaler": profile}


@pytest.mark.parametrize(
    ("profile", "key", "remedy"),
    [
        ({"scanInterval": "0s"}, "scanInterval", "20s"),
        ({"maxNodeProvisionTime": "0m"}, "maxNodeProvisionTime", "25m"),
        ({"scaleDownUnneededTime": "0m", "scanInterval": "1s"}, None, ""),
        ({"scaleDownUtilizationThreshold": 1}, None, ""),
        ({}, None, ""),
    ],
)
def test_ranges(subject: Make, profile: dict[str, Any], key: str | None, remedy: str) -> None:
    findings = list(rules.autoscaler_values_are_in_range(subject(with_profile(**profile))))
    assert [finding.dotted for finding in findings] == ([f"autoscaler.{key}"] if key else [])
    assert all(remedy in finding.remedy and finding.severity is Severity.ERROR for finding in findings)


@pytest.mark.parametrize(("time", "refused"), [("24m", True), ("25m", False), (None, False)])
def test_a_node_gets_25_minutes_for_its_driver(subject: Make, time: str | None, refused: bool) -> None:
    findings = list(rules.nodes_get_time_for_their_driver(subject(with_profile(maxNodeProvisionTime=time))))
    assert [finding.dotted for finding in findings] == (["autoscaler.maxNodeProvisionTime"] if refused else [])
    assert all(finding.severity is Severity.ERROR and "25m" in finding.remedy for finding in findings)


def test_fixed_pools_and_aks_drivers_need_no_patience(subject: Make) -> None:
    hasty = with_profile(maxNodeProvisionTime="15m")
    fixed = hasty | {"gpuPools": {"t4": {"scale": ..., "nodes": 1}}}
    assert not list(rules.nodes_get_time_for_their_driver(subject(fixed)))
    theirs = hasty | {"gpuSoftware": {"driverOwner": "aks"}}
    assert not list(rules.nodes_get_time_for_their_driver(subject(theirs)))


def test_somebody_elses_impatience_is_a_warning(existing_subject: Make) -> None:
    (finding,) = rules.nodes_get_time_for_their_driver(existing_subject())
    assert finding.severity is Severity.WARNING
    assert finding.dotted == "cluster.existing.facts.maxNodeProvisionMinutes"
    facts = {"cluster": {"existing": {"facts": {"maxNodeProvisionMinutes": 25}}}}
    assert not list(rules.nodes_get_time_for_their_driver(existing_subject(facts)))


@pytest.mark.parametrize(("seconds", "warned"), [(599, True), (600, False), (None, False)])
def test_grace_periods_are_not_cut(subject: Make, seconds: int | None, warned: bool) -> None:
    profile = with_profile(maxGracefulTerminationSec=seconds)
    findings = list(rules.pods_get_their_grace_period(subject(profile)))
    assert [finding.dotted for finding in findings] == (["autoscaler.maxGracefulTerminationSec"] if warned else [])
    assert all("vision" in finding.message and "600" in finding.remedy for finding in findings)


def test_the_longest_team_counts(subject: Make) -> None:
    teams = {"teams": {"speech": {"terminationGraceSeconds": 3600}}}
    (finding,) = rules.pods_get_their_grace_period(subject(with_profile(maxGracefulTerminationSec=600) | teams))
    assert "speech" in finding.message
    assert "3600" in finding.remedy


def test_nodes_with_local_storage_must_be_able_to_go(subject: Make, existing_subject: Make) -> None:
    (finding,) = rules.training_nodes_may_go(subject(with_profile(skipNodesWithLocalStorage=True)))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "autoscaler.skipNodesWithLocalStorage")
    facts = {"cluster": {"existing": {"facts": {"skipNodesWithLocalStorage": True}}}}
    (finding,) = rules.training_nodes_may_go(existing_subject(facts))
    assert finding.dotted == "cluster.existing.facts.skipNodesWithLocalStorage"
    assert not list(rules.training_nodes_may_go(subject()))
    assert not list(rules.training_nodes_may_go(existing_subject()))


def test_priorities_need_their_expander(subject: Make) -> None:
    (finding,) = rules.priorities_name_pools(subject(with_profile(priorities={"t4": 5})))
    assert finding.severity is Severity.ERROR
    assert "expander: priority" in finding.remedy
    assert not list(rules.priorities_name_pools(subject(with_profile(expander="priority", priorities={"t4": 5}))))


def test_priorities_name_pools_that_grow(subject: Make) -> None:
    profile = with_profile(expander="priority", priorities={"t5": 5, "fixed": 1})
    fixed = {"gpuPools": {"fixed": {"vmSize": "Standard_NC4as_T4_v3", "nodes": 1}}}
    unknown, still = rules.priorities_name_pools(subject(profile | fixed))
    assert (unknown.severity, unknown.dotted) == (Severity.ERROR, "autoscaler.priorities.t5")
    assert "t4" in unknown.remedy
    assert (still.severity, still.dotted) == (Severity.WARNING, "autoscaler.priorities.fixed")


def test_a_pool_of_an_unknown_size_is_not_called_fixed(subject: Make) -> None:
    profile = with_profile(expander="priority", priorities={"odd": 5})
    odd = {"gpuPools": {"odd": {"vmSize": "Standard_ND1_new", "scale": {"max": 1}}}}
    assert not list(rules.priorities_name_pools(subject(profile | odd)))


def test_spot_first_without_spot_pools_is_noted(subject: Make) -> None:
    (finding,) = rules.priority_expander_has_a_choice(subject(with_profile(expander="priority")))
    assert finding.severity is Severity.NOTE
    for fine in (SPOT, {"autoscaler": {"priorities": {"t4": 1}}}):
        profile = {"autoscaler": {"expander": "priority", **fine.get("autoscaler", {})}}
        assert not list(rules.priority_expander_has_a_choice(subject(fine | profile)))
