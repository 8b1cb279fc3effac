"""Rules about VM sizes of CPU pools."""

from collections.abc import Iterator

from aksgpu.catalogue.cpu_vm_sizes import cpu_size_warning, cpu_vm_size, cpu_vm_sizes, is_burstable, why_not_a_cpu_size
from aksgpu.catalogue.vm_sizes import looks_like_a_gpu_size
from aksgpu.config.derived.amount_words import names_text
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning
from aksgpu.config.model.cpu_pools import CpuPool


def cpu_vm_size_is_known(subject: Subject) -> Iterator[Finding]:
    """A CPU pool's size is in the catalogue, or a new one with its family, vCPU and memory beside it."""
    for name, pool in subject.stack.cpu_pools.items():
        problem = why_not_a_cpu_size(pool.vm_size)
        if problem is None:
            continue
        missing = _missing(pool)
        where = ("cpuPools", name, "vmSize")
        if looks_like_a_gpu_size(pool.vm_size) or _is_misspelt(pool.vm_size) or len(missing) == 3:
            yield error(where, problem.message, problem.remedy)
        elif missing:
            yield error(
                where,
                f"the catalogue has no VM size {pool.vm_size}, so its whole shape must stand here, and "
                f"{names_text(missing)} {'is' if len(missing) == 1 else 'are'} missing.",
                f"Write {names_text(missing)} beside vmSize, as `az vm list-skus` says.",
            )


def cpu_shape_belongs_to_unknown_sizes(subject: Subject) -> Iterator[Finding]:
    """The shape of a size is written where the catalogue lacks it, and only there."""
    for name, pool in subject.stack.cpu_pools.items():
        size = cpu_vm_size(pool.vm_size)
        given = [key for key in ("family", "vcpu", "ramGib") if key not in _missing(pool)]
        if size is not None and given:
            yield error(
                ("cpuPools", name, given[0]),
                f"the catalogue knows the shape of {size.name} already ({size.vcpu} vCPU, {size.ram_gib} GiB), and a "
                "second answer here could contradict it.",
                f"Take {names_text(given)} out.",
            )


def cpu_vm_size_is_sound(subject: Subject) -> Iterator[Finding]:
    """Sizes that work and will hurt: throttled ones and old families."""
    for name, pool in subject.stack.cpu_pools.items():
        where = ("cpuPools", name, "vmSize")
        aged = cpu_size_warning(pool.vm_size)
        if aged is not None:
            yield warning(where, aged.message, aged.remedy)
        if is_burstable(pool.vm_size):
            yield warning(
                where,
                f"{pool.vm_size} is burstable (B family): when its credit is used up, what runs there is throttled.",
                "Write for example Standard_D8ds_v5.",
            )


def _missing(pool: CpuPool) -> list[str]:
    given = {"family": pool.family, "vcpu": pool.vcpu, "ramGib": pool.ram_gib}
    return [key for key, value in given.items() if value is None]


def _is_misspelt(name: str) -> bool:
    written = {name.casefold(), f"standard_{name}".casefold()}
    return any(known.casefold() in written for known in cpu_vm_sizes())
