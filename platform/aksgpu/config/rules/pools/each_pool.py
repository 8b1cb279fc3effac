"""The pools that the stack declares, with their places in the file."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Path
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool


def gpu_pools(subject: Subject) -> Iterator[tuple[Path, str, GpuPool]]:
    """Every GPU pool with its path and name."""
    for name, pool in subject.stack.gpu_pools.items():
        yield ("gpuPools", name), name, pool


def each_pool(subject: Subject) -> Iterator[tuple[Path, str, CpuPool | GpuPool]]:
    """Every CPU and GPU pool with its path and name."""
    for name, pool in subject.stack.cpu_pools.items():
        yield ("cpuPools", name), name, pool
    yield from gpu_pools(subject)
