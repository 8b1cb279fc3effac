"""How many nodes a pool has: bounds, the count that is sent, and what an upgrade adds."""

from dataclasses import dataclass

from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.model.pool_parts import Upgrade

GPU_UPGRADE = Upgrade()
"""No surge and one unavailable node: an upgrade needs no spare GPU quota (AKS docs, upgrade-aks-node-pools-rolling)."""

CPU_UPGRADE = Upgrade.model_validate({"maxSurge": "33%", "maxUnavailable": 0})
"""One third more nodes while they are replaced, as AKS advises for production; CPU quota is easy to have."""


@dataclass(frozen=True, slots=True)
class NodeCounts:
    """Bounds of a pool in nodes. A fixed pool has `least` = `most` = `first`."""

    least: int
    most: int
    first: int
    """The count that is sent at creation."""

    autoscaled: bool


def node_counts(pool: GpuPool | CpuPool) -> NodeCounts:
    """The counts of a pool. Where a stack gives both `scale` and `nodes` or neither, a rule refuses it elsewhere."""
    if pool.scale is not None:
        least, most = pool.scale.min, max(pool.scale.max, pool.scale.min)
        wanted = least if pool.scale.initial is None else pool.scale.initial
        return NodeCounts(least, most, min(max(wanted, least), most), autoscaled=True)
    fixed = pool.nodes or 0
    return NodeCounts(fixed, fixed, fixed, autoscaled=False)


def upgrade_of(pool: GpuPool | CpuPool) -> Upgrade | None:
    """How a pool is upgraded: as the stack says, or by default. None for spot pools, which take no upgrade settings."""
    if isinstance(pool, GpuPool):
        return None if pool.spot is not None else pool.upgrade or GPU_UPGRADE
    return pool.upgrade or CPU_UPGRADE


def surge_nodes(upgrade: Upgrade | None, most: int) -> int:
    """Nodes that an upgrade adds to a pool of `most` nodes. Azure rounds a percentage up."""
    if upgrade is None or most == 0:
        return 0
    return amount(upgrade.max_surge, most)


def unavailable(upgrade: Upgrade) -> int | str:
    """Nodes that may be down during an upgrade: none where surge nodes take their place.

    Both at once is a fallback that AKS has in preview only (AKS docs, upgrade-aks-node-pools-rolling).
    """
    return upgrade.max_unavailable if is_none(upgrade.max_surge) else 0


def is_none(value: int | str) -> bool:
    """Whether a number of nodes or a percentage is no node at all."""
    return int(str(value).removesuffix("%")) == 0


def amount(value: int | str, nodes: int) -> int:
    """A number of nodes, or a percentage of `nodes` rounded up."""
    if isinstance(value, int):
        return value
    return -(-int(value.removesuffix("%")) * nodes // 100)
