"""What each pool offers to pods: resources by name, taints, labels and node counts. Everything derives from here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from aksgpu.config.derived.allocatable import allocatable
from aksgpu.config.derived.cluster_facts import ClusterFacts
from aksgpu.config.derived.gpu_division import division_labels, gpu_resources
from aksgpu.config.derived.node_counts import CPU_UPGRADE, node_counts, surge_nodes, upgrade_of
from aksgpu.config.derived.node_taints import SPOT_TAINT, cpu_pool_taints, gpu_pool_taints, system_pool_taints
from aksgpu.config.derived.node_taints import NodeTaint as NodeTaint
from aksgpu.config.derived.pool_names import SYSTEM_POOL, cpu_pool_name, gpu_pool_name
from aksgpu.config.derived.pool_shapes import NodeShape, cpu_pool_shape, gpu_pool_shape, system_pool_shape
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.model.stack import StackConfig

POOL_LABEL = "aksgpu/pool"
"""Our own node label. It outlives rotations and is known at zero nodes, so everything selects by it."""

SYSTEM_MAX_PODS = 110
"""Pods on a node of the system pool."""


@dataclass(frozen=True, slots=True)
class PoolOffer:
    """One pool, as the scheduler and Kueue see it.

    `gpu_resources` maps each GPU resource name to its count on one node: {"nvidia.com/gpu": 2}, or
    {"nvidia.com/mig-1g.12gb": 7}; it is empty for CPU pools. `allocatable_cpu_millicores` and `allocatable_memory_mib`
    are what one node leaves to pods after AKS reservations and the platform's own DaemonSets.
    `queueable` is `gpu_resources` at `max_nodes`, less what unqueued serving reserves.
    """

    name: str
    kind: Literal["system", "cpu", "gpu"]
    azure_name: str
    vm_size: str
    quota_family: str
    vcpu: int
    ram_gib: int
    min_nodes: int
    max_nodes: int
    autoscaled: bool
    spot: bool
    zones: tuple[str, ...]
    taints: tuple[NodeTaint, ...]
    labels: Mapping[str, str]
    gpu_model: str | None
    gpus_per_node: int
    gpu_resources: Mapping[str, int]
    queueable: Mapping[str, int]
    allocatable_cpu_millicores: int
    allocatable_memory_mib: int
    surge_nodes: int
    """Nodes beyond `max_nodes` that an upgrade may add."""


def pool_offers(stack: StackConfig, facts: ClusterFacts) -> Mapping[str, PoolOffer]:
    """Every pool of the stack by name: the system pool (named `system`, where ours), CPU pools, then GPU pools.

    Pools whose size is unknown are left out; a rule says so elsewhere. A pool named like an earlier one is left out
    too, which a rule refuses.
    """
    offers: dict[str, PoolOffer] = {}
    for offer in _offers(stack, facts):
        offers.setdefault(offer.name, offer)
    return offers


def _offers(stack: StackConfig, facts: ClusterFacts) -> Iterator[PoolOffer]:
    system = system_pool_shape(stack.system_pool)
    if facts.ours and system:
        yield _system_offer(stack, system)
    for name, pool in stack.cpu_pools.items():
        shape = cpu_pool_shape(pool)
        if shape:
            yield _cpu_offer(name, pool, shape, stack, facts)
    for name, pool in stack.gpu_pools.items():
        shape = gpu_pool_shape(pool)
        if shape:
            yield _gpu_offer(name, pool, shape, stack, facts)


def _system_offer(stack: StackConfig, shape: NodeShape) -> PoolOffer:
    pool = stack.system_pool
    cpu, memory = allocatable(shape, SYSTEM_MAX_PODS)
    return PoolOffer(
        name=SYSTEM_POOL,
        kind="system",
        azure_name=SYSTEM_POOL,
        vm_size=pool.vm_size,
        quota_family=shape.quota_family,
        vcpu=shape.vcpu,
        ram_gib=shape.ram_gib,
        min_nodes=pool.nodes,
        max_nodes=pool.nodes,
        autoscaled=False,
        spot=False,
        zones=tuple(pool.zones),
        taints=system_pool_taints(pool),
        labels={POOL_LABEL: SYSTEM_POOL},
        gpu_model=None,
        gpus_per_node=0,
        gpu_resources={},
        queueable={},
        allocatable_cpu_millicores=cpu,
        allocatable_memory_mib=memory,
        surge_nodes=surge_nodes(CPU_UPGRADE, pool.nodes),
    )


def _cpu_offer(name: str, pool: CpuPool, shape: NodeShape, stack: StackConfig, facts: ClusterFacts) -> PoolOffer:
    counts = node_counts(pool)
    cpu, memory = allocatable(shape, pool.max_pods)
    return PoolOffer(
        name=name,
        kind="cpu",
        azure_name=cpu_pool_name(name, pool, stack, facts),
        vm_size=pool.vm_size,
        quota_family=shape.quota_family,
        vcpu=shape.vcpu,
        ram_gib=shape.ram_gib,
        min_nodes=counts.least,
        max_nodes=counts.most,
        autoscaled=counts.autoscaled,
        spot=False,
        zones=tuple(pool.zones),
        taints=cpu_pool_taints(pool),
        labels={**pool.labels, POOL_LABEL: name},
        gpu_model=None,
        gpus_per_node=0,
        gpu_resources={},
        queueable={},
        allocatable_cpu_millicores=cpu,
        allocatable_memory_mib=memory,
        surge_nodes=surge_nodes(upgrade_of(pool), counts.most),
    )


def _gpu_offer(name: str, pool: GpuPool, shape: NodeShape, stack: StackConfig, facts: ClusterFacts) -> PoolOffer:
    counts = node_counts(pool)
    cpu, memory = allocatable(shape, pool.max_pods)
    model = shape.gpu_model or ""
    resources = gpu_resources(pool, model, shape.gpus, stack.gpu_software.mig_strategy)
    return PoolOffer(
        name=name,
        kind="gpu",
        azure_name=gpu_pool_name(name, pool, stack, facts),
        vm_size=pool.vm_size,
        quota_family=shape.quota_family,
        vcpu=shape.vcpu,
        ram_gib=shape.ram_gib,
        min_nodes=counts.least,
        max_nodes=counts.most,
        autoscaled=counts.autoscaled,
        spot=pool.spot is not None,
        zones=tuple(pool.zones),
        taints=gpu_pool_taints(pool),
        labels=_gpu_labels(name, pool, model, stack),
        gpu_model=shape.gpu_model,
        gpus_per_node=shape.gpus,
        gpu_resources=resources,
        queueable=_queueable(resources, counts.most, pool.reserved_for_serving),
        allocatable_cpu_millicores=cpu,
        allocatable_memory_mib=memory,
        surge_nodes=surge_nodes(upgrade_of(pool), counts.most),
    )


def _gpu_labels(name: str, pool: GpuPool, gpu_model: str, stack: StackConfig) -> dict[str, str]:
    labels = {**pool.labels, POOL_LABEL: name}
    if pool.spot is not None:
        labels[SPOT_TAINT.key] = SPOT_TAINT.value
    labels.update(division_labels(pool, gpu_model, stack.gpu_software.mig_strategy))
    return labels


def _queueable(resources: Mapping[str, int], most: int, reserved: int) -> dict[str, int]:
    """All that the pool offers at its maximum, less the reserved pieces where there is only one kind of piece."""
    taken = reserved if len(resources) == 1 else 0
    return {name: max(count * most - taken, 0) for name, count in resources.items()}
