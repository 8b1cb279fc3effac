"""Which namespace belongs to which team, and which belong to nobody but the platform."""

from collections.abc import Mapping

from aksgpu.config.model.stack import StackConfig

KUEUE_NAMESPACE = "kueue-system"
NODE_FEATURE_DISCOVERY_NAMESPACE = "node-feature-discovery"

_OF_KUBERNETES = ("default",)
_OF_KUBERNETES_PREFIX = "kube-"
_OF_AKS = ("app-routing-system", "calico-system", "calico-apiserver", "gatekeeper-system", "tigera-operator")
_OF_AKS_PREFIXES = ("aks-", "azure-")


def namespace_of(stack: StackConfig, team: str) -> str:
    """The namespace of one team of the stack: the given one, or the team's name. Raises KeyError for no such team."""
    return stack.teams[team].namespace or team


def team_namespaces(stack: StackConfig) -> Mapping[str, str]:
    """Each team's namespace, by team."""
    return {team: namespace_of(stack, team) for team in stack.teams}


def owner_of_reserved(stack: StackConfig, namespace: str) -> str | None:
    """Who uses a namespace that no team may have, in words; None where a team may have it."""
    if namespace in _OF_KUBERNETES or namespace.startswith(_OF_KUBERNETES_PREFIX):
        return "Kubernetes itself"
    if namespace in _OF_AKS or namespace.startswith(_OF_AKS_PREFIXES):
        return "AKS"
    platform = {
        KUEUE_NAMESPACE: "Kueue",
        NODE_FEATURE_DISCOVERY_NAMESPACE: "Node Feature Discovery",
        stack.gpu_software.operator.namespace: "the GPU Operator",
    }
    return platform.get(namespace)
