"""Values of the kueue chart that the platform writes itself, and which field of the stack owns each."""

from aksgpu.config.derived.owned_values import OwnedKey, owned

_FIXED_NAMES = "network policies, monitors and rights know the chart's objects by their names"
_CERTIFICATES = "the manager signs its own certificates"

KUEUE_KEYS: tuple[OwnedKey, ...] = (
    owned("nameOverride", _FIXED_NAMES),
    owned("fullnameOverride", _FIXED_NAMES),
    owned("managerConfig", "queues.frameworks, queues.fairSharing, queues.waitForPodsReady and others decide it"),
    owned("controllerManager.featureGates", "the platform is tried out with the version's own features"),
    owned("controllerManager.replicas", "two managers keep queued namespaces open while a node is down"),
    owned("controllerManager.podDisruptionBudget", "one of the two managers always stays"),
    owned("controllerManager.tolerations", "systemPool.dedicated decides it"),
    owned("controllerManager.hostNetwork", "the API server reaches the manager's pods, and policies know their ports"),
    owned("controllerManager.manager.image", "queues.version and charts.imageRegistry decide it"),
    owned("controllerManager.manager.priorityClassName", "the manager goes before all tenants"),
    owned("enableCertManager", _CERTIFICATES),
    owned("certManager", _CERTIFICATES),
    owned(
        "enablePrometheus", "monitoring.managedPrometheus decides it, with a PodMonitor of the group that Azure reads"
    ),
    owned("enableKueueViz", "the dashboard signs nobody in, and the chart takes its images from a staging registry"),
    owned("kueueViz", "the dashboard is not in the platform"),
    owned("enableMutatingAdmissionPolicy", "it is for several clusters under one queue, which are not in the platform"),
    owned("webhookService", "the API server reaches the webhooks by the chart's own Service"),
    owned("metricsService", "the platform scrapes the pods themselves"),
)
"""For all versions of the catalogue."""
