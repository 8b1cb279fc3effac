"""How the GPUs of a pool are divided: what its nodes then offer, and the node labels that ask for it."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from aksgpu.catalogue.mig import aks_profile, mig_profiles, resource_name
from aksgpu.config.model.gpu_pools import GpuPool

MIG_LABEL = "nvidia.com/mig.config"
"""The layout that the MIG manager gives a node."""

SHARING_LABEL = "nvidia.com/device-plugin.config"
"""The config of the device plugin on a node."""

WHOLE_GPU = "nvidia.com/gpu"
_LABEL_LENGTH = 63

Strategy = Literal["mixed", "single"]


@dataclass(frozen=True, slots=True)
class SharingConfig:
    """One config of the device plugin: which resources are shared, how, and by how many pods each."""

    name: str
    """Name in the ConfigMap and value of the node label."""

    way: Literal["timeSlicing", "mps"]
    resources: tuple[str, ...]
    replicas: int


def layout_name(gpu_model: str, layout: Mapping[str, int]) -> str:
    """The name of a MIG layout, from its full profile names: "7x1g.10gb", or "1x3g.40gb_1x2g.20gb_2x1g.10gb".

    Equal layouts have equal names whatever their order in the file. It is a valid label value (63 characters at most).
    """
    parts = (f"{layout[name]}x{name.replace('+', '.')}" for name in largest_first(gpu_model, layout) if layout[name])
    name = "_".join(parts)
    if len(name) <= _LABEL_LENGTH:
        return name
    return f"layout-{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def largest_first(gpu_model: str, layout: Iterable[str]) -> list[str]:
    """The profiles of a layout in an order that does not depend on the file's; unknown ones last."""
    profiles = mig_profiles(gpu_model)

    def size(name: str) -> tuple[int, int, str]:
        row = profiles.get(name)
        return (-row.compute_slices, -row.memory_slices, name) if row else (0, 0, name)

    return sorted(layout, key=size)


def slices(pool: GpuPool, gpu_model: str) -> Mapping[str, int]:
    """MIG instances of each GPU by full profile name, the largest first; empty where the GPUs stay whole."""
    if pool.mig is None:
        return {}
    if pool.mig.layout is not None:
        layout = pool.mig.layout
        return {name: layout[name] for name in largest_first(gpu_model, layout) if layout[name]}
    made = aks_profile(gpu_model, pool.mig.aks_profile or "")
    return {made[0].name: made[1]} if made else {}


def shared_name(resource: str) -> str:
    """What the device plugin calls a resource that several pods share (`renameByDefault`)."""
    return f"{resource}.shared"


def gpu_resources(pool: GpuPool, gpu_model: str, gpus: int, strategy: Strategy) -> Mapping[str, int]:
    """What one node offers, by the resource name that pods request.

    Sharing multiplies the counts and renames the resources, since a share is not a GPU: nvidia.com/gpu.shared.
    """
    counts = _physical(pool, gpu_model, gpus, strategy)
    sharing = pool.time_slicing or pool.mps
    if sharing is None:
        return counts
    return {shared_name(resource): count * sharing.replicas for resource, count in counts.items()}


def _physical(pool: GpuPool, gpu_model: str, gpus: int, strategy: Strategy) -> dict[str, int]:
    divided = slices(pool, gpu_model)
    if not divided:
        return {WHOLE_GPU: gpus}
    counts: dict[str, int] = {}
    for profile, count in divided.items():
        resource = resource_name(profile, strategy)
        counts[resource] = counts.get(resource, 0) + count * gpus
    return counts


def sharing_config(pool: GpuPool, gpu_model: str, strategy: Strategy) -> SharingConfig | None:
    """The device plugin's config for a pool whose GPUs are shared. Equal configs have equal names."""
    sharing = pool.time_slicing or pool.mps
    if sharing is None:
        return None
    way: Literal["timeSlicing", "mps"] = "timeSlicing" if pool.time_slicing else "mps"
    resources = tuple(_physical(pool, gpu_model, 1, strategy))
    name = f"{'time-slicing' if pool.time_slicing else 'mps'}-{sharing.replicas}"
    if resources != (WHOLE_GPU,):
        name = f"{name}_{layout_name(gpu_model, slices(pool, gpu_model))}"
    return SharingConfig(name[:_LABEL_LENGTH].rstrip("._-"), way, resources, sharing.replicas)


def division_labels(pool: GpuPool, gpu_model: str, strategy: Strategy) -> Mapping[str, str]:
    """The node labels that make the GPU Operator divide and share the GPUs of a pool."""
    labels: dict[str, str] = {}
    if pool.mig is not None and pool.mig.layout is not None:
        labels[MIG_LABEL] = layout_name(gpu_model, slices(pool, gpu_model))
    sharing = sharing_config(pool, gpu_model, strategy)
    if sharing is not None:
        labels[SHARING_LABEL] = sharing.name
    return labels
