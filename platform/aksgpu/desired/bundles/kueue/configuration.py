"""Helm values of the kueue chart (keys read in charts/kueue/values.yaml of v0.19.2)."""

from typing import Any

from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.chart_source import mirrored
from aksgpu.desired.bundles.helm_values import merged
from aksgpu.desired.bundles.kueue.manager_configuration import manager_configuration
from aksgpu.desired.tolerations import system_tolerations
from aksgpu.desired.yaml_text import yaml_text

IMAGE = "registry.k8s.io/kueue/kueue"
"""Released images. The chart as kept in git names the staging registry and always pulls anew."""

MANAGER_LABELS = {"app.kubernetes.io/name": "kueue", "control-plane": "controller-manager"}

REPLICAS = 2
"""Webhooks of queued namespaces fail closed, so one manager must outlive a node (field case F55)."""


def kueue_values(subject: Subject) -> dict[str, Any]:
    """The platform's values with the user's on top; a rule has refused user values that the platform owns."""
    return merged(
        {
            "controllerManager": _manager(subject),
            "managerConfig": {"controllerManagerConfigYaml": yaml_text(manager_configuration(subject))},
            # Certificates, monitors and dashboard of the chart's own: the manager signs its certificates itself, and
            # the platform scrapes it with a monitor of the group that Azure reads.
            "enableCertManager": False,
            "enablePrometheus": False,
            "enableKueueViz": False,
            # A flood of `kubectl get` on pending workloads waits in a line of its own at the API server.
            "enableVisibilityAPF": True,
        },
        subject.stack.queues.values,
    )


def _manager(subject: Subject) -> dict[str, Any]:
    values: dict[str, Any] = {
        "replicas": REPLICAS,
        "manager": {
            "image": {
                "repository": mirrored(subject, IMAGE),
                "tag": kueue_release(subject.stack).image_tag,
                "pullPolicy": "IfNotPresent",
            },
            # While no manager runs, team namespaces take no jobs: it goes before every workload of a tenant.
            "priorityClassName": "system-cluster-critical",
        },
        "podDisruptionBudget": {"enabled": True, "minAvailable": 1},
        "topologySpreadConstraints": [
            {
                "maxSkew": 1,
                "topologyKey": "kubernetes.io/hostname",
                "whenUnsatisfiable": "ScheduleAnyway",
                "labelSelector": {"matchLabels": MANAGER_LABELS},
            }
        ],
    }
    tolerations = system_tolerations(subject)
    return values | {"tolerations": tolerations} if tolerations else values
