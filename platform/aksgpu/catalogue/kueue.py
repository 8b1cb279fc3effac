"""Kueue by version: the kinds of job that it manages, the limits of its objects, and what it needs of AKS."""

from dataclasses import dataclass

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of


@dataclass(frozen=True, slots=True)
class KueueFacts:
    """What one version of Kueue takes."""

    version: str
    """Chart version."""

    frameworks: tuple[str, ...]
    """Kinds of job by the names that its configuration takes, without those behind an alpha gate (SparkApplication)."""

    floors_transformed_requests: bool
    """Whether the outputs of resource transformations are summed for each pod and never fall below 0 (from 0.19.1)."""

    most_flavors: int
    """Flavors in one resource group, and flavors of one admission check."""

    most_resources: int
    """Covered resources in one resource group."""

    most_pairs: int
    """Flavors times resources in one resource group."""

    most_tolerations: int
    """Tolerations of one ResourceFlavor."""

    source: str


_FRAMEWORKS = (
    "batch/job",
    "jobset.x-k8s.io/jobset",
    "kubeflow.org/jaxjob",
    "kubeflow.org/mpijob",
    "kubeflow.org/paddlejob",
    "kubeflow.org/pytorchjob",
    "kubeflow.org/tfjob",
    "kubeflow.org/xgboostjob",
    "leaderworkerset.x-k8s.io/leaderworkerset",
    "ray.io/raycluster",
    "ray.io/rayjob",
    "ray.io/rayservice",
    "trainer.kubeflow.org/trainjob",
    "workload.codeflare.dev/appwrapper",
    "deployment",
    "pod",
    "statefulset",
)

KUEUE_VERSIONS: tuple[KueueFacts, ...] = (
    KueueFacts(
        version="0.19.2",
        frameworks=_FRAMEWORKS,
        floors_transformed_requests=True,
        most_flavors=64,
        most_resources=64,
        most_pairs=512,
        most_tolerations=8,
        source="kubernetes-sigs/kueue v0.19.2: pkg/controller/jobs, apis/kueue/v1beta2, pkg/webhooks (2026-08-20)",
    ),
)
"""Newest last."""

POD_FRAMEWORKS = ("deployment", "pod", "statefulset")
"""With these Kueue's webhooks see pods and their owners, and refuse them in managed namespaces while it is down."""

PROVISIONING_REQUEST_MINOR = 33
"""AKS's managed autoscaler serves ProvisioningRequests from Kubernetes 1.33 (Azure/AKS#5867, 2026-09)."""


def kueue_facts(version: str) -> KueueFacts:
    """The row of a chart version; the newest for one that has none, which the charts' own rows refuse."""
    return next((row for row in KUEUE_VERSIONS if row.version == version), KUEUE_VERSIONS[-1])


def why_not_a_framework(version: str, name: str) -> Problem | None:
    """Why Kueue would not start with a name among its frameworks; None for a name that it knows."""
    known = kueue_facts(version).frameworks
    if name in known:
        return None
    kind = name.rpartition("/")[2].casefold()
    near = next((other for other in known if other.rpartition("/")[2] == kind), None) or nearest(name, known)
    hint = f"Write {near}." if near else f"Kueue {version} knows {one_of(known)}."
    return Problem(f"Kueue {version} manages no kind of job called {name!r}, and its manager would not start.", hint)


def why_no_provisioning_requests(minor: int) -> Problem | None:
    """Why Kueue cannot ask the autoscaler for nodes on a Kubernetes minor; None where it can."""
    if minor >= PROVISIONING_REQUEST_MINOR:
        return None
    return Problem(
        f"AKS's autoscaler serves ProvisioningRequests from Kubernetes 1.{PROVISIONING_REQUEST_MINOR}, and the cluster "
        f"runs 1.{minor}. Every job would wait for a check that is never answered.",
        f"Leave provisioningRequests out, or use Kubernetes 1.{PROVISIONING_REQUEST_MINOR} or later.",
    )
