"""Taints of nodes, from one function: what pools carry is what everything else must tolerate."""

from dataclasses import dataclass

from aksgpu.config.model.cpu_pools import CpuPool, SystemPool
from aksgpu.config.model.gpu_pools import GpuPool


@dataclass(frozen=True, slots=True)
class NodeTaint:
    """One taint of a node."""

    key: str
    value: str
    effect: str

    def __str__(self) -> str:
        return f"{self.key}={self.value}:{self.effect}" if self.value else f"{self.key}:{self.effect}"


def node_taint(text: str) -> NodeTaint:
    """A taint from its text, `key=value:effect` or `key:effect`. The text is one that the stack's type has checked."""
    rest, _, effect = text.rpartition(":")
    key, _, value = rest.partition("=")
    return NodeTaint(key, value, effect)


GPU_TAINTS = {
    "nvidia": node_taint("nvidia.com/gpu=present:NoSchedule"),
    "sku": node_taint("sku=gpu:NoSchedule"),
}
"""The taint that keeps other pods off GPU nodes, by the name that `gpuTaint` gives it."""

SPOT_TAINT = node_taint("kubernetes.azure.com/scalesetpriority=spot:NoSchedule")
"""AKS puts it on every spot node. The pool names it too, so that desired equals actual (AKS docs, spot-node-pool)."""

DEDICATED_TAINT = node_taint("CriticalAddonsOnly=true:NoSchedule")
"""Keeps everything but AKS's own pods off a system pool (AKS docs, use-system-pools)."""


def gpu_pool_taints(pool: GpuPool) -> tuple[NodeTaint, ...]:
    """The GPU taint, the user's taints, then the spot taint where Azure may take the nodes back; each once."""
    taints = [GPU_TAINTS[pool.gpu_taint], *(node_taint(text) for text in pool.taints)]
    if pool.spot is not None:
        taints.append(SPOT_TAINT)
    return tuple(dict.fromkeys(taints))


def cpu_pool_taints(pool: CpuPool) -> tuple[NodeTaint, ...]:
    """The user's taints, each once."""
    return tuple(dict.fromkeys(node_taint(text) for text in pool.taints))


def system_pool_taints(pool: SystemPool) -> tuple[NodeTaint, ...]:
    """The taint of a dedicated system pool, or none."""
    return (DEDICATED_TAINT,) if pool.dedicated else ()
