"""What each pool offers to pods: resources by name, taints, labels and node counts. Everything derives from here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from aksgpu.config.cluster_facts import ClusterFacts
from aksgpu.config.stack import StackConfig

POOL_LABEL = "aksgpu/pool"
"""Our own node label. It outlives rotations and is known at zero nodes, so everything selects by it."""


@dataclass(frozen=True, slots=True)
class NodeTaint:
    """One taint of a node."""

    key: str
    value: str
    effect: str

    def __str__(self) -> str:
        return f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"


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

    Pools whose size is unknown are left out; a rule says so elsewhere.
    """
    raise NotImplementedError
