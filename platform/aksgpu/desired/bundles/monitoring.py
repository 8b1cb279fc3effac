"""The part `monitoring`: Azure Monitor around the cluster, and what it scrapes inside."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.metrics_namespace import METRICS_NAMESPACE
from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import KUEUE_NAMESPACE, namespace_of
from aksgpu.desired.azure.monitoring import monitoring_azure
from aksgpu.desired.bundles import kueue_metrics_access
from aksgpu.desired.bundles.gpu_operator import CHART_KEY as GPU_OPERATOR_KEY
from aksgpu.desired.bundles.pod_monitors import pod_monitor
from aksgpu.desired.entries import Entry, KubernetesObject, Part

KUEUE_KEY = "chart-kueue"
TEAM_PORT = "metrics"
TIMES = {"interval": "30s", "scrapeTimeout": "10s"}
"""Of all that is not GPU metrics."""


def parts(subject: Subject) -> Iterator[Part]:
    """The part `monitoring`, where there is anything in it."""
    entries = tuple(_entries(subject))
    if entries:
        yield Part("monitoring", "Monitoring", entries)


def _entries(subject: Subject) -> Iterator[Entry]:
    yield from monitoring_azure(subject)
    if not subject.facts.managed_prometheus:
        return
    if subject.stack.gpu_pools:
        yield dcgm_monitor(subject)
    if queued_teams(subject.stack):
        yield from kueue_metrics_access.access(subject)
        yield kueue_monitor()
    if subject.stack.monitoring.team_metrics:
        for team in subject.stack.teams:
            yield team_monitor(subject, team)


def dcgm_monitor(subject: Subject) -> KubernetesObject:
    """The GPU metrics of the operator's DCGM exporter.

    Its pods carry `app: nvidia-dcgm-exporter`, and their port is called `metrics` (NVIDIA/gpu-operator,
    assets/state-dcgm-exporter/0800_daemonset.yaml); only the Service calls it `gpu-metrics`. Its own labels win: they
    name the pod that uses the GPU, not the exporter.
    """
    namespace = subject.stack.gpu_software.operator.namespace
    dcgm = subject.stack.monitoring.dcgm
    times = {"interval": dcgm.scrape_interval, "scrapeTimeout": dcgm.scrape_timeout}
    return pod_monitor(
        "dcgm-exporter",
        namespace,
        {"matchLabels": {"app": "nvidia-dcgm-exporter"}},
        {"port": "metrics", "path": "/metrics", "honorLabels": True, **times},
        job_label="app",
        after=(GPU_OPERATOR_KEY, f"namespace-{namespace}"),
    )


def kueue_monitor() -> KubernetesObject:
    """Kueue's metrics, over TLS with a bearer token.

    The port of its pods is called `metrics`, 8443 (kueue chart 0.19.2, templates/manager/manager.yaml); the Service
    calls it `https`. Kueue signs its certificate itself, as the chart's own monitor takes for granted.
    """
    credentials = {"name": kueue_metrics_access.TOKEN, "key": "token"}
    endpoint: dict[str, Any] = {
        "port": "metrics",
        "path": "/metrics",
        "scheme": "https",
        "tlsConfig": {"insecureSkipVerify": True},
        "authorization": {"type": "Bearer", "credentials": credentials},
        **TIMES,
    }
    token = f"secret-{METRICS_NAMESPACE}-{kueue_metrics_access.TOKEN}"
    labels = {"app.kubernetes.io/name": "kueue", "control-plane": "controller-manager"}
    return pod_monitor(
        "kueue",
        METRICS_NAMESPACE,
        {"matchLabels": labels},
        endpoint,
        watched=KUEUE_NAMESPACE,
        job_label="app.kubernetes.io/name",
        after=(KUEUE_KEY, token),
    )


def team_monitor(subject: Subject, team: str) -> KubernetesObject:
    """The port named `metrics` of one team's pods. The team's labels never replace those of the scrape.

    It comes after the charts, as all monitors do: AKS installs the kind PodMonitor itself, some time after it has said
    that a new cluster is ready.
    """
    namespace = namespace_of(subject.stack, team)
    return pod_monitor(
        "team-metrics",
        namespace,
        {},
        {"port": TEAM_PORT, "path": "/metrics", "honorLabels": False, **TIMES},
        after=(f"namespace-{namespace}", *((GPU_OPERATOR_KEY,) if subject.stack.gpu_pools else ())),
    )
