"""Rules about Azure Monitor around the cluster: workspaces, Grafana, and clusters of somebody else."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

MONITORING: Path = ("monitoring",)


def existing_cluster_keeps_its_agents(subject: Subject) -> Iterator[Finding]:
    """Add-ons of an existing cluster are its owner's."""
    if subject.facts.ours:
        return
    monitoring = subject.stack.monitoring
    if monitoring.container_insights:
        yield error(
            (*MONITORING, "containerInsights"),
            "Container Insights is an add-on of the cluster, and add-ons of a cluster that exists are its owner's.",
            "Leave containerInsights out, and have the cluster's owner switch it on.",
        )
    declared, given = subject.facts.managed_prometheus, monitoring.managed_prometheus
    if "managed_prometheus" in monitoring.model_fields_set and given != declared:
        yield error(
            (*MONITORING, "managedPrometheus"),
            f"managed Prometheus belongs to whoever made the cluster, and cluster.existing.facts says that it is "
            f"{'on' if declared else 'off'}.",
            "Leave managedPrometheus out here. If that fact is wrong, mend cluster.existing.facts.managedPrometheus.",
        )
    if not declared:
        yield warning(
            ("cluster", "existing", "facts", "managedPrometheus"),
            "managed Prometheus is off on this cluster, so nothing collects the metrics of GPUs and queues.",
            "Have its owner switch it on (`az aks update --enable-azure-monitor-metrics`), then write "
            "managedPrometheus: true.",
        )


def grafana_has_something_to_show(subject: Subject) -> Iterator[Finding]:
    """Grafana reads an Azure Monitor workspace."""
    monitoring = subject.stack.monitoring
    if monitoring.grafana is None or monitoring.workspace is not None:
        return
    if not subject.facts.ours:
        yield error(
            (*MONITORING, "grafana"),
            "Grafana reads the metrics of an Azure Monitor workspace, and the stack does not say to which one this "
            "cluster sends them.",
            "Write monitoring.workspace with the id of the cluster's workspace.",
        )
    elif not monitoring.managed_prometheus:
        yield error(
            (*MONITORING, "grafana"),
            "managed Prometheus is off, so there is no workspace for Grafana to read.",
            "Write managedPrometheus: true, or leave grafana out.",
        )


def workspaces_are_used(subject: Subject) -> Iterator[Finding]:
    """A workspace that nothing writes to or reads is a mistake."""
    stack = subject.stack
    monitoring = stack.monitoring
    collected = subject.facts.ours and monitoring.managed_prometheus
    if monitoring.workspace is not None and not collected and monitoring.grafana is None:
        yield warning(
            (*MONITORING, "workspace"),
            "nothing in this stack sends metrics to this workspace, and no Grafana of the stack reads it.",
            f"Leave workspace out, or write {'managedPrometheus: true' if subject.facts.ours else 'grafana'}.",
        )
    logs = stack.compliance.audit_logs or (subject.facts.ours and monitoring.container_insights)
    if monitoring.log_workspace is not None and not logs:
        yield warning(
            (*MONITORING, "logWorkspace"),
            "nothing in this stack sends logs to this workspace.",
            f"Write {'containerInsights: true or ' if subject.facts.ours else ''}compliance.auditLogs: true, or leave "
            "logWorkspace out.",
        )
    if monitoring.workspace is not None and collected:
        yield note(
            (*MONITORING, "workspace"),
            f"the workspace must be in {stack.region}: in another region it needs a second data collection endpoint, "
            "which the platform does not make.",
            f"If it is elsewhere, leave workspace out: the stack then makes one in {stack.region}.",
        )


RULES = (
    existing_cluster_keeps_its_agents,
    grafana_has_something_to_show,
    workspaces_are_used,
)
