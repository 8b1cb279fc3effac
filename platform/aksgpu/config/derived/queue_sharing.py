"""How much of a pool a queue may borrow from the others of its cohort, and how much it lends them."""

from collections import Counter

from aksgpu.config.derived.cohort_tree import parents, root
from aksgpu.config.derived.queue_flavors import QueueFlavor, queue_flavors, queued_teams
from aksgpu.config.derived.quotas import Amounts, PoolQuota
from aksgpu.config.derived.subject import Subject

NOTHING = Amounts()


class Sharing:
    """What queues of a stack may borrow and lend, computed once for all of them."""

    def __init__(self, subject: Subject) -> None:
        self._above = parents(subject.stack)
        self.flavors = {team: queue_flavors(subject, team) for team in queued_teams(subject.stack)}
        self._cohorts = {
            team: queue.cohort for team in self.flavors if (queue := subject.stack.teams[team].queue) is not None
        }
        self._lent: dict[tuple[str, str], Amounts] = {}
        self._holders: Counter[tuple[str, str]] = Counter()
        for team, flavors in self.flavors.items():
            tree = self.tree(team)
            for flavor in flavors if tree else ():
                place = (tree or "", flavor.name)
                self._lent[place] = _plus(self._lent.get(place, NOTHING), lendable(flavor.quota))
                self._holders[place] += 1

    def cohort(self, team: str) -> str | None:
        """The cohort of a team's queue."""
        return self._cohorts[team]

    def tree(self, team: str) -> str | None:
        """The top cohort of a team's tree: all queues below it lend to each other. None without a cohort."""
        cohort = self._cohorts[team]
        return root(self._above, cohort) if cohort else None

    def borrows(self, team: str, flavor: QueueFlavor) -> Amounts:
        """The most that a queue may borrow of a pool: what all others of its tree lend, up to its own limit."""
        tree = self.tree(team)
        if tree is None:
            return _zero(flavor)
        others = _minus(self._lent[tree, flavor.name], lendable(flavor.quota))
        limit = flavor.quota.borrow
        return others if limit is None else _at_most(others, limit)

    def lends(self, team: str, flavor: QueueFlavor) -> Amounts:
        """The most that a queue lends of a pool: nothing where no other of its tree has a quota of that pool."""
        shared = self._holders[self.tree(team) or "", flavor.name] > 1
        return lendable(flavor.quota) if shared else _zero(flavor)


def lendable(quota: PoolQuota) -> Amounts:
    """What a queue in a cohort lends of a pool: all of its quota, or what its limit says."""
    return quota.nominal if quota.lend is None else quota.lend


def _zero(flavor: QueueFlavor) -> Amounts:
    return Amounts(gpus=dict.fromkeys(flavor.quota.nominal.gpus, 0))


def _plus(one: Amounts, other: Amounts) -> Amounts:
    names = (*one.gpus, *(name for name in other.gpus if name not in one.gpus))
    return Amounts(
        one.cpu_millicores + other.cpu_millicores,
        one.memory_mib + other.memory_mib,
        {name: one.gpus.get(name, 0) + other.gpus.get(name, 0) for name in names},
    )


def _minus(one: Amounts, other: Amounts) -> Amounts:
    return Amounts(
        one.cpu_millicores - other.cpu_millicores,
        one.memory_mib - other.memory_mib,
        {name: number - other.gpus.get(name, 0) for name, number in one.gpus.items()},
    )


def _at_most(amounts: Amounts, most: Amounts) -> Amounts:
    """The smaller of both. A GPU resource that the limit does not name has none."""
    return Amounts(
        min(amounts.cpu_millicores, most.cpu_millicores),
        min(amounts.memory_mib, most.memory_mib),
        {name: min(number, most.gpus.get(name, number)) for name, number in amounts.gpus.items()},
    )
