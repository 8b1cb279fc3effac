"""Rules about a single quota: its pool, its unit and its numbers."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.amount_words import names_text
from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.pool_names import SYSTEM_POOL
from aksgpu.config.derived.quota_units import UNITS, fitting_units, given_units, slice_resources
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.rules.queues.queue_places import QuotaPlace, quotas
from aksgpu.config.rules.queues.quota_words import instead, why_unit_does_not_fit


def quota_names_a_pool(subject: Subject) -> Iterator[Finding]:
    """Every quota is of a pool that the stack has and that jobs may use."""
    stack = subject.stack
    pools = (*stack.gpu_pools, *stack.cpu_pools)
    for place in quotas(subject):
        if place.pool in pools or place.pool in subject.offers:
            continue
        if place.pool == SYSTEM_POOL:
            # The system pool of a cluster that the stack makes is left out of the offers only for an unknown size.
            if not subject.facts.ours:
                yield error(
                    place.path,
                    "the system pool of an existing cluster is not this stack's, so nothing is known of its nodes.",
                    "Write the quota of a pool under cpuPools instead.",
                )
            continue
        near = nearest(place.pool, pools)
        hint = (
            f"Write {near}."
            if near
            else f"Write {one_of(pools)}, or add {place.pool} under gpuPools or cpuPools."
            if pools
            else f"Add {place.pool} under gpuPools or cpuPools, or take this quota out."
        )
        yield error(place.path, f"the stack has no pool {place.pool!r} to give a quota of.", hint)


def quota_leaves_aks_its_pool(subject: Subject) -> Iterator[Finding]:
    """Jobs may run on the system pool only where it is not kept for AKS, and knowingly."""
    offer = subject.offers.get(SYSTEM_POOL)
    if offer is None or offer.kind != "system":
        return
    for place in quotas(subject):
        if place.pool != SYSTEM_POOL:
            continue
        if offer.taints:
            yield error(
                place.path,
                "the system pool is dedicated: its taint keeps everything but AKS's own pods away, jobs too.",
                "Write the quota of a pool under cpuPools instead, or leave systemPool.dedicated out.",
            )
        else:
            yield note(
                place.path,
                f"jobs of team {place.team!r} share the system pool with cluster DNS and the operators. That is fine "
                "for small jobs; larger ones belong on a pool under cpuPools.",
            )


def quota_has_one_unit(subject: Subject) -> Iterator[Finding]:
    """A quota is written in exactly one unit."""
    for place in quotas(subject):
        units = given_units(place.quota)
        if len(units) == 1:
            continue
        offer = subject.offers.get(place.pool)
        fitting = fitting_units(subject.stack, offer) if offer is not None else UNITS
        fits = [unit for unit in units if unit in fitting]
        if not units:
            example = instead(subject.stack, offer, 1) if offer is not None else "gpus: 1"
            yield error(
                place.path,
                f"this quota of pool {place.pool!r} says no amount, so it is not clear what team {place.team!r} gets.",
                f"Write one of {one_of(fitting)}, for example {example}.",
            )
        else:
            yield error(
                (*place.path, units[1]),
                f"this quota is written in {names_text(units)}, and they may contradict each other.",
                f"Keep {one_of(fits or fitting)} and take the rest out.",
            )


def quota_unit_fits_pool(subject: Subject) -> Iterator[Finding]:
    """GPUs of whole GPUs, shares of shared ones, slices of divided ones, cores of CPU pools; percent of any."""
    for place in quotas(subject):
        offer = subject.offers.get(place.pool)
        units = given_units(place.quota)
        if offer is None or len(units) != 1 or units[0] in fitting_units(subject.stack, offer):
            continue
        unit = units[0]
        amount = getattr(place.quota, unit)
        whole = unit == "gpus"
        text = instead(subject.stack, offer, amount if whole else 1)
        yield error(
            (*place.path, unit),
            why_unit_does_not_fit(subject.stack, offer, unit),
            f"Write {text}." if whole and offer.kind == "gpu" else f"Write for example {text}.",
        )


def quota_slices_exist(subject: Subject) -> Iterator[Finding]:
    """A quota of slices names profiles of the pool's own layout."""
    for place in quotas(subject):
        offer = subject.offers.get(place.pool)
        if offer is None or place.quota.slices is None or given_units(place.quota) != ("slices",):
            continue
        known = slice_resources(subject.stack, offer)
        if not known:
            continue
        if not place.quota.slices:
            yield error(
                (*place.path, "slices"),
                f"no slice is named, so team {place.team!r} would get nothing of pool {place.pool!r}.",
                f"Write for example {instead(subject.stack, offer, 1)}.",
            )
        for profile in place.quota.slices:
            if profile not in known:
                near = nearest(profile, known)
                yield error(
                    (*place.path, "slices", profile),
                    f"the GPUs of pool {place.pool!r} are divided into {names_text(known)}, so no node offers "
                    f"{profile}.",
                    f"Write {near or one_of(known)}, or change gpuPools.{place.pool}.mig.layout.",
                )


def quota_numbers_make_sense(subject: Subject) -> Iterator[Finding]:
    """Nothing is negative, and CPU is given once."""
    for place in quotas(subject):
        yield from _negative(place)
        offer = subject.offers.get(place.pool)
        if offer is not None and offer.kind != "gpu" and place.quota.cpu is not None:
            yield error(
                (*place.path, "cpu"),
                f"`cpu` is for CPU beside GPUs; the quota of CPU pool {place.pool!r} is itself an amount of CPU.",
                f"Take `cpu` out and write cores: {max(place.quota.cpu, 0)} if that is the quota.",
            )


def _negative(place: QuotaPlace) -> Iterator[Finding]:
    quota = place.quota
    numbers = {"cpu": quota.cpu, "memoryGib": quota.memory_gib, "borrow": quota.borrow}
    for key, number in numbers.items():
        if isinstance(number, int) and number < 0:
            yield error(
                (*place.path, key),
                f"`{key}` is {number}, and an amount cannot be less than nothing.",
                "Write 0 or more, or leave it out.",
            )


def guaranteed_gpus_can_be_taken_back(subject: Subject) -> Iterator[Finding]:
    """GPUs without CPU and memory beside them cannot be reclaimed from a borrower (field case F22)."""
    for place in quotas(subject):
        offer, quota = subject.offers.get(place.pool), place.quota
        if offer is None or offer.kind != "gpu" or not _has_gpus(quota.gpus, quota.shares, quota.percent, quota.slices):
            continue
        for key, number, what in (("cpu", quota.cpu, "CPU"), ("memoryGib", quota.memory_gib, "memory")):
            if number == 0:
                effect = (
                    f"Each of its jobs would have to borrow {what}, and Kueue takes no GPU back for a job that borrows "
                    "anything"
                    if place.queue.cohort
                    else f"No job that asks for {what} is ever admitted"
                )
                yield error(
                    (*place.path, key),
                    f"team {place.team!r} is guaranteed GPUs of pool {place.pool!r} and 0 {what}. {effect}.",
                    f"Leave `{key}` out for the GPUs' share of the node ({_share(offer, key)} for a whole node).",
                )


def _has_gpus(*amounts: int | dict[str, int] | None) -> bool:
    return any(any(amount.values()) if isinstance(amount, dict) else amount for amount in amounts)


def _share(offer: PoolOffer, key: str) -> str:
    if key == "cpu":
        return f"{offer.allocatable_cpu_millicores // 1000} cores"
    return f"{offer.allocatable_memory_mib // 1024} GiB"
