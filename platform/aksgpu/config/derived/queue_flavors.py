"""Which pools a team's queue draws from, and in which order."""

from collections.abc import Iterator
from dataclasses import dataclass

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.pool_names import SYSTEM_POOL
from aksgpu.config.derived.quotas import PoolQuota, pool_quota
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.queues import TeamQueue
from aksgpu.config.model.stack import StackConfig

NO_CPU_POOL = "no-cpu-pool"
"""The flavor that stands first where there is no CPU pool for jobs. No pool can have this name: it has a hyphen."""


@dataclass(frozen=True, slots=True)
class QueueFlavor:
    """One place that a team's jobs may run in. `offer` is None only for the flavor NO_CPU_POOL."""

    name: str
    offer: PoolOffer | None
    quota: PoolQuota
    written: bool
    """Whether the team's quota names it. The CPU flavor is added with a quota of 0 where it does not."""

    @property
    def has_gpus(self) -> bool:
        """Whether it is a GPU pool."""
        return self.offer is not None and self.offer.kind == "gpu"


def queued_teams(stack: StackConfig) -> tuple[str, ...]:
    """The teams with a queue. Kueue is installed where there is one."""
    return tuple(name for name, team in stack.teams.items() if team.queue is not None)


def cpu_flavor(subject: Subject) -> PoolOffer | None:
    """Where jobs without GPUs run that have no quota of a CPU pool: the first CPU pool, by name, without taints or else
    with them.

    Without a CPU pool it is the system pool, unless that is kept for AKS's own pods. None where there is no such pool.
    """
    pools = [offer for offer in subject.offers.values() if offer.kind == "cpu"]
    pools.sort(key=lambda offer: (bool(offer.taints), offer.name))
    system = subject.offers.get(SYSTEM_POOL)
    if system is not None and system.kind == "system" and not system.taints:
        pools.append(system)
    return pools[0] if pools else None


def queue_flavors(subject: Subject, team: str) -> tuple[QueueFlavor, ...]:
    """The flavors of a team's queue: CPU pools, then GPU pools, each in the queue's order.

    The order of keys in the file decides nothing: Pulumi hands maps over sorted by key.
    A queue with GPUs always has a CPU flavor first. Pools that do not exist or do not fit their quota are left out.
    """
    written = tuple(_written(subject, team))
    cpu = tuple(flavor for flavor in written if not flavor.has_gpus)
    gpu = tuple(flavor for flavor in written if flavor.has_gpus)
    if gpu and not cpu:
        offer = cpu_flavor(subject)
        name = offer.name if offer is not None else NO_CPU_POOL
        cpu = (QueueFlavor(name, offer, PoolQuota(name), written=False),)
    return (*cpu, *gpu)


def _written(subject: Subject, team: str) -> Iterator[QueueFlavor]:
    queue = subject.stack.teams[team].queue
    for pool in _in_order(subject, queue) if queue is not None else ():
        quota = pool_quota(subject, team, pool)
        if quota is not None:
            yield QueueFlavor(pool, subject.offers[pool], quota, written=True)


def _in_order(subject: Subject, queue: TeamQueue) -> list[str]:
    def place(pool: str) -> tuple[int, bool, str]:
        named = queue.order.index(pool) if pool in queue.order else len(queue.order)
        offer = subject.offers.get(pool)
        return named, not (offer and offer.spot), pool

    return sorted(queue.quota, key=place)


def gpu_resources(flavors: tuple[QueueFlavor, ...]) -> tuple[str, ...]:
    """Every GPU resource that the flavors offer, in their order, each once."""
    names = (name for flavor in flavors if flavor.offer is not None for name in flavor.offer.gpu_resources)
    return tuple(dict.fromkeys(names))
