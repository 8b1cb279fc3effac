"""Azure Monitor around the cluster: managed Prometheus, Container Insights, Grafana and audit logs."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.data_collection import insights_collection, prometheus_collection
from aksgpu.desired.azure.grafana import grafana
from aksgpu.desired.azure.log_workspace import log_workspace, log_workspace_id
from aksgpu.desired.azure.monitor_workspace import monitor_workspace
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

AUDIT_CATEGORIES = ("kube-audit-admin", "guard")
"""Every request that changes something, and every sign-in. Reads are left out: they are most of the volume and cost."""


def monitoring_azure(subject: Subject) -> tuple[AzureResource, ...]:
    """The Azure entries of the part `monitoring`. On an existing cluster: audit logs and Grafana only."""
    return tuple(_entries(subject))


def _entries(subject: Subject) -> Iterator[AzureResource]:
    monitoring = subject.stack.monitoring
    yield from log_workspace(subject)
    if subject.facts.ours and monitoring.managed_prometheus:
        yield from monitor_workspace(subject)
        yield from prometheus_collection(subject)
    if subject.facts.ours and monitoring.container_insights:
        yield from insights_collection(subject)
    if monitoring.grafana is not None:
        yield from grafana(subject, monitoring.grafana)
    if subject.stack.compliance.audit_logs:
        yield _audit_logs(subject)


def _audit_logs(subject: Subject) -> AzureResource:
    return AzureResource(
        key="diagnostics-audit",
        type="azure-native:monitor:DiagnosticSetting",
        path={"resourceUri": FromAzure("cluster", "id"), "name": "aksgpu-audit"},
        inputs={
            "workspaceId": log_workspace_id(subject),
            "logAnalyticsDestinationType": "Dedicated",
            "logs": [{"category": category, "enabled": True} for category in AUDIT_CATEGORIES],
        },
    )
