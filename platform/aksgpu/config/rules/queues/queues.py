"""Rules about how queues behave: order, stopping, weights, flavors, and who has a queue at all."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.queue_flavors import NO_CPU_POOL, queue_flavors
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.model.queues import Fungibility
from aksgpu.config.rules.queues.queue_places import queues


def single_strategy_keeps_slices_apart(subject: Subject) -> Iterator[Finding]:
    """Under the strategy `single` a slice is called nvidia.com/gpu too, so one queue must not hold both."""
    stack = subject.stack
    if stack.gpu_software.mig_strategy != "single":
        return
    for place in queues(stack):
        pools = [name for name in place.queue.quota if name in stack.gpu_pools]
        divided = [name for name in pools if stack.gpu_pools[name].mig is not None]
        whole = [name for name in pools if stack.gpu_pools[name].mig is None]
        if divided and whole:
            yield error(
                (*place.path, "quota", divided[0]),
                f"under migStrategy single a slice of pool {divided[0]!r} and a whole GPU of pool {whole[0]!r} are "
                "both nvidia.com/gpu. In one queue a job that asks for a GPU may get a slice.",
                f"Write gpuSoftware.migStrategy: mixed, or give team {place.team!r} only one of the two pools.",
            )


def order_names_pools_of_the_quota(subject: Subject) -> Iterator[Finding]:
    """The order names pools that the queue draws from, each once."""
    for place in queues(subject.stack):
        for number, pool in enumerate(place.queue.order):
            path = (*place.path, "order", number)
            if pool not in place.queue.quota:
                near = nearest(pool, place.queue.quota)
                hint = f"Write {near}." if near else f"Write {one_of(place.queue.quota)}, or take it out."
                yield error(path, f"team {place.team!r} has no quota of a pool {pool!r}, so it has no place.", hint)
            elif pool in place.queue.order[:number]:
                yield error(path, f"pool {pool!r} is named twice.", "Keep the first of the two.")


def strict_order_blocks(subject: Subject) -> Iterator[Finding]:
    """StrictFIFO lets one large job hold up everything behind it."""
    for place in queues(subject.stack):
        if place.queue.strategy == "StrictFIFO":
            pools = len(place.queue.quota)
            also = ", also those that another pool has room for" if pools > 1 else ""
            yield note(
                (*place.path, "strategy"),
                f"under StrictFIFO the first job that does not fit holds up all later jobs of team {place.team!r}"
                f"{also}.",
                "Write strategy: BestEffortFIFO to let smaller jobs pass.",
            )


def stopped_queues_are_meant(subject: Subject) -> Iterator[Finding]:
    """A stopped queue admits nothing, and its quota is lent no more."""
    effects = {
        "Hold": "running jobs finish and no new job starts",
        "HoldAndDrain": "its running jobs are evicted and no new job starts",
    }
    for place in queues(subject.stack):
        if place.queue.stop_policy in effects:
            yield note(
                (*place.path, "stopPolicy"),
                f"the queue of team {place.team!r} is stopped: {effects[place.queue.stop_policy]}.",
                "Take stopPolicy out to let its jobs start again.",
            )


def weights_need_fair_sharing(subject: Subject) -> Iterator[Finding]:
    """Weights count in fair sharing only."""
    if subject.stack.queues.fair_sharing:
        return
    places = [((*place.path, "weight"), place.queue.weight) for place in queues(subject.stack)]
    places += [
        (("queues", "cohorts", name, "weight"), cohort.weight) for name, cohort in subject.stack.queues.cohorts.items()
    ]
    for path, weight in places:
        if weight != 1:
            yield note(
                path,
                f"weight {weight} has no effect: queues.fairSharing is off.",
                "Write queues.fairSharing: true, or take weight out.",
            )


def fungibility_has_an_effect(subject: Subject) -> Iterator[Finding]:
    """The choice of the next pool needs a next pool, and borrowing needs a cohort."""
    for place in queues(subject.stack):
        given = place.queue.fungibility
        if given == Fungibility():
            continue
        path = (*place.path, "fungibility")
        gpu_pools = [name for name in place.queue.quota if name in subject.stack.gpu_pools]
        if len(gpu_pools) < 2 and len(place.queue.quota) - len(gpu_pools) < 2:
            yield note(
                path,
                f"team {place.team!r} has one pool for each kind of job, so there is no next pool to try and this has "
                "no effect.",
                "Take fungibility out, or give the team quota of another pool.",
            )
        elif given.when_can_borrow == "TryNextFlavor" and place.queue.cohort is None:
            yield note(
                (*path, "whenCanBorrow"),
                f"team {place.team!r} is in no cohort and never borrows, so this has no effect.",
                "Take whenCanBorrow out, or give the queue a cohort.",
            )


def teams_have_queues(subject: Subject) -> Iterator[Finding]:
    """A team without a queue goes around all quotas."""
    for name, team in subject.stack.teams.items():
        if team.queue is None:
            yield note(
                ("teams", name),
                f"team {name!r} has no queue: its jobs start at once and on any pool that they tolerate, outside all "
                "quotas.",
                "Give it a queue with a quota, or limit its namespace with resourceQuota.",
            )


def gpu_pools_have_quotas(subject: Subject) -> Iterator[Finding]:
    """A GPU pool that no queue draws from serves only pods without a queue."""
    used = {pool for place in queues(subject.stack) for pool in place.queue.quota}
    for name, offer in subject.offers.items():
        if offer.kind == "gpu" and name not in used and any(offer.queueable.values()):
            yield note(
                ("gpuPools", name),
                f"no team has a quota of pool {name!r}, so no queued job can use it.",
                "Name it in a team's queue.quota, or keep its GPUs for serving with reservedForServing.",
            )


def jobs_without_gpus_have_quota(subject: Subject) -> Iterator[Finding]:
    """A job, or a part of one, that asks for no GPU needs quota of a CPU pool: it never gets a GPU pool's."""
    for place in queues(subject.stack):
        for flavor in queue_flavors(subject, place.team):
            if flavor.written or flavor.has_gpus:
                continue
            if flavor.name == NO_CPU_POOL:
                remedy = "Add a pool under cpuPools and give the team cores of it."
            else:
                remedy = f"Write for example {flavor.name}: {{cores: 4}} in its quota if it has such jobs."
            yield note(
                (*place.path, "quota"),
                f"team {place.team!r} has no quota of a CPU pool, so a job of it, or a part of one, that asks for no "
                f"GPU waits in the queue{' unless its cohort lends some' if place.queue.cohort else ''}.",
                remedy,
            )
