"""What one node of a pool is: from the catalogue, or from what the stack says of a size that the catalogue lacks."""

from dataclasses import dataclass

from aksgpu.catalogue.cpu_vm_sizes import cpu_vm_size
from aksgpu.catalogue.vm_sizes import gpu_vm_size
from aksgpu.config.model.cpu_pools import CpuPool, SystemPool
from aksgpu.config.model.gpu_pools import GpuPool


@dataclass(frozen=True, slots=True)
class NodeShape:
    """One node. `gpu_model` is None and `gpus` 0 where it has no GPU."""

    quota_family: str
    """vCPU quota family, as `az vm list-usage` names it."""

    vcpu: int
    ram_gib: int
    gpu_model: str | None = None
    gpus: int = 0
    infiniband: bool = False


def gpu_pool_shape(pool: GpuPool) -> NodeShape | None:
    """The shape of a GPU pool's nodes; None where neither the catalogue nor the stack knows it.

    A complete row of the catalogue wins; a rule refuses a stack that says otherwise beside it.
    """
    size = gpu_vm_size(pool.vm_size)
    if size is not None and size.shape_known:
        return NodeShape(size.quota_family, size.vcpu, size.ram_gib, size.gpu_model, size.gpu_count, size.infiniband)
    if pool.shape is None:
        return None
    given = pool.shape
    return NodeShape(given.family, given.vcpu, given.ram_gib, given.gpu_model, given.gpu_count, given.infiniband)


def cpu_pool_shape(pool: CpuPool) -> NodeShape | None:
    """The shape of a CPU pool's nodes; None where neither the catalogue nor the stack knows it."""
    size = cpu_vm_size(pool.vm_size)
    if size is not None:
        return NodeShape(size.quota_family, size.vcpu, size.ram_gib)
    if pool.family is None or pool.vcpu is None or pool.ram_gib is None:
        return None
    return NodeShape(pool.family, pool.vcpu, pool.ram_gib)


def system_pool_shape(pool: SystemPool) -> NodeShape | None:
    """The shape of the system pool's nodes; None where the catalogue lacks the size."""
    size = cpu_vm_size(pool.vm_size)
    return NodeShape(size.quota_family, size.vcpu, size.ram_gib) if size else None
