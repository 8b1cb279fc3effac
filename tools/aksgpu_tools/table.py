"""The tools: which programs and files come out of which pinned module."""

from aksgpu_tools.tool import Binary, Files, Fit, Tool

APACHE = "Apache-2.0"

_COMPONENT = "k8s.io/component-base/version"
_KUBERNETES_STAMPS = (
    f"{_COMPONENT}.gitVersion={{version}}",
    f"{_COMPONENT}.gitMajor={{major}}",
    f"{_COMPONENT}.gitMinor={{minor}}",
)
_ASK = ("--version",)
_ETCD = "go.etcd.io/etcd/server/v3"
_KUBERNETES = "k8s.io/kubernetes"
_KWOK = "sigs.k8s.io/kwok"
_KUEUE = "sigs.k8s.io/kueue"
_AUTOSCALER = "k8s.io/autoscaler/cluster-autoscaler/apis"
_OPERATOR = "github.com/NVIDIA/gpu-operator"
_PULUMI = "github.com/pulumi/pulumi/pkg/v3"
_PULUMI_SDK = "github.com/pulumi/pulumi/sdk/v3"
_PROVIDER = "github.com/pulumi/pulumi-kubernetes/provider/v4"
_PROMETHEUS = "github.com/prometheus-operator/prometheus-operator"
_CILIUM = "github.com/cilium/cilium"


def _kubernetes(name: str, minutes: float) -> Binary:
    return Binary(name, f"{_KUBERNETES}/cmd/{name}", minutes, _KUBERNETES_STAMPS, _ASK)


# From quick to slow, so that an interrupted run has finished as many as it can.
TOOLS: tuple[Tool, ...] = (
    Tool("etcd", _ETCD, APACHE, (Binary("etcd", _ETCD, 0.7, ask=_ASK),)),
    Tool(
        "kwok",
        _KWOK,
        APACHE,
        (
            Binary("kwok", f"{_KWOK}/cmd/kwok", 2.3, ask=_ASK),
            Binary("kwokctl", f"{_KWOK}/cmd/kwokctl", 0.2, ask=_ASK),
        ),
        (Files("stages", _KWOK, "kustomize/stage"), Files("crds/kwok", _KWOK, "kustomize/crd/bases")),
    ),
    Tool(
        "kubernetes",
        _KUBERNETES,
        APACHE,
        (
            _kubernetes("kube-apiserver", 6.0),
            _kubernetes("kube-controller-manager", 1.5),
            _kubernetes("kube-scheduler", 0.5),
        ),
    ),
    Tool(
        "gpu-operator",
        _OPERATOR,
        APACHE,
        # Controllers have no version option, and nobody has them installed.
        (Binary("gpu-operator", f"{_OPERATOR}/cmd/gpu-operator", 3.2),),
        (
            Files("charts/gpu-operator", _OPERATOR, "deployments/gpu-operator"),
            # The published chart is not served as a module. This is the one that the operator's chart bundles.
            Files(
                "charts/node-feature-discovery",
                _OPERATOR,
                "deployments/gpu-operator/charts/node-feature-discovery",
            ),
            Files("crds/gpu-operator", _OPERATOR, "deployments/gpu-operator/crds"),
            Files("gpu-operator/assets", _OPERATOR, "assets"),
            Files("gpu-operator/manifests", _OPERATOR, "manifests"),
        ),
    ),
    Tool(
        "pulumi",
        _PULUMI,
        APACHE,
        (
            Binary(
                "pulumi",
                f"{_PULUMI}/cmd/pulumi",
                5.8,
                (f"{_PULUMI_SDK}/go/common/version.Version={{version}}",),
                _ASK,
                Fit.SAME_MAJOR,
            ),
        ),
        (
            Files(
                "bin/pulumi-language-python-exec",
                _PULUMI_SDK,
                "python/cmd/pulumi-language-python-exec",
                program=True,
            ),
        ),
    ),
    Tool(
        "kueue",
        _KUEUE,
        APACHE,
        (Binary("kueue", f"{_KUEUE}/cmd/kueue", 6.5, (f"{_KUEUE}/pkg/version.GitVersion={{version}}",)),),
        (
            Files("charts/kueue", _KUEUE, "charts/kueue"),
            Files("crds/kueue", _KUEUE, "config/components/crd/bases"),
            # In the version that Kueue itself is built with.
            Files("crds/cluster-autoscaler", _AUTOSCALER, "config/crd"),
        ),
    ),
    Tool(
        "pulumi-resource-kubernetes",
        _PROVIDER,
        APACHE,
        (
            Binary(
                "pulumi-resource-kubernetes",
                ".",
                13.0,
                # The served commit of 2026-01-15 lies shortly after this release. The program has no version option.
                (f"{_PROVIDER}/pkg/version.Version=4.25.0",),
                embeds=(
                    "cmd/pulumi-resource-kubernetes/schema.json",
                    "cmd/pulumi-resource-kubernetes/terraform-mapping.json",
                ),
            ),
        ),
    ),
    Tool(
        "schemas",
        _PROMETHEUS,
        APACHE,
        files=(
            Files("crds/prometheus-operator", _PROMETHEUS, "example/prometheus-operator-crd"),
            Files("crds/cilium", _CILIUM, "pkg/k8s/apis/cilium.io/client/crds/v2"),
        ),
    ),
)
