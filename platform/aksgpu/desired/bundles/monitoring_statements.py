"""Sentences of the plan about what managed Prometheus scrapes."""

from collections.abc import Iterator

from aksgpu.config.derived.metrics_namespace import METRICS_NAMESPACE
from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue_metrics_access import collector_needs_permission
from aksgpu.desired.entries import Statement


def statements(subject: Subject) -> Iterator[Statement]:
    """What is scraped, and what about it is not certain."""
    if not subject.facts.managed_prometheus:
        if subject.stack.gpu_pools:
            yield _said("Nothing scrapes the DCGM exporter or Kueue: managed Prometheus is off.")
        return
    if subject.stack.gpu_pools:
        yield _said(
            "GPU metrics come from the operator's DCGM exporter. Its PodMonitor is of the group "
            "azmonitoring.coreos.com, the only one that managed Prometheus reads, and the chart's own monitor is off."
        )
    if not queued_teams(subject.stack):
        return
    yield _said(
        "Kueue gives its metrics only over TLS and to a token. The PodMonitor names a token that may read /metrics and "
        f"nothing else, in the namespace {METRICS_NAMESPACE}. Azure's CRD has the field, and its documents show basic "
        "authentication this way; that bearer tokens work the same way is not confirmed."
    )
    if collector_needs_permission(subject) and not subject.facts.ours:
        yield _said(
            "From Kubernetes 1.37 on the collector reads Secrets only in the namespaces it is told. On this cluster "
            "add "
            f'secrets_access_namespaces = "{METRICS_NAMESPACE}" to prometheus-collector-settings in the ConfigMap '
            "ama-metrics-settings-configmap of kube-system, or Kueue's metrics stay empty."
        )
    elif collector_needs_permission(subject):
        yield _said(
            "From Kubernetes 1.37 on the collector reads Secrets only in the namespaces it is told, so the plan makes "
            "the ConfigMap ama-metrics-settings-configmap with that one setting. It holds all other settings of the "
            "collector too: make them there, and nowhere else."
        )


def _said(text: str) -> Statement:
    return Statement("monitoring", text)
