"""What a team's quota of a pool comes to: GPUs, CPU and memory, with what may be borrowed and lent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.quota_units import Unit, fitting_units, given_units, pieces
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.queues import Quota
from aksgpu.config.model.stack import StackConfig


@dataclass(frozen=True, slots=True)
class Amounts:
    """An amount of a pool: CPU in millicores, memory in MiB, and GPU resources by name."""

    cpu_millicores: int = 0
    memory_mib: int = 0
    gpus: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class PoolQuota:
    """A team's share of one pool. `borrow` is None for no limit, `lend` is None for all of it."""

    pool: str
    nominal: Amounts = Amounts()
    borrow: Amounts | None = None
    lend: Amounts | None = None


def pool_quota(subject: Subject, team: str, pool: str) -> PoolQuota | None:
    """A team's share of a pool; None where the team has none, or one that does not fit the pool (a rule says so)."""
    queue = subject.stack.teams[team].queue if team in subject.stack.teams else None
    quota = queue.quota.get(pool) if queue is not None else None
    offer = subject.offers.get(pool)
    if quota is None or offer is None:
        return None
    units = given_units(quota)
    if len(units) != 1 or units[0] not in fitting_units(subject.stack, offer):
        return None
    return _quota(subject.stack, offer, quota, units[0])


def queue_quotas(subject: Subject, team: str, pool: str) -> Mapping[str, float]:
    """A team's nominal quota of a pool by resource name: cores, GiB of memory, and counts of GPU resources.

    Empty where the team has no quota of the pool.
    """
    quota = pool_quota(subject, team, pool)
    if quota is None:
        return {}
    nominal = quota.nominal
    return {"cpu": nominal.cpu_millicores / 1000, "memory": nominal.memory_mib / 1024, **nominal.gpus}


def capacity(offer: PoolOffer) -> Amounts:
    """What a pool can give to queues at its maximum."""
    return Amounts(
        offer.allocatable_cpu_millicores * offer.max_nodes,
        offer.allocatable_memory_mib * offer.max_nodes,
        dict(offer.queueable),
    )


def node_share(offer: PoolOffer, gpus: Mapping[str, int]) -> Fraction:
    """How many nodes some GPU resources of a pool come to: 1 for all that one node has.

    Slices of different sizes count by their compute slices, the number before the g of their profile.
    """
    whole = sum(count * _weight(name) for name, count in offer.gpu_resources.items())
    wanted = sum(count * _weight(name) for name, count in gpus.items())
    return Fraction(wanted, whole) if whole else Fraction(0)


def _weight(resource: str) -> int:
    """Compute slices of a MIG resource (nvidia.com/mig-3g.40gb has 3); 1 for GPUs and shares of them."""
    profile = resource.partition("/mig-")[2].partition("g.")[0]
    return int(profile) if profile.isdecimal() else 1


def _quota(stack: StackConfig, offer: PoolOffer, quota: Quota, unit: Unit) -> PoolQuota:
    written: int | Mapping[str, int] = getattr(quota, unit)
    nominal = _Scale(stack, offer, unit)
    own = nominal.amounts(written)
    explicit = Amounts(
        own.cpu_millicores if quota.cpu is None else max(quota.cpu, 0) * 1000,
        own.memory_mib if quota.memory_gib is None else max(quota.memory_gib, 0) * 1024,
        own.gpus,
    )
    scale = _Scale(stack, offer, unit, _ratio(explicit, own), dict(own.gpus))
    borrow = None if quota.borrow == "unlimited" else scale.amounts(max(quota.borrow, 0))
    lend = None if quota.lend is None else _at_most(scale.amounts(quota.lend), explicit)
    return PoolQuota(offer.name, explicit, borrow, lend)


def _ratio(explicit: Amounts, derived: Amounts) -> tuple[Fraction, Fraction]:
    """What a given CPU and memory are to the derived ones. Limits are scaled by it, so that they stay in proportion."""
    return (
        Fraction(explicit.cpu_millicores, derived.cpu_millicores) if derived.cpu_millicores else Fraction(1),
        Fraction(explicit.memory_mib, derived.memory_mib) if derived.memory_mib else Fraction(1),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Turns numbers of a quota's unit into amounts. `only` limits the GPU resources to those that the quota names."""

    stack: StackConfig
    offer: PoolOffer
    unit: Unit
    ratio: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
    only: Mapping[str, int] | None = None

    def amounts(self, number: int | Mapping[str, int]) -> Amounts:
        offer = self.offer
        counts = pieces(self.stack, offer, self.unit, number)
        if self.only is not None:
            counts = {name: count for name, count in counts.items() if name in self.only}
        nodes = node_share(offer, counts) if offer.kind == "gpu" else self._cpu_nodes(number)
        return Amounts(
            int(offer.allocatable_cpu_millicores * nodes * self.ratio[0]),
            int(offer.allocatable_memory_mib * nodes * self.ratio[1]),
            counts,
        )

    def _cpu_nodes(self, number: int | Mapping[str, int]) -> Fraction:
        assert isinstance(number, int)
        if self.unit == "percent":
            return Fraction(self.offer.max_nodes * number, 100)
        return Fraction(number * 1000, max(self.offer.allocatable_cpu_millicores, 1))


def _at_most(amounts: Amounts, most: Amounts) -> Amounts:
    return Amounts(
        min(amounts.cpu_millicores, most.cpu_millicores),
        min(amounts.memory_mib, most.memory_mib),
        {name: min(count, most.gpus.get(name, 0)) for name, count in amounts.gpus.items()},
    )
