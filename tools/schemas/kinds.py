"""Which kinds are extracted, and from which file of which module."""

from dataclasses import dataclass

KUBERNETES = "k8s.io/kubernetes"

# Group and version to kinds. The core group is "".
BUILT_IN: dict[tuple[str, str], tuple[str, ...]] = {
    ("", "v1"): (
        "ConfigMap",
        "LimitRange",
        "Namespace",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "ResourceQuota",
        "Secret",
        "Service",
        "ServiceAccount",
    ),
    ("admissionregistration.k8s.io", "v1"): ("ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"),
    ("apps", "v1"): ("DaemonSet", "Deployment"),
    ("batch", "v1"): ("Job",),
    ("networking.k8s.io", "v1"): ("NetworkPolicy",),
    ("policy", "v1"): ("PodDisruptionBudget",),
    ("rbac.authorization.k8s.io", "v1"): ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"),
    ("scheduling.k8s.io", "v1"): ("PriorityClass",),
    ("storage.k8s.io", "v1"): ("StorageClass",),
}


@dataclass(frozen=True, slots=True)
class CustomKinds:
    """CustomResourceDefinitions of one module.

    `files` is a glob in the module. `kinds` names those to keep (all when empty), `without` those to leave out.
    `group` is the API group to write instead of the module's own, with `because` saying why.
    """

    module: str
    files: str
    kinds: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    group: str | None = None
    because: str | None = None


CUSTOM = (
    # Kueue makes every Workload itself, and its schema holds a whole pod: 170 kB that no plan ever needs.
    CustomKinds("sigs.k8s.io/kueue", "config/components/crd/bases/*.yaml", without=("Workload",)),
    CustomKinds("github.com/NVIDIA/gpu-operator", "deployments/gpu-operator/crds/*.yaml"),
    CustomKinds(
        "github.com/prometheus-operator/prometheus-operator",
        "example/prometheus-operator-crd/*.yaml",
        kinds=("PodMonitor", "ServiceMonitor"),
        group="azmonitoring.coreos.com",
        because="Azure Monitor's add-on serves the upstream definition under a group of its own; "
        "its own copy is not published as a module and may lack newer fields.",
    ),
    CustomKinds(
        "github.com/cilium/cilium",
        "pkg/k8s/apis/cilium.io/client/crds/v2/*.yaml",
        kinds=("CiliumNetworkPolicy",),
    ),
)
