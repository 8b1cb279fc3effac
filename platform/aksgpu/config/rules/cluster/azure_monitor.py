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
            "Container Insights is an add-on of the cluster, and this cluster is somebody else's.",
            "Leave containerInsights out, and have the cluster's owner switch it on.",
        )
    declared, given = subject.facts.managed_prometheus, monitoring.managed_prometheus
    if "managed_prometheus" in monitoring.model_fields_set and given != declared:
        yield error(
            (*MONITORING, "managedPrometheus"),
            f"managed Prometheus belongs to whoever made the cluster, and cluster.existing.facts says that it is "
            f"{'on' if declared else 'off'}.",
            "Leave managedPrometheus out here, and keep cluster.existing.facts.managedPrometheus true to the cluster.",
        )
    if not declared:
        yield warning(
            ("cluster", "existing", "facts", "managedPrometheus"),
            "managed Prometheus is off on this cluster, so nothing collects the metrics of GPUs and queues.",
            "Have its owner switch it on, then write managedPrometheus: true.",
        )


def grafana_has_something_to_show(subject: Subject) -> Iterator[Finding]:
    """Grafana reads an Azure Monitor workspace."""
    monitoring = subject.stack.monitoring
    if monitoring.grafana is None or monitoring.workspace is not None:
        return
    if not subject.facts.ours:
        yield error(
            (*MONITORING, "grafana"),
            "Grafana reads the metrics of an Azure Monitor workspace, and which one this cluster sends to is not said.",
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
            "nothing of this stack sends to this workspace or reads it.",
            "Leave it out" + (", or write managedPrometheus: true." if subject.facts.ours else "."),
        )
    logs = stack.compliance.audit_logs or (subject.facts.ours and monitoring.container_insights)
    if monitoring.log_workspace is not None and not logs:
        yield warning(
            (*MONITORING, "logWorkspace"),
            "nothing of this stack sends logs to this workspace.",
            "Write containerInsights: true or compliance.auditLogs: true, or leave it out.",
        )
    if monitoring.workspace is not None and collected:
        yield note(
            (*MONITORING, "workspace"),
            f"the workspace must be in {stack.region}: in another region it needs a second data collection endpoint, "
            "which the platform does not make.",
        )


RULES = (
    existing_cluster_keeps_its_agents,
    grafana_has_something_to_show,
    workspaces_are_used,
)
