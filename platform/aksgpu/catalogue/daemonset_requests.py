"""What DaemonSets of AKS and of this platform request on every node. Dated: see CATALOGUE_DATE."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DaemonSetRequests:
    """Requests of one DaemonSet's pod."""

    name: str
    cpu_millicores: int
    memory_mib: int
    source: str
    confirmed: bool = True
    """False for an allowance: AKS does not publish the figure."""


DAEMONSET_REQUESTS: tuple[DaemonSetRequests, ...] = (
    DaemonSetRequests("csi-azuredisk-node", 30, 60, "azuredisk-csi-driver deploy/csi-azuredisk-node.yaml"),
    DaemonSetRequests("csi-azurefile-node", 40, 80, "azurefile-csi-driver deploy/csi-azurefile-node.yaml"),
    DaemonSetRequests("csi-blob-node", 40, 80, "blob-csi-driver deploy/csi-blob-node.yaml"),
    DaemonSetRequests("node-feature-discovery worker", 5, 64, "node-feature-discovery v0.18.3 chart values"),
    DaemonSetRequests("GPU Operator operands", 0, 0, "gpu-operator v26.3.3 values: they request nothing by default"),
    DaemonSetRequests(
        "network, node manager, metrics and log agents of AKS", 485, 1252, "allowance; AKS publishes none", False
    ),
)


def requested_by_daemonsets() -> tuple[int, int]:
    """CPU in millicores and memory in MiB that DaemonSets request on one node: an estimate, rather too much."""
    cpu = sum(row.cpu_millicores for row in DAEMONSET_REQUESTS)
    return cpu, sum(row.memory_mib for row in DAEMONSET_REQUESTS)
