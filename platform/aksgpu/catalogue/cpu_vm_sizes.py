"""Azure VM sizes without GPUs that suit system and CPU pools."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.rows import read_rows
from aksgpu.catalogue.spelling import nearest_size
from aksgpu.catalogue.vm_sizes import looks_like_a_gpu_size

MIN_SYSTEM_VCPU = 4
MIN_SYSTEM_RAM_GIB = 4
"""Least size of a system node. Source: AKS docs, use-system-pools.md."""


@dataclass(frozen=True, slots=True)
class CpuVmSize:
    """One VM size without GPU."""

    name: str
    series: str
    quota_family: str
    """Name of the vCPU quota, as `az vm list-usage` prints it."""

    vcpu: int
    ram_gib: int
    temp_disk_gib: int
    """All local disks together; 0 where there is none."""

    nvme: bool
    """Its disks are NVMe only, which needs a generation 2 image (AKS's own are)."""

    source: str


@cache
def cpu_vm_sizes() -> Mapping[str, CpuVmSize]:
    """Every size by name."""
    return {row["name"]: _size(row) for row in read_rows("cpu_vm_sizes")}


def _size(row: Mapping[str, str]) -> CpuVmSize:
    return CpuVmSize(
        name=row["name"],
        series=row["series"],
        quota_family=row["quota_family"],
        vcpu=int(row["vcpu"]),
        ram_gib=int(row["ram_gib"]),
        temp_disk_gib=int(row["temp_disk_gib"]),
        nvme=row["nvme"] == "yes",
        source=row["source"],
    )


def cpu_vm_size(name: str) -> CpuVmSize | None:
    """The size of exactly this name, or None where the catalogue lacks it."""
    return cpu_vm_sizes().get(name)


def is_burstable(name: str) -> bool:
    """Whether a size is of the B family, whose CPU is throttled when its credit is used up."""
    return re.fullmatch(r"(standard_)?b[0-9].*", name, re.IGNORECASE) is not None


def why_not_a_system_size(name: str) -> Problem | None:
    """Why AKS or this platform refuses a size for the system pool; None where it fits or the name is unknown."""
    if looks_like_a_gpu_size(name):
        return Problem(
            f"{name} has GPUs, and the system pool must not: its nodes run AKS's own pods all day.",
            "Write for example Standard_D4ds_v5, and put the GPUs into gpuPools.",
        )
    if is_burstable(name):
        return Problem(
            f"{name} is burstable (B family), which AKS does not take for a system pool.",
            "Write for example Standard_D4ds_v5.",
        )
    size = cpu_vm_size(name)
    if size and (size.vcpu < MIN_SYSTEM_VCPU or size.ram_gib < MIN_SYSTEM_RAM_GIB):
        return Problem(
            f"{name} has {size.vcpu} vCPU and {size.ram_gib} GiB, and a system node needs at least "
            f"{MIN_SYSTEM_VCPU} vCPU and {MIN_SYSTEM_RAM_GIB} GiB.",
            "Write for example Standard_D4ds_v5.",
        )
    return None


def why_not_a_cpu_size(name: str) -> Problem | None:
    """Why a name is no size that the catalogue has for pools without GPUs, or None where it has one."""
    if cpu_vm_size(name):
        return None
    if looks_like_a_gpu_size(name):
        return Problem(
            f"{name} has GPUs: a pool under cpuPools gets neither the GPU taint nor the GPU driver.",
            "Put the pool under gpuPools, or write a size without GPUs such as Standard_D8ds_v5.",
        )
    near = nearest_size(name, cpu_vm_sizes())
    if near and near.casefold() in (name.casefold(), f"standard_{name}".casefold()):
        return Problem(f"the catalogue has no VM size {name}: it is spelled {near}.", f"Write {near}.")
    rest = "ive its family, vcpu and ramGib, as `az vm list-skus` says."
    return Problem(
        f"the catalogue has no VM size {name}, so it knows neither its shape nor its quota.",
        f"Did you mean {near}? If not, g{rest}" if near else f"G{rest}",
    )


def cpu_size_warning(name: str) -> Problem | None:
    """A size that AKS takes but should not be started on: the D families of versions 2 and 3."""
    if re.fullmatch(r"Standard_DS?[0-9]+s?_v[23]", name, re.IGNORECASE):
        return Problem(
            f"{name} is of an old family: since July 2026 Azure limits its growth, and new subscriptions "
            "may not get it at all.",
            "Write for example Standard_D8ds_v5.",
        )
    return None
