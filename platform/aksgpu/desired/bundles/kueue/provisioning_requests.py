"""The admission check that asks the cluster autoscaler for all nodes of a job at once."""

from collections.abc import Iterator

from aksgpu.config.derived.provisioning import checked_flavors, provisioning_on
from aksgpu.config.derived.queue_flavors import gpu_resources
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, kueue_object
from aksgpu.desired.bundles.kueue.resource_flavors import flavors_in_use
from aksgpu.desired.entries import KubernetesObject

NAME = "gpu-nodes"
"""Name of the check and of its settings."""

CHECK_KEY = f"admissioncheck-{NAME}"
CONFIG_KEY = f"provisioningrequestconfig-{NAME}"

CONTROLLER = "kueue.x-k8s.io/provisioning-request"
PROVISIONING_CLASS = "best-effort-atomic-scale-up.autoscaling.x-k8s.io"
"""All nodes that a job needs, or none (AKS docs, configure-kueue-with-cluster-autoscaler)."""

RETRIES = 100
"""After so many failures Kueue puts a job aside for good; its default of 3 is reached within minutes of a shortage.

With waits of 1, 2, 4 and then at most 30 minutes it is about two days. Between two tries the job holds no quota.
"""


def provisioning_requests(subject: Subject) -> Iterator[KubernetesObject]:
    """The check and its settings; nothing where no flavor uses them.

    Only GPUs are managed: a part of a job without GPUs waits for nothing.
    """
    if not provisioning_on(subject):
        return
    flavors = tuple(flavors_in_use(subject).values())
    yield kueue_object(
        subject,
        "ProvisioningRequestConfig",
        NAME,
        {
            "provisioningClassName": PROVISIONING_CLASS,
            "managedResources": sorted(gpu_resources(checked_flavors(flavors))),
            "podSetMergePolicy": "IdenticalWorkloadSchedulingRequirements",
            "retryStrategy": {"backoffLimitCount": RETRIES, "backoffBaseSeconds": 60, "backoffMaxSeconds": 1800},
        },
        after=(CHART_KEY,),
    )
    yield kueue_object(
        subject,
        "AdmissionCheck",
        NAME,
        {
            "controllerName": CONTROLLER,
            "parameters": {"apiGroup": "kueue.x-k8s.io", "kind": "ProvisioningRequestConfig", "name": NAME},
        },
        after=(CONFIG_KEY,),
        replace_on_changes=("spec.controllerName",),
    )
