"""Every rule that spans more than one value of a stack. A rule yields findings; its name is its function's."""

from collections.abc import Callable, Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding
from aksgpu.config.rules import cluster, pools, queues, storage, teams
from aksgpu.config.rules.cluster.cluster import exactly_one_cluster

Rule = Callable[[Subject], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    *cluster.RULES,
    *pools.RULES,
    *teams.RULES,
    *queues.RULES,
    *storage.RULES,
)


def judge(subject: Subject) -> tuple[Finding, ...]:
    """What all rules have to say about a stack, in the order of `RULES`.

    Without exactly one cluster there are no facts to judge by, so only that is said.
    """
    rules = (exactly_one_cluster,) if any(exactly_one_cluster(subject)) else RULES
    return tuple(finding.by(rule_name(rule)) for rule in rules for finding in rule(subject))


def rule_name(rule: Rule) -> str:
    """The kebab-case name that findings are signed with."""
    return rule.__name__.replace("_", "-")
