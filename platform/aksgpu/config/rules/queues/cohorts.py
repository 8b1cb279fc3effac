"""Rules about cohorts, and about borrowing, lending and taking back in them."""

from collections.abc import Iterator

from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.cohort_tree import cohort_names, cycles, parents, trees
from aksgpu.config.derived.quota_units import given_units
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.model.queues import Quota
from aksgpu.config.rules.queues.queue_places import queues, quotas


def limits_need_a_cohort(subject: Subject) -> Iterator[Finding]:
    """Without a cohort there is nobody to borrow from or lend to, and Kueue refuses limits (field case F23)."""
    known = cohort_names(subject.stack)
    hint = f"Write cohort: {known[0]} in the queue" if known else "Give the queue a cohort, such as cohort: research"
    for place in quotas(subject):
        if place.queue.cohort is not None:
            continue
        limits = (
            ("borrow", "from", place.quota.borrow != "unlimited"),
            ("lend", "to", place.quota.lend is not None),
        )
        for key, direction, given in limits:
            if given:
                yield error(
                    (*place.path, key),
                    f"team {place.team!r} is in no cohort, so there is nobody to {key} {direction}, and Kueue refuses "
                    "a limit without a cohort.",
                    f"{hint}, or take `{key}` out.",
                )


def lends_no_more_than_it_has(subject: Subject) -> Iterator[Finding]:
    """What is lent is a part of the quota."""
    for place in quotas(subject):
        has = _largest(place.quota)
        lend = place.quota.lend
        if has is not None and lend is not None and place.queue.cohort is not None and lend > has:
            yield error(
                (*place.path, "lend"),
                f"team {place.team!r} would lend {lend} of pool {place.pool!r} and has {has} by this quota.",
                f"Write lend: {has} or less, or leave it out to lend all of it.",
            )


def _largest(quota: Quota) -> int | None:
    """The number that a quota is written in; of slices, the largest. None where it is not clear."""
    units = given_units(quota)
    if len(units) != 1:
        return None
    amount: int | dict[str, int] = getattr(quota, units[0])
    return max(amount.values(), default=0) if isinstance(amount, dict) else amount


def cohort_parents_exist(subject: Subject) -> Iterator[Finding]:
    """A parent is a cohort of the stack. Kueue would make up one that it does not know, and the tree would be split."""
    entries = subject.stack.queues.cohorts
    named = {place.queue.cohort for place in queues(subject.stack) if place.queue.cohort}
    for name, parent in parents(subject.stack).items():
        if parent in entries or parent in named:
            continue
        near = nearest(parent, [other for other in (*entries, *named) if other != name])
        yield error(
            ("queues", "cohorts", name, "parent"),
            f"cohort {name!r} is below {parent!r}, which is no cohort of the stack. Kueue would make one up, and the "
            "tree would be split there.",
            f"Write {near}, or add {parent}: {{}} under queues.cohorts."
            if near
            else f"Add {parent}: {{}} under queues.cohorts, or take `parent` out.",
        )


def cohorts_form_a_tree(subject: Subject) -> Iterator[Finding]:
    """Kueue stops all queues of a tree that goes in a circle."""
    for ring in cycles(parents(subject.stack)):
        circle = " -> ".join((*ring, ring[0]))
        what = f"is its own parent ({circle})" if len(ring) == 1 else f"is below itself ({circle})"
        yield error(
            ("queues", "cohorts", ring[0], "parent"),
            f"cohort {ring[0]!r} {what}. Kueue admits nothing in such a circle.",
            f"Take `parent` out of {one_of(ring)}.",
        )


def cohorts_have_members(subject: Subject) -> Iterator[Finding]:
    """A tree of cohorts with fewer than two queues lends nothing."""
    if cycles(parents(subject.stack)):
        return
    for top, teams in trees(subject.stack).items():
        if len(teams) > 1:
            continue
        if teams:
            queue = subject.stack.teams[teams[0]].queue
            cohort = queue.cohort if queue is not None else top
            yield warning(
                ("teams", teams[0], "queue", "cohort"),
                f"team {teams[0]!r} is alone in cohort {cohort!r}, so there is nobody to borrow from or lend to.",
                f"Put another team into {cohort}, or take `cohort` out.",
            )
        else:
            yield warning(
                ("queues", "cohorts", top),
                f"no team is in cohort {top!r}, so it does nothing.",
                f"Write cohort: {top} in the queues that lend to each other, or take the entry out.",
            )


def borrowing_by_force_is_possible(subject: Subject) -> Iterator[Finding]:
    """Kueue does not combine preempting in order to borrow with fair sharing, nor with never reclaiming."""
    for place in queues(subject.stack):
        preemption = place.queue.preemption
        if preemption.borrow_within_cohort == "Never":
            continue
        path = (*place.path, "preemption", "borrowWithinCohort")
        if subject.stack.queues.fair_sharing:
            yield error(
                path,
                "borrowWithinCohort works only without fair sharing, which decides by shares who is pushed out.",
                "Take borrowWithinCohort out, or write queues.fairSharing: false.",
            )
        elif preemption.reclaim_within_cohort == "Never":
            yield error(
                path,
                "this queue may push others out in order to borrow, but not to take back its own quota "
                "(reclaimWithinCohort: Never). Kueue refuses the two together.",
                "Write reclaimWithinCohort: LowerPriority, or take borrowWithinCohort out.",
            )
        elif place.queue.cohort is None:
            yield note(
                path,
                f"team {place.team!r} is in no cohort, so borrowWithinCohort has no effect.",
                "Take it out, or give the queue a cohort.",
            )


def quota_is_taken_back(subject: Subject) -> Iterator[Finding]:
    """A queue that never reclaims waits until borrowers finish."""
    for place in queues(subject.stack):
        if place.queue.cohort is not None and place.queue.preemption.reclaim_within_cohort == "Never":
            yield warning(
                (*place.path, "preemption", "reclaimWithinCohort"),
                f"what others borrow of the quota of team {place.team!r} comes back only when their jobs end, so the "
                "quota is no guarantee.",
                "Write reclaimWithinCohort: Any, or limit what is lent with `lend` in its quotas.",
            )
