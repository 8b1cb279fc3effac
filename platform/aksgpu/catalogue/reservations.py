"""What AKS keeps of each node for itself, from Kubernetes 1.29 on. Source: AKS docs, node-resource-reservations.md."""

from itertools import pairwise

_CPU_TABLE = ((1, 60), (2, 100), (4, 140), (8, 180), (16, 260), (32, 420), (64, 740))
"""vCPU to reserved millicores, as AKS's page has them."""

EVICTION_THRESHOLD_MIB = 100
"""Free memory below which the kubelet evicts pods; it is never allocatable."""


def reserved_cpu_millicores(vcpu: int) -> int:
    """CPU that AKS reserves on a node, in millicores.

    Between the sizes of AKS's table it is on the line from one to the next. Above 64 vCPU the table's last step, 10
    millicores for each vCPU, goes on; AKS's page does not say so.
    """
    steps = pairwise(_CPU_TABLE)
    below, above = next((step for step in steps if vcpu <= step[1][0]), (_CPU_TABLE[-2], _CPU_TABLE[-1]))
    slope_above, slope_below = above[1] - below[1], above[0] - below[0]
    return below[1] + -(-(max(vcpu, 1) - below[0]) * slope_above // slope_below)


def reserved_memory_mib(ram_gib: int, max_pods: int) -> int:
    """Memory that AKS reserves on a node, in MiB, with the eviction threshold.

    The lesser of 20 MB for each pod that the node may have plus 50 MB, and a quarter of the memory.
    """
    return min(20 * max_pods + 50, ram_gib * 1024 // 4) + EVICTION_THRESHOLD_MIB


def memory_of_node_mib(ram_gib: int) -> int:
    """Memory that the kubelet of a node sees, in MiB: an estimate, 7.5 % less than Azure states for the size.

    Hypervisor, firmware and kernel take a part that Azure does not publish. 7.5 % is what Karpenter assumes until a
    node has reported its own figure.
    """
    return ram_gib * 1024 * 925 // 1000
