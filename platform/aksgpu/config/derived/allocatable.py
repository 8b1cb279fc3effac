"""What one node leaves to pods: its shape, less what AKS reserves and what DaemonSets of AKS and ours request."""

from aksgpu.catalogue.daemonset_requests import requested_by_daemonsets
from aksgpu.catalogue.reservations import memory_of_node_mib, reserved_cpu_millicores, reserved_memory_mib
from aksgpu.config.derived.pool_shapes import NodeShape


def allocatable(shape: NodeShape, max_pods: int) -> tuple[int, int]:
    """CPU in millicores and memory in MiB. Never below zero."""
    daemonset_cpu, daemonset_memory = requested_by_daemonsets()
    cpu = shape.vcpu * 1000 - reserved_cpu_millicores(shape.vcpu) - daemonset_cpu
    memory = memory_of_node_mib(shape.ram_gib) - reserved_memory_mib(shape.ram_gib, max_pods) - daemonset_memory
    return max(cpu, 0), max(memory, 0)
