"""Every rule that spans more than one value of a stack. A rule yields findings; its name is its function's."""

from collections.abc import Callable, Iterator

from aksgpu.config.finding import Finding
from aksgpu.config.rules import (
    access,
    address_plan,
    api_server,
    approvals,
    autoscaler,
    azure_ids,
    azure_monitor,
    cluster,
    compliance,
    network,
    node_room,
    pool_rules,
    queue_rules,
    storage_rules,
    system_pool,
    team_rules,
    upgrades,
)
from aksgpu.config.subject import Subject

Rule = Callable[[Subject], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    *cluster.RULES,
    *network.RULES,
    *address_plan.RULES,
    *api_server.RULES,
    *access.RULES,
    *upgrades.RULES,
    *system_pool.RULES,
    *pool_rules.RULES,
    *node_room.RULES,
    *autoscaler.RULES,
    *azure_monitor.RULES,
    *azure_ids.RULES,
    *team_rules.RULES,
    *queue_rules.RULES,
    *storage_rules.RULES,
    *compliance.RULES,
    *approvals.RULES,
)


def judge(subject: Subject) -> tuple[Finding, ...]:
    """What all rules have to say about a stack, in the order of `RULES`.

    Without exactly one cluster there are no facts to judge by, so only that is said.
    """
    rules = (cluster.exactly_one_cluster,) if any(cluster.exactly_one_cluster(subject)) else RULES
    return tuple(finding.by(rule_name(rule)) for rule in rules for finding in rule(subject))


def rule_name(rule: Rule) -> str:
    """The kebab-case name that findings are signed with."""
    return rule.__name__.replace("_", "-")
