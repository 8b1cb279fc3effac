"""MIG: the profiles that each GPU model divides into, and whether a layout of them fits on one GPU."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from aksgpu.catalogue.gpus import GPU_MODELS, gpu_model
from aksgpu.catalogue.rows import read_rows

Strategy = Literal["mixed", "single"]
Media = Literal["", "+me", "+me.all", "-me", "+gfx"]


@dataclass(frozen=True, slots=True)
class MigProfile:
    """One way to cut a piece out of one GPU product."""

    name: str
    """Full name as nvidia-smi prints it, for example "1g.10gb" or "1g.10gb+me"."""

    media: Media
    """What the name says of media engines and graphics: "+me" adds the shared engine, "-me" gives its own up."""

    compute_slices: int
    memory_slices: int
    memory_gb: int
    max_instances: int
    """How many of them one GPU holds at most, when it holds nothing else."""

    starts: tuple[int, ...]
    """Memory slices at which such an instance may start."""

    placement_basis: Literal["documented", "inferred"]
    """`inferred`: the slice model documented for the A100 is assumed for this newer GPU."""

    source: str


@dataclass(frozen=True, slots=True)
class MigGeometry:
    """How one GPU product divides."""

    product: str
    compute_slices: int
    memory_slices: int
    min_driver: str
    """Oldest driver with MIG on this GPU, for example "525.85.12"; "" where unknown."""

    profiles: Mapping[str, MigProfile]
    """Profiles by full name, small to large."""


@cache
def mig_geometries() -> Mapping[str, MigGeometry]:
    """Every product's geometry by product name."""
    found: dict[str, MigGeometry] = {}
    profiles: dict[str, dict[str, MigProfile]] = {}
    for row in read_rows("mig_profiles"):
        product = row["product"]
        if product not in found:
            profiles[product] = {}
            compute, memory = int(row["gpu_compute_slices"]), int(row["gpu_memory_slices"])
            found[product] = MigGeometry(product, compute, memory, row["min_driver"], profiles[product])
        profiles[product][row["profile"]] = _profile(row)
    return found


def _profile(row: Mapping[str, str]) -> MigProfile:
    media = row["media"]
    assert media in ("", "+me", "+me.all", "-me", "+gfx"), media
    return MigProfile(
        name=row["profile"],
        media=media,
        compute_slices=int(row["compute_slices"]),
        memory_slices=int(row["memory_slices"]),
        memory_gb=int(row["memory_gb"]),
        max_instances=int(row["max_instances"]),
        starts=tuple(int(start) for start in row["starts"].split()),
        placement_basis="documented" if row["basis"] == "documented" else "inferred",
        source=row["source"],
    )


def mig_geometry(gpu_model_name: str) -> MigGeometry | None:
    """The geometry of a GPU model; None where the model is unknown or has no MIG."""
    model = gpu_model(gpu_model_name)
    return mig_geometries()[model.mig_product] if model and model.mig_product else None


def mig_profiles(gpu_model_name: str) -> Mapping[str, MigProfile]:
    """The profiles of a GPU model by full name, small to large; none where it is unknown or has no MIG."""
    geometry = mig_geometry(gpu_model_name)
    return geometry.profiles if geometry else {}


def models_with_mig() -> tuple[str, ...]:
    """Names of the GPU models that divide."""
    return tuple(name for name, model in GPU_MODELS.items() if model.mig_product)


def resource_name(profile: str, strategy: Strategy) -> str:
    """What a pod requests for one instance: "nvidia.com/mig-1g.10gb.me" under mixed, "nvidia.com/gpu" under single."""
    return "nvidia.com/gpu" if strategy == "single" else f"nvidia.com/mig-{profile.replace('+', '.')}"


def aks_profile(gpu_model_name: str, name: str) -> tuple[MigProfile, int] | None:
    """What AKS's `gpuInstanceProfile` (MIG1g, MIG2g, MIG3g, MIG4g or MIG7g) makes of each GPU: profile and count.

    None where the GPU has no profile of that many compute slices. Source: AKS docs, gpu-multi-instance.md.
    """
    slices = name.removeprefix("MIG").removesuffix("g")
    plain = (profile for profile in mig_profiles(gpu_model_name).values() if not profile.media)
    sized = [profile for profile in plain if str(profile.compute_slices) == slices]
    # 1g has a second form with twice the memory; AKS makes the plain one.
    profile = min(sized, key=lambda one: one.memory_slices, default=None)
    return (profile, profile.max_instances) if profile else None
