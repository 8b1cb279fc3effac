"""The Log Analytics workspace: one that exists, or one that the stack makes where something needs it."""

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import names
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

RETENTION_DAYS = 30
AUDIT_RETENTION_DAYS = 90
"""Days that logs are kept; longer where audit logs are among them."""


def needs_log_workspace(subject: Subject) -> bool:
    """Whether anything of the stack sends logs."""
    return subject.stack.compliance.audit_logs or _container_insights(subject)


def log_workspace_id(subject: Subject) -> FromAzure | str:
    """Id of the workspace that logs go to."""
    return subject.stack.monitoring.log_workspace or FromAzure("log-workspace", "id")


def log_workspace(subject: Subject) -> tuple[AzureResource, ...]:
    """The workspace, where the stack makes it."""
    if subject.stack.monitoring.log_workspace or not needs_log_workspace(subject):
        return ()
    days = AUDIT_RETENTION_DAYS if subject.stack.compliance.audit_logs else RETENTION_DAYS
    return (
        AzureResource(
            key="log-workspace",
            type="azure-native:operationalinsights:Workspace",
            path={"resourceGroupName": subject.facts.resource_group, "workspaceName": names.log_workspace(subject)},
            inputs={
                "location": subject.stack.region,
                "sku": {"name": "PerGB2018"},
                "retentionInDays": days,
                "tags": tags(subject),
            },
            after=("resource-group",) if subject.facts.ours else (),
            create_only=("location",),
        ),
    )


def _container_insights(subject: Subject) -> bool:
    return subject.facts.ours and subject.stack.monitoring.container_insights
