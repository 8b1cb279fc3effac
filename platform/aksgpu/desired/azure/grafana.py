"""Azure Managed Grafana, reading the stack's metrics."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.monitoring import Grafana
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.monitor_workspace import (
    makes_monitor_workspace,
    monitor_workspace_id,
    monitor_workspace_id_text,
)
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure


def grafana(subject: Subject, wanted: Grafana) -> Iterator[AzureResource]:
    """Grafana with its admins, and its right to read the metrics' workspace where that is known."""
    workspace = monitor_workspace_id(subject)
    integrations = [{"azureMonitorWorkspaceResourceId": workspace}] if workspace else []
    yield AzureResource(
        key="grafana",
        type="azure-native:dashboard:Grafana",
        path={"resourceGroupName": subject.facts.resource_group, "workspaceName": names.grafana(subject)},
        inputs={
            "location": subject.stack.region,
            "sku": {"name": "Standard"},
            "identity": {"type": "SystemAssigned"},
            "properties": {
                "apiKey": "Disabled",
                "deterministicOutboundIP": "Disabled",
                "publicNetworkAccess": "Enabled",
                "zoneRedundancy": "Disabled",
                "grafanaIntegrations": {"azureMonitorWorkspaceIntegrations": integrations},
            },
            "tags": tags(subject),
        },
        after=("resource-group",) if subject.facts.ours else (),
        create_only=("location",),
    )
    scope = monitor_workspace_id_text(subject)
    if scope:
        after = ("monitor-workspace",) if makes_monitor_workspace(subject) else ()
        reader = FromAzure("grafana", "identity.principalId")
        yield role_assignment(subject, "role-grafana-metrics", scope, "Monitoring Data Reader", reader, after=after)
    yield from _admins(subject, wanted)


def _admins(subject: Subject, wanted: Grafana) -> Iterator[AzureResource]:
    scope = ids.resource_id(subject, "Microsoft.Dashboard/grafana", names.grafana(subject))
    for group in dict.fromkeys(group.lower() for group in wanted.admin_groups):
        key = f"role-group-{group}-grafana-admin"
        yield role_assignment(subject, key, scope, "Grafana Admin", group, after=("grafana",), group=True)
