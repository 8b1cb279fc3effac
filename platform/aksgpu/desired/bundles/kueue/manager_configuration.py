"""The configuration file of Kueue's manager (config.kueue.x-k8s.io, apis/config/v1beta2)."""

from typing import Any

from aksgpu.config.derived.cpu_only_jobs import transformations
from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.tenancy.namespaces import QUEUED_LABEL

PREEMPTION_STRATEGIES = ("LessThanOrEqualToFinalShare", "LessThanInitialShare")
"""Fair sharing: first without making the borrower the larger one, then by priority and age."""

_CONCURRENCY = {
    "Job.batch": 5,
    "Pod": 5,
    "Workload.kueue.x-k8s.io": 10,
    "LocalQueue.kueue.x-k8s.io": 5,
    "ClusterQueue.kueue.x-k8s.io": 5,
    "ResourceFlavor.kueue.x-k8s.io": 1,
}


def manager_configuration(subject: Subject) -> dict[str, Any]:
    """The whole file as plain values.

    Only namespaces with our label are managed, so that a Kueue that is down stops no pod anywhere else. The certificate
    keys are left to the chart, which fills in the names of its own objects.
    """
    queues = subject.stack.queues
    file: dict[str, Any] = {
        "apiVersion": f"config.kueue.x-k8s.io/{kueue_release(subject.stack).configuration_version}",
        "kind": "Configuration",
        "health": {"healthProbeBindAddress": ":8081"},
        "metrics": {"bindAddress": ":8443", "enableClusterQueueResources": True},
        "webhook": {"port": 9443},
        "leaderElection": {"leaderElect": True},
        "controller": {"groupKindConcurrency": _CONCURRENCY},
        "clientConnection": {"qps": 300, "burst": 500},
        "manageJobsWithoutQueueName": False,
        "managedJobsNamespaceSelector": {"matchLabels": {QUEUED_LABEL: "true"}},
        "waitForPodsReady": _wait_for_pods_ready(subject),
        "integrations": {"frameworks": list(dict.fromkeys(queues.frameworks))},
    }
    if queues.fair_sharing:
        file["fairSharing"] = {"preemptionStrategies": list(PREEMPTION_STRATEGIES)}
    file["resources"] = {
        "excludeResourcePrefixes": list(queues.exclude_resource_prefixes),
        "transformations": transformations(subject),
    }
    return file


def _wait_for_pods_ready(subject: Subject) -> dict[str, Any]:
    """Requeued jobs wait 1 minute, then twice as long each time, at most an hour; without a limit for ever."""
    wait = subject.stack.queues.wait_for_pods_ready
    requeuing: dict[str, Any] = {"timestamp": "Eviction", "backoffBaseSeconds": 60, "backoffMaxSeconds": 3600}
    if wait.requeue_limit is not None:
        requeuing["backoffLimitCount"] = wait.requeue_limit
    return {
        "timeout": f"{wait.timeout_minutes}m",
        "recoveryTimeout": f"{wait.recovery_timeout_minutes}m",
        "blockAdmission": False,
        "requeuingStrategy": requeuing,
    }
