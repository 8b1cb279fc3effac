"""Rows of Azure's VM sizes with GPUs, and of families with one answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, cast

from aksgpu.catalogue.rows import read_rows

Verdict = Literal["works", "unconfirmed", "refused"]


@dataclass(frozen=True, slots=True)
class GpuVmSize:
    """One VM size. A number that is unknown is 0, and then `shape_known` is False."""

    name: str
    """For example Standard_NC24ads_A100_v4."""

    family: str
    """Azure's name of the series, for example NC_A100_v4."""

    quota_family: str
    """Name of the vCPU quota, as `az vm list-usage` prints it. Sources differ in its upper and lower case."""

    quota_family_source: str

    vcpu: int
    ram_gib: int
    gpu_model: str
    gpu_fraction: str
    """Share of a GPU that the size has: "1", or for example "1/6"."""

    gpu_count: int
    """GPUs as pods see them: a fraction counts as one."""

    gpu_memory_gb: int
    """Memory of each GPU (or fraction) in GB."""

    infiniband: bool
    cpu_arch: Literal["amd64", "arm64"]
    temp_disk_gib: int
    """0 where there is none or its size is unknown."""

    local_nvme_disks: int
    local_nvme_gib: int
    """All local NVMe disks together; 0 where there are none or their size is unknown."""

    driver_flavour: Literal["cuda", "grid", "amd"]
    verdict: Verdict
    """Before any date is looked at: see `vm_sizes.judge_size`."""

    retires: date | None
    """The day on which Azure stops VMs of this size."""

    reason: str
    """Why it is unconfirmed (the doubtful facts) or refused, for the middle of a sentence."""

    doubts: tuple[str, ...]
    """Whole sentences about lesser doubts and restrictions. They stop nothing, and belong in a note."""

    source: str

    @property
    def shape_known(self) -> bool:
        """Whether vCPUs, memory and GPUs with their memory are known. If not, the stack file must give the shape."""
        return bool(self.vcpu and self.ram_gib and self.gpu_count and self.gpu_memory_gb)


@dataclass(frozen=True, slots=True)
class FamilyRule:
    """A whole family of sizes with one answer."""

    family: str
    example: str
    pattern: re.Pattern[str]
    verdict: Verdict
    reason: str
    source: str


FAMILY_RULES: tuple[FamilyRule, ...] = (
    FamilyRule(
        "NVv4",
        "Standard_NV*as_v4",
        re.compile(r"Standard_NV[0-9]+as_v4", re.IGNORECASE),
        "refused",
        "AKS never took sizes of the NVv4 family: their GPUs are AMD's MI25, and Azure retires them on 2026-09-30",
        "azure-aks-docs use-nvidia-gpu.md; Azure VM retirement list",
    ),
    FamilyRule(
        "NVadsV710_v5",
        "Standard_NV*ads_V710_v5",
        re.compile(r"Standard_NV[0-9]+ads_V710_v5", re.IGNORECASE),
        "refused",
        "the GPUs of the NVadsV710_v5 family are AMD's Radeon V710, which neither AKS nor the GPU Operator drives",
        "azure-compute-docs nvadsv710-v5-series (AKS names no support for it)",
    ),
)


@cache
def gpu_vm_sizes() -> Mapping[str, GpuVmSize]:
    """Every size by name."""
    return {row["name"]: _size(row) for row in read_rows("gpu_vm_sizes")}


def _size(row: Mapping[str, str]) -> GpuVmSize:
    def number(column: str) -> int:
        return int(row[column] or 0)

    return GpuVmSize(
        name=row["name"],
        family=row["family"],
        quota_family=row["quota_family"],
        quota_family_source=row["quota_family_source"],
        vcpu=number("vcpu"),
        ram_gib=number("ram_gib"),
        gpu_model=row["gpu_model"],
        gpu_fraction=row["gpu_fraction"] or "1",
        gpu_count=number("gpu_count"),
        gpu_memory_gb=number("gpu_memory_gb"),
        infiniband=row["infiniband"] == "yes",
        cpu_arch="arm64" if row["cpu_arch"] == "arm64" else "amd64",
        temp_disk_gib=number("temp_disk_gib"),
        local_nvme_disks=number("local_nvme_disks"),
        local_nvme_gib=number("local_nvme_gib"),
        driver_flavour=cast(Literal["cuda", "grid", "amd"], row["driver_flavour"]),
        verdict=cast(Verdict, row["verdict"]),
        retires=date.fromisoformat(row["retires"]) if row["retires"] else None,
        reason=row["reason"],
        doubts=tuple(row["doubts"].split(" | ")) if row["doubts"] else (),
        source=row["source"],
    )


def gpu_vm_size(name: str) -> GpuVmSize | None:
    """The size of exactly this name, or None where the catalogue lacks it."""
    return gpu_vm_sizes().get(name)


def family_rule(name: str) -> FamilyRule | None:
    """The rule of the family that a size's name belongs to, where there is one."""
    return next((rule for rule in FAMILY_RULES if rule.pattern.fullmatch(name)), None)
