"""PodMonitors of the group that Azure's managed Prometheus reads; it ignores those of the community's group."""

from collections.abc import Mapping
from typing import Any

from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

API_VERSION = "azmonitoring.coreos.com/v1"

LABEL_LIMITS = {"labelLimit": 63, "labelNameLengthLimit": 511, "labelValueLengthLimit": 1023}
"""Without these three the collector may drop a target (Azure Monitor docs, prometheus-metrics-scrape-crd)."""


def pod_monitor(
    name: str,
    namespace: str,
    pods: Mapping[str, Any],
    endpoint: Mapping[str, Any],
    *,
    watched: str | None = None,
    job_label: str | None = None,
    after: tuple[str, ...] = (),
) -> KubernetesObject:
    """One PodMonitor in `namespace`, of pods in `watched` (its own namespace where left out).

    `pods` is a label selector; `endpoint` one entry of `podMetricsEndpoints`; `job_label` names the pod label that
    becomes the series' `job`.
    """
    spec: dict[str, Any] = {**LABEL_LIMITS}
    if job_label is not None:
        spec["jobLabel"] = job_label
    spec |= {
        "namespaceSelector": {"matchNames": [watched or namespace]},
        "selector": dict(pods),
        "podMetricsEndpoints": [dict(endpoint)],
    }
    manifest = {
        "apiVersion": API_VERSION,
        "kind": "PodMonitor",
        "metadata": {"name": name, "namespace": namespace},
        "spec": spec,
    }
    return KubernetesObject(object_key(manifest), manifest, after=after)
