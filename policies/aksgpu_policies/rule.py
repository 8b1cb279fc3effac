"""A rule: what it demands, how strictly, and the function that judges."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from aksgpu_policies.resource import Resource
from aksgpu_policies.violation import Finding

Severity = Literal["low", "medium", "high", "critical"]
Enforcement = Literal["mandatory", "advisory"]
Judge = Callable[[Resource], Iterator[Finding]]
StackJudge = Callable[[Sequence[Resource]], Iterator[tuple[Resource, Finding]]]


@dataclass(frozen=True, slots=True)
class EachResource:
    """Judges one resource at a time."""

    judge: Judge


@dataclass(frozen=True, slots=True)
class EachResourceOnADay:
    """Judges one resource at a time by facts that change with the day."""

    judge: Callable[[Resource, date], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class WholeStack:
    """Judges what only all resources together show. Each finding stands at one of them."""

    judge: StackJudge


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. A mandatory one stops a preview; an advisory one only speaks.

    `name` is stable: waivers and the engine's own settings name it. `description` says what must hold, and why.
    `kinds` are the kinds of resources that it is asked about (`Resource.kind`).
    """

    name: str
    description: str
    kinds: tuple[str, ...]
    severity: Severity
    enforcement: Enforcement
    check: EachResource | EachResourceOnADay | WholeStack

    def of_resource(self, resource: Resource, today: date) -> Iterator[Finding]:
        """What the rule finds at one resource; nothing for another kind, and for a rule about the whole stack."""
        if resource.kind not in self.kinds:
            return
        match self.check:
            case EachResource(judge):
                yield from judge(resource)
            case EachResourceOnADay(judge):
                yield from judge(resource, today)
            case WholeStack():
                return

    def of_stack(self, resources: Sequence[Resource]) -> Iterator[tuple[Resource, Finding]]:
        """What a rule about the whole stack finds, and at which resource; nothing for all others."""
        if isinstance(self.check, WholeStack):
            yield from self.check.judge([one for one in resources if one.kind in self.kinds])


def rule(
    name: str, description: str, *kinds: str, severity: Severity, enforcement: Enforcement = "mandatory"
) -> Callable[[Judge], Rule]:
    """Make a Rule of a function that judges one resource."""
    return lambda judge: Rule(name, description, kinds, severity, enforcement, EachResource(judge))


def dated_rule(
    name: str, description: str, *kinds: str, severity: Severity, enforcement: Enforcement = "mandatory"
) -> Callable[[Callable[[Resource, date], Iterator[Finding]]], Rule]:
    """Make a Rule of a function that judges one resource on a day."""
    return lambda judge: Rule(name, description, kinds, severity, enforcement, EachResourceOnADay(judge))


def stack_rule(
    name: str, description: str, *kinds: str, severity: Severity, enforcement: Enforcement = "mandatory"
) -> Callable[[StackJudge], Rule]:
    """Make a Rule of a function that judges all resources of its kinds together."""
    return lambda judge: Rule(name, description, kinds, severity, enforcement, WholeStack(judge))
