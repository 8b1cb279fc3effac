"""Whether a VM size that inputs name has GPUs."""

from typing import Any

from aksgpu.catalogue.vm_sizes import gpu_vm_size, looks_like_a_gpu_size
from aksgpu_policies.reading import read
from aksgpu_policies.resource import Unknown


def has_gpus(pool: Any) -> bool | None:
    """Whether a pool's `vmSize` has GPUs, by the catalogue or by its name. None where the size is not known yet."""
    size = read(pool, "vmSize")
    if isinstance(size, Unknown):
        return None
    return isinstance(size, str) and (gpu_vm_size(size) is not None or looks_like_a_gpu_size(size))
