"""GPU models that Azure VM sizes carry."""

from dataclasses import dataclass
from typing import Literal

_NVIDIA = "azure-compute-docs, sizes/gpu-accelerated (2026-08-21)"


@dataclass(frozen=True, slots=True)
class GpuModel:
    """One GPU model."""

    name: str
    """The name that stack files and VM size rows use, for example H100-SXM-80GB."""

    vendor: Literal["nvidia", "amd"]
    architecture: str
    memory_gb: int
    """Memory of one whole GPU in GB, as Azure states it."""

    mig_product: str | None
    """Key into the MIG profile rows; None where the GPU has no MIG."""

    mig_documented_by_aks: bool = False
    """Whether AKS's own pages name the model's family for MIG (A100, H100 and H200)."""

    mig_doubt: str = ""
    """What is not certain about its MIG profiles, as a sentence."""

    source: str = _NVIDIA


_MODELS = (
    GpuModel("T4", "nvidia", "Turing", 16, None),
    GpuModel("V100", "nvidia", "Volta", 16, None),
    GpuModel("V100-SXM-32GB", "nvidia", "Volta", 32, None),
    GpuModel("A10", "nvidia", "Ampere", 24, None),
    GpuModel("A100-SXM-40GB", "nvidia", "Ampere", 40, "A100/A800-40GB", True),
    GpuModel("A100-PCIe-80GB", "nvidia", "Ampere", 80, "A100/A800-80GB", True),
    GpuModel("A100-SXM-80GB", "nvidia", "Ampere", 80, "A100/A800-80GB", True),
    GpuModel("H100-NVL", "nvidia", "Hopper", 94, "H100-NVL/H800-NVL-94GB", True),
    GpuModel("H100-SXM-80GB", "nvidia", "Hopper", 80, "H100/H800-80GB", True),
    GpuModel("H200-SXM-141GB", "nvidia", "Hopper", 141, "H200-141GB", True),
    GpuModel(
        "GB200",
        "nvidia",
        "Blackwell",
        192,
        "GB200-186GB",
        mig_doubt="A driver may report a GB200 as 189 GB instead of 186 GB, and then its profiles have other names.",
    ),
    GpuModel(
        "GB300",
        "nvidia",
        "Blackwell",
        288,
        "GB300-278GB",
        mig_doubt="AKS does not document MIG on GB300.",
    ),
    GpuModel(
        "RTX-PRO-6000-BSE",
        "nvidia",
        "Blackwell",
        96,
        "RTX-PRO-6000-Blackwell-96GB",
        mig_doubt="AKS does not document MIG on the RTX PRO 6000.",
    ),
    GpuModel("M60", "nvidia", "Maxwell", 8, None),
    GpuModel("MI300X", "amd", "CDNA3", 192, None),
)

GPU_MODELS = {model.name: model for model in _MODELS}
"""Models by name."""


def gpu_model(name: str) -> GpuModel | None:
    """The row of a model, or None where the catalogue lacks it."""
    return GPU_MODELS.get(name)
