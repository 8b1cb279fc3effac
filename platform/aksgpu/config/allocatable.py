"""What one node leaves to pods: its shape, less what AKS reserves and what the platform's own DaemonSets request."""

from aksgpu.config.pool_shapes import NodeShape


def allocatable(shape: NodeShape, max_pods: int) -> tuple[int, int]:
    """CPU in millicores and memory in MiB. Never below zero."""
    cpu = shape.vcpu * 1000 - 60 - 10 * shape.vcpu - 500
    memory = shape.ram_gib * 1024 * 95 // 100 - min(20 * max_pods + 50, shape.ram_gib * 256) - 100 - 2048
    return max(cpu, 0), max(memory, 0)
