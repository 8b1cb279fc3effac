"""The Azure Monitor workspace that metrics go to: one that exists, or the stack's own."""

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure


def makes_monitor_workspace(subject: Subject) -> bool:
    """Whether the stack makes the workspace."""
    monitoring = subject.stack.monitoring
    return subject.facts.ours and monitoring.managed_prometheus and monitoring.workspace is None


def monitor_workspace_id(subject: Subject) -> FromAzure | str | None:
    """Id of the workspace; None where the stack neither makes nor names one."""
    if makes_monitor_workspace(subject):
        return FromAzure("monitor-workspace", "id")
    return subject.stack.monitoring.workspace


def monitor_workspace_id_text(subject: Subject) -> str | None:
    """The same as text: known before the workspace exists."""
    if makes_monitor_workspace(subject):
        return ids.resource_id(subject, "Microsoft.Monitor/accounts", names.monitor_workspace(subject))
    return subject.stack.monitoring.workspace


def monitor_workspace(subject: Subject) -> tuple[AzureResource, ...]:
    """The workspace, where the stack makes it."""
    if not makes_monitor_workspace(subject):
        return ()
    path = {
        "resourceGroupName": subject.facts.resource_group,
        "azureMonitorWorkspaceName": names.monitor_workspace(subject),
    }
    return (
        AzureResource(
            key="monitor-workspace",
            type="azure-native:monitor:AzureMonitorWorkspace",
            path=path,
            inputs={"location": subject.stack.region, "publicNetworkAccess": "Enabled", "tags": tags(subject)},
            after=("resource-group",),
            create_only=("location",),
        ),
    )
