"""Which cohort is below which, and whose queues they hold."""

from collections.abc import Mapping

from aksgpu.config.model.stack import StackConfig


def cohort_names(stack: StackConfig) -> tuple[str, ...]:
    """Every cohort that the stack has: those with an entry, those that teams name, and parents. In that order."""
    entries = stack.queues.cohorts
    named = (team.queue.cohort for team in stack.teams.values() if team.queue is not None and team.queue.cohort)
    parents = (cohort.parent for cohort in entries.values() if cohort.parent)
    return tuple(dict.fromkeys((*entries, *named, *parents)))


def parents(stack: StackConfig) -> Mapping[str, str]:
    """The parent of each cohort that has one."""
    return {name: cohort.parent for name, cohort in stack.queues.cohorts.items() if cohort.parent}


def root(above: Mapping[str, str], cohort: str) -> str:
    """The top of a cohort's tree, by a map of parents. In a cycle it is the first cohort that comes twice."""
    seen: set[str] = set()
    while cohort in above and cohort not in seen:
        seen.add(cohort)
        cohort = above[cohort]
    return cohort


def cycles(above: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Every ring of cohorts that are each below the next, once, from the member that comes first in the map."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in above:
        path: list[str] = []
        name = start
        while name in above and name not in done:
            done.add(name)
            path.append(name)
            name = above[name]
        if name in path:
            found.append(tuple(path[path.index(name) :]))
    return tuple(found)


def trees(stack: StackConfig) -> Mapping[str, tuple[str, ...]]:
    """The teams whose queues can lend to each other, by the top cohort of their tree."""
    above = parents(stack)
    members: dict[str, list[str]] = {root(above, name): [] for name in cohort_names(stack)}
    for name, team in stack.teams.items():
        if team.queue is not None and team.queue.cohort:
            members[root(above, team.queue.cohort)].append(name)
    return {top: tuple(teams) for top, teams in members.items()}
