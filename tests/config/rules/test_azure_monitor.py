"""Workspaces, Grafana, and agents of clusters that somebody else made."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import azure_monitor as rules

Make = Callable[..., Subject]
GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
METRICS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Monitor/accounts/m"
LOGS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.OperationalInsights/workspaces/l"
GRAFANA = {"grafana": {"adminGroups": [GROUP]}}
OFF: dict[str, Any] = {"cluster": {"existing": {"facts": {"managedPrometheus": False}}}}


def monitoring(**keys: Any) -> dict[str, Any]:
    return {"monitoring": keys}


def test_add_ons_belong_to_the_clusters_owner(existing_subject: Make, subject: Make) -> None:
    (finding,) = rules.existing_cluster_keeps_its_agents(existing_subject(monitoring(containerInsights=True)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "monitoring.containerInsights")
    (finding,) = rules.existing_cluster_keeps_its_agents(existing_subject(monitoring(managedPrometheus=False)))
    assert finding.dotted == "monitoring.managedPrometheus"
    assert "is on" in finding.message
    assert not list(rules.existing_cluster_keeps_its_agents(existing_subject(monitoring(managedPrometheus=True))))
    assert not list(rules.existing_cluster_keeps_its_agents(existing_subject()))
    assert not list(rules.existing_cluster_keeps_its_agents(subject(monitoring(containerInsights=True))))


def test_a_cluster_without_metrics_is_a_warning(existing_subject: Make) -> None:
    (finding,) = rules.existing_cluster_keeps_its_agents(existing_subject(OFF))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "cluster.existing.facts.managedPrometheus")


@pytest.mark.parametrize(
    ("keys", "refused"),
    [
        (GRAFANA, False),
        (GRAFANA | {"managedPrometheus": False}, True),
        (GRAFANA | {"managedPrometheus": False, "workspace": METRICS}, False),
        ({"managedPrometheus": False}, False),
    ],
)
def test_grafana_reads_something(subject: Make, keys: dict[str, Any], refused: bool) -> None:
    findings = list(rules.grafana_has_something_to_show(subject(monitoring(**keys))))
    assert [finding.dotted for finding in findings] == (["monitoring.grafana"] if refused else [])


def test_grafana_on_somebody_elses_cluster_names_the_workspace(existing_subject: Make) -> None:
    (finding,) = rules.grafana_has_something_to_show(existing_subject(monitoring(**GRAFANA)))
    assert "monitoring.workspace" in finding.remedy
    named = monitoring(workspace=METRICS, **GRAFANA)
    assert not list(rules.grafana_has_something_to_show(existing_subject(named)))


def test_workspaces_that_nothing_uses(subject: Make) -> None:
    idle = monitoring(workspace=METRICS, logWorkspace=LOGS, managedPrometheus=False)
    findings = list(rules.workspaces_are_used(subject(idle)))
    assert [finding.dotted for finding in findings] == ["monitoring.workspace", "monitoring.logWorkspace"]
    assert all(finding.severity is Severity.WARNING for finding in findings)


@pytest.mark.parametrize("use", [{"compliance": {"auditLogs": True}}, {"monitoring": {"containerInsights": True}}])
def test_logs_have_two_users(subject: Make, use: dict[str, Any]) -> None:
    keys = {"logWorkspace": LOGS, **use.get("monitoring", {})}
    assert not list(rules.workspaces_are_used(subject(use | {"monitoring": keys})))


def test_the_region_of_a_given_workspace_is_noted(subject: Make) -> None:
    (finding,) = rules.workspaces_are_used(subject(monitoring(workspace=METRICS)))
    assert finding.severity is Severity.NOTE
    assert "swedencentral" in finding.message
