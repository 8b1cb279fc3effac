"""Every rule that spans more than one value of a stack. A rule yields findings; its name is its function's."""

from collections.abc import Callable, Iterator

from aksgpu.config.finding import Finding
from aksgpu.config.subject import Subject

Rule = Callable[[Subject], Iterator[Finding]]

RULES: tuple[Rule, ...] = ()


def judge(subject: Subject) -> tuple[Finding, ...]:
    """What all rules have to say about a stack, in the order of `RULES`."""
    return tuple(finding.by(rule_name(rule)) for rule in RULES for finding in rule(subject))


def rule_name(rule: Rule) -> str:
    """The kebab-case name that findings are signed with."""
    return rule.__name__.replace("_", "-")
