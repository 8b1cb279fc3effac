"""Who can borrow what from whom, in words."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import amounts_text, names_text
from aksgpu.config.derived.queue_flavors import QueueFlavor
from aksgpu.config.derived.queue_sharing import Sharing
from aksgpu.config.derived.quotas import Amounts
from aksgpu.config.derived.subject import Subject


def borrowing(subject: Subject, sharing: Sharing) -> Iterator[str]:
    """A sentence for each tree of cohorts, and one for the teams that share with nobody."""
    trees: dict[str, list[str]] = {}
    alone: list[str] = []
    for team in sharing.flavors:
        tree = sharing.tree(team)
        (trees.setdefault(tree, []) if tree else alone).append(team)
    for tree, teams in trees.items():
        if len(teams) > 1:
            yield _tree(subject, sharing, tree, teams)
        else:
            alone.extend(teams)
    if alone:
        own = "its own quota" if len(alone) == 1 else "each their own quota"
        yield f"{names_text(alone)} can use {own} and nothing more: there is nobody to borrow from."


def flavor_text(flavor: QueueFlavor, amounts: Amounts) -> str:
    """An amount of one pool: its GPUs, or the CPU of a pool without GPUs."""
    return amounts_text(Amounts(gpus=amounts.gpus) if flavor.has_gpus else Amounts(amounts.cpu_millicores))


def _tree(subject: Subject, sharing: Sharing, tree: str, teams: list[str]) -> str:
    shared: dict[str, list[str]] = {}
    for team in teams:
        for flavor in sharing.flavors[team]:
            borrowed = flavor_text(flavor, sharing.borrows(team, flavor))
            if borrowed != "nothing":
                shared.setdefault(flavor.name, []).append(f"{team} {borrowed}")
    may = "; ".join(f"of {pool} {names_text(borrowers)}" for pool, borrowers in shared.items())
    who = f"In cohort {tree} the teams {names_text(teams)}"
    if not may:
        return f"{who} can lend each other nothing: no two of them have a quota of the same pool."
    return f"{who} use what the others leave idle. They may borrow at most: {may}. {_taken_back(subject, teams)}"


def _taken_back(subject: Subject, teams: list[str]) -> str:
    by_policy: dict[str, list[str]] = {}
    for team in teams:
        queue = subject.stack.teams[team].queue
        if queue is not None:
            by_policy.setdefault(queue.preemption.reclaim_within_cohort, []).append(team)
    words = {
        "Any": "is taken back at once, and the borrower's jobs are requeued",
        "LowerPriority": "is taken back from jobs of lower priority only",
        "Never": "comes back only when the borrower's jobs end",
    }
    if subject.stack.queues.fair_sharing:
        words["Any"] = "is taken back from whoever has more than a fair share, and the borrower's jobs are requeued"
    if len(by_policy) == 1:
        return f"Lent quota {words[next(iter(by_policy))]}."
    parts = "; ".join(f"quota of {names_text(names)} {words[policy]}" for policy, names in by_policy.items())
    return f"Lent {parts}."
