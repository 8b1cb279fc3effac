"""Rules about InfiniBand: RDMA is a choice that cannot be made yet."""

from collections.abc import Iterator

from aksgpu.config.derived.pool_shapes import gpu_pool_shape
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.rules.pools.each_pool import gpu_pools

NOT_INSTALLED = "RDMA not installed: NCCL uses TCP on eth0."


def rdma_waits_for_the_network_operator(subject: Subject) -> Iterator[Finding]:
    """RDMA needs the Network Operator, which is not part of the platform yet."""
    for path, name, pool in gpu_pools(subject):
        if not pool.rdma:
            continue
        shape = gpu_pool_shape(pool)
        if shape is not None and not shape.infiniband:
            yield error(
                (*path, "rdma"),
                f"{name} asks for RDMA, and {pool.vm_size} has no InfiniBand.",
                "Take rdma out, or use a size with InfiniBand such as Standard_ND96isr_H100_v5.",
            )
        else:
            yield error(
                (*path, "rdma"),
                f"{name} asks for RDMA over InfiniBand. That needs NVIDIA's Network Operator, which is not part of the "
                "platform yet: pods would request a resource that no node offers.",
                "Take rdma out. NCCL then uses TCP on eth0.",
            )


def infiniband_is_not_used(subject: Subject) -> Iterator[Finding]:
    """Whoever pays for InfiniBand should know that it lies idle."""
    for path, name, pool in gpu_pools(subject):
        shape = gpu_pool_shape(pool)
        if shape is not None and shape.infiniband and not pool.rdma:
            yield note((*path, "vmSize"), f"the nodes of {name} have InfiniBand that nothing uses. {NOT_INSTALLED}")
