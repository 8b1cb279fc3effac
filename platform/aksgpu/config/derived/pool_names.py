"""The Azure name of a pool: the stack's name and a generation that follows from what cannot change in place."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from aksgpu.config.derived.cluster_facts import ClusterFacts
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.model.pool_parts import Disk
from aksgpu.config.model.stack import StackConfig

SYSTEM_POOL = "system"
"""The inline system pool. It is never edited, so its name has no generation."""

GENERATION_LENGTH = 4
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"

GPU_DISK_GIB = 256
"""Default OS disk of GPU nodes: CUDA images are large."""

CPU_DISK_GIB = 128

Choice = tuple[str, Any, Any]
"""A create-only setting: its name here, its value, and its default."""


def generation(vm_size: str, choices: Iterable[Choice]) -> str:
    """Four characters (base 36 of a SHA-256) from the VM size and every create-only value that is not its default.

    A setting at its default does not count, so a new setting of this project renames no pool.
    """
    chosen = {"vmSize": vm_size} | {name: value for name, value, default in choices if value != default}
    digest = hashlib.sha256(json.dumps(chosen, sort_keys=True, separators=(",", ":")).encode()).digest()
    number = int.from_bytes(digest[:8], "big")
    characters: list[str] = []
    for _ in range(GENERATION_LENGTH):
        number, digit = divmod(number, len(_BASE36))
        characters.append(_BASE36[digit])
    return "".join(characters)


def gpu_pool_name(name: str, pool: GpuPool, stack: StackConfig, facts: ClusterFacts) -> str:
    """The Azure name of a GPU pool, at most 12 characters."""
    return name + generation(pool.vm_size, gpu_pool_choices(pool, stack, facts))


def cpu_pool_name(name: str, pool: CpuPool, stack: StackConfig, facts: ClusterFacts) -> str:
    """The Azure name of a CPU pool, at most 12 characters."""
    return name + generation(pool.vm_size, _common_choices(pool, CPU_DISK_GIB, stack, facts))


def gpu_pool_choices(pool: GpuPool, stack: StackConfig, facts: ClusterFacts) -> Iterable[Choice]:
    """Every create-only setting of a GPU pool but its VM size, with its default.

    Source: AKS docs and API field texts (see the catalogue of create-only fields in `desired.azure.agent_pool`).
    """
    yield from _common_choices(pool, GPU_DISK_GIB, stack, facts)
    yield "driverOwner", stack.gpu_software.driver_owner, "operator"
    yield "mig.aksProfile", pool.mig.aks_profile if pool.mig else None, None
    yield "capacityReservationGroup", pool.capacity_reservation_group, None
    yield "spot", _spot(pool), None


def _spot(pool: GpuPool) -> Mapping[str, Any] | None:
    if pool.spot is None:
        return None
    values = {"evictionPolicy": pool.spot.eviction_policy, "maxPrice": pool.spot.max_price}
    defaults = {"evictionPolicy": "Delete", "maxPrice": -1}
    return {key: value for key, value in values.items() if value != defaults[key]}


def _common_choices(
    pool: GpuPool | CpuPool, disk_gib: int, stack: StackConfig, facts: ClusterFacts
) -> Iterable[Choice]:
    yield "disk.type", pool.disk.type, "Managed"
    yield "disk.sizeGib", disk_size_gib(pool.disk, disk_gib), disk_size_gib(Disk(type=pool.disk.type), disk_gib)
    yield "disk.kubelet", pool.disk.kubelet, "OS"
    yield "maxPods", pool.max_pods, 110
    yield "zones", sorted(set(pool.zones)), []
    yield "nodeSubnet", facts.node_subnet, None
    yield "encryptionAtHost", stack.compliance.encryption_at_host, False


def disk_size_gib(disk: Disk, default: int) -> int | None:
    """Size of the OS disk in GiB; None lets Azure choose.

    An ephemeral disk without a size is Azure's choice: on sizes with NVMe only it takes one whole device whatever its
    size is (AKS docs, best-practices-storage-nvme).
    """
    if disk.size_gib is not None:
        return disk.size_gib
    return None if disk.type == "Ephemeral" else default
