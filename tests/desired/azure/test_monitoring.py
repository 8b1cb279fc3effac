"""Azure Monitor around the cluster."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.monitoring import monitoring_azure
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

Make = Callable[..., Subject]
GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
METRICS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Monitor/accounts/m"
LOGS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.OperationalInsights/workspaces/l"
GRAFANA = {"adminGroups": [GROUP]}
PROMETHEUS = [
    "data-collection-endpoint-prometheus",
    "data-collection-rule-prometheus",
    "data-collection-association-prometheus",
]
INSIGHTS = ["data-collection-rule-insights", "data-collection-association-insights"]


def entries(subject: Subject) -> dict[str, AzureResource]:
    return {entry.key: entry for entry in monitoring_azure(subject)}


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        ({}, ["monitor-workspace", *PROMETHEUS]),
        ({"monitoring": {"workspace": METRICS}}, PROMETHEUS),
        ({"monitoring": {"managedPrometheus": False}}, []),
        (
            {"monitoring": {"managedPrometheus": False, "containerInsights": True}},
            ["log-workspace", *INSIGHTS],
        ),
        (
            {"monitoring": {"managedPrometheus": False, "containerInsights": True, "logWorkspace": LOGS}},
            INSIGHTS,
        ),
        (
            {"monitoring": {"managedPrometheus": False}, "compliance": {"auditLogs": True}},
            ["log-workspace", "diagnostics-audit"],
        ),
    ],
)
def test_what_is_made(subject: Make, changes: dict[str, Any], keys: list[str]) -> None:
    assert list(entries(subject(changes))) == keys


def test_somebody_elses_cluster_gets_audit_logs_and_grafana_only(existing_subject: Make) -> None:
    assert entries(existing_subject()) == {}
    changes = {
        "compliance": {"auditLogs": True},
        "monitoring": {"grafana": GRAFANA, "workspace": METRICS, "containerInsights": True},
    }
    found = entries(existing_subject(changes))
    keys = [
        "log-workspace",
        "grafana",
        "role-grafana-metrics",
        f"role-group-{GROUP}-grafana-admin",
        "diagnostics-audit",
    ]
    assert list(found) == keys
    assert found["log-workspace"].after == (), "the stack makes no resource group there"
    assert found["diagnostics-audit"].path["resourceUri"] == FromAzure("cluster", "id")


def test_metrics_flow_from_the_cluster_to_the_workspace(subject: Make) -> None:
    found = entries(subject())
    rule = found["data-collection-rule-prometheus"].inputs
    account = rule["destinations"]["monitoringAccounts"][0]
    assert account["accountResourceId"] == FromAzure("monitor-workspace", "id")
    assert rule["dataFlows"] == [{"streams": ["Microsoft-PrometheusMetrics"], "destinations": [account["name"]]}]
    association = found["data-collection-association-prometheus"]
    assert association.path["resourceUri"] == FromAzure("cluster", "id")
    assert association.inputs == {"dataCollectionRuleId": FromAzure("data-collection-rule-prometheus", "id")}
    given = entries(subject({"monitoring": {"workspace": METRICS}}))["data-collection-rule-prometheus"].inputs
    assert given["destinations"]["monitoringAccounts"][0]["accountResourceId"] == METRICS


def test_logs_flow_to_the_workspace_with_the_streams_they_come_in(subject: Make) -> None:
    rule = entries(subject({"monitoring": {"containerInsights": True}}))["data-collection-rule-insights"].inputs
    (source,), (flow,) = rule["dataSources"]["extensions"], rule["dataFlows"]
    assert source["extensionName"] == "ContainerInsights"
    assert source["streams"] == flow["streams"]
    (workspace,) = rule["destinations"]["logAnalytics"]
    assert workspace["workspaceResourceId"] == FromAzure("log-workspace", "id")
    assert flow["destinations"] == [workspace["name"]]


def test_grafana_may_read_the_workspace_it_shows(subject: Make) -> None:
    found = entries(subject({"monitoring": {"grafana": GRAFANA}}))
    shown = found["grafana"].inputs["properties"]["grafanaIntegrations"]["azureMonitorWorkspaceIntegrations"]
    assert shown == [{"azureMonitorWorkspaceResourceId": FromAzure("monitor-workspace", "id")}]
    reader = found["role-grafana-metrics"]
    assert reader.path["scope"].endswith("/Microsoft.Monitor/accounts/amw-gpu-dev")
    assert reader.after == ("monitor-workspace",)
    assert reader.inputs["principalId"] == FromAzure("grafana", "identity.principalId")
    admin = found[f"role-group-{GROUP}-grafana-admin"]
    assert (admin.inputs["principalId"], admin.inputs["principalType"]) == (GROUP, "Group")


def test_audit_logs_are_kept_longer(subject: Make) -> None:
    logs = {"monitoring": {"containerInsights": True}}
    assert entries(subject(logs))["log-workspace"].inputs["retentionInDays"] == 30
    audited = entries(subject(logs | {"compliance": {"auditLogs": True}}))
    assert audited["log-workspace"].inputs["retentionInDays"] == 90
    audit = audited["diagnostics-audit"].inputs
    assert {log["category"] for log in audit["logs"] if log["enabled"]} == {"kube-audit-admin", "guard"}
    assert audit["workspaceId"] == FromAzure("log-workspace", "id")
