"""AgentPool entries of CPU and GPU pools, in the engine's camelCase of azure-native 3.29.0 (API 2025-09-01)."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.pool_names import CPU_DISK_GIB, GPU_DISK_GIB
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.desired.approvals import protected
from aksgpu.desired.azure.agent_pool_inputs import common_inputs
from aksgpu.desired.azure.version_start import version_is_a_start
from aksgpu.desired.entries import AzureResource, Part

AGENT_POOL = "azure-native:containerservice:AgentPool"

CREATE_ONLY = (
    "availabilityZones",
    "capacityReservationGroupID",
    "enableEncryptionAtHost",
    "gpuInstanceProfile",
    "gpuProfile",
    "kubeletDiskType",
    "maxPods",
    "osDiskSizeGB",
    "osDiskType",
    "osType",
    "scaleSetEvictionPolicy",
    "scaleSetPriority",
    "spotMaxPrice",
    "type",
    "vmSize",
    "vnetSubnetID",
)
"""Inputs that AKS takes at creation only, of those that the platform sends.

Source: AKS API field texts and docs; disk size, zones, subnet and host encryption are treated so by AKS's own tools.
The generation in a pool's name follows from them (`config.pool_names`), so a change makes a new pool beside the old.
"""


def cpu_pool_parts(subject: Subject) -> Iterator[Part]:
    """One part for each CPU pool, `cpu-pool-<name>`."""
    for name, pool in subject.stack.cpu_pools.items():
        if name in subject.offers:
            yield Part(f"cpu-pool-{name}", "CpuNodePool", (cpu_agent_pool(subject, name, pool),))


def gpu_pool_parts(subject: Subject) -> Iterator[Part]:
    """One part for each GPU pool, `gpu-pool-<name>`."""
    for name, pool in subject.stack.gpu_pools.items():
        if name in subject.offers:
            yield Part(f"gpu-pool-{name}", "GpuNodePool", (gpu_agent_pool(subject, name, pool),))


def cpu_agent_pool(subject: Subject, name: str, pool: CpuPool) -> AzureResource:
    """The AgentPool of a CPU pool."""
    offer = subject.offers[name]
    inputs = common_inputs(subject, offer, pool, CPU_DISK_GIB)
    return _entry(subject, offer, inputs)


def gpu_agent_pool(subject: Subject, name: str, pool: GpuPool) -> AzureResource:
    """The AgentPool of a GPU pool. It is scarce: protected unless the stack approves its loss."""
    offer = subject.offers[name]
    inputs = common_inputs(subject, offer, pool, GPU_DISK_GIB)
    # Always sent: left out, AKS would install its own driver under the operator's (field case F01).
    owner = subject.stack.gpu_software.driver_owner
    inputs["gpuProfile"] = {"driver": "None" if owner == "operator" else "Install"}
    if pool.mig is not None and pool.mig.aks_profile is not None:
        inputs["gpuInstanceProfile"] = pool.mig.aks_profile
    if pool.capacity_reservation_group is not None:
        inputs["capacityReservationGroupID"] = pool.capacity_reservation_group
    if pool.spot is not None:
        inputs["scaleSetPriority"] = "Spot"
        inputs["scaleSetEvictionPolicy"] = pool.spot.eviction_policy
        inputs["spotMaxPrice"] = pool.spot.max_price
    return _entry(subject, offer, inputs)


def _entry(subject: Subject, offer: PoolOffer, inputs: dict[str, Any]) -> AzureResource:
    scarce = offer.kind == "gpu"
    return AzureResource(
        key=f"pool-{offer.name}",
        type=AGENT_POOL,
        path={
            "resourceGroupName": subject.facts.resource_group,
            "resourceName": subject.facts.name,
            "agentPoolName": offer.azure_name,
        },
        inputs=inputs,
        after=("cluster",),
        scarce=scarce,
        protect=scarce and protected(subject, offer.name),
        ignore_changes=_ignored(subject, offer),
        create_only=CREATE_ONLY,
    )


def _ignored(subject: Subject, offer: PoolOffer) -> tuple[str, ...]:
    """What is sent once: the count of an autoscaled pool, and a version that is only where the cluster starts."""
    ignored: list[str] = []
    if offer.autoscaled:
        ignored.append("count")
    if version_is_a_start(subject):
        ignored.append("orchestratorVersion")
    return tuple(ignored)
