"""Cohorts: groups of queues that lend to each other."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.cohort_tree import cohort_names, parents
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, cohort_key, kueue_object
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.quantities import count


def cohorts(subject: Subject) -> Iterator[KubernetesObject]:
    """Every cohort as an object of its own, also where Kueue would imply it, so that its usage can be seen.

    Cohorts carry no quota and no limits: all quota belongs to teams.
    """
    above = parents(subject.stack)
    entries = subject.stack.queues.cohorts
    for name in cohort_names(subject.stack):
        spec: dict[str, Any] = {}
        after = (CHART_KEY,)
        if name in above:
            spec["parentName"] = above[name]
            after = (CHART_KEY, cohort_key(above[name]))
        if subject.stack.queues.fair_sharing:
            spec["fairSharing"] = {"weight": count(entries[name].weight if name in entries else 1)}
        yield kueue_object(subject, "Cohort", name, spec, after=after)
