"""All rules on all resources, with waivers applied: the same in the engine, in a plan and in a test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import Rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation
from aksgpu_policies.waivers import Waiver

Outcome = Literal["violation", "waived", "unknown", "expired waiver", "unused waiver"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing that was found.

    `outcome` is `violation`; `waived`, for one that a waiver covers; `unknown`, for what could not be judged yet;
    `expired waiver`, which no longer helps the violation it was for; or `unused waiver`, which finds nothing to cover.
    Of a waiver, `resource` has its pattern for a name. `waiver` is the waiver that it is about, if any.
    """

    rule: Rule
    resource: Resource
    outcome: Outcome
    message: str
    remedy: str
    waiver: Waiver | None = None

    @property
    def stops(self) -> bool:
        """Whether it stops a preview: a mandatory rule is broken and nothing waives it."""
        return self.outcome == "violation" and self.rule.enforcement == "mandatory"


def judge(
    resources: Sequence[Resource], waivers: Sequence[Waiver], today: date, rules: Sequence[Rule] = RULES
) -> tuple[Judged, ...]:
    """Everything that the rules find, rule by rule, then what is to say of waivers. Never raises for any inputs.

    `waivers` are those of the stack (`waivers.waivers_of`). Each finding is there once, however often it was made.
    """
    found: dict[tuple[str, str, str], Judged] = {}
    used: set[Waiver] = set()
    for rule in rules:
        for resource, finding in _findings(rule, resources, today):
            used.update(waiver for waiver in waivers if waiver.covers(rule.name, resource.name))
            judged = judged_finding(rule, resource, finding, waivers, today)
            found.setdefault((rule.name, resource.name, judged.message), judged)
    return (*found.values(), *about_waivers(waivers, used, today, rules))


def _findings(rule: Rule, resources: Sequence[Resource], today: date) -> Iterator[tuple[Resource, Finding]]:
    for resource in resources:
        for finding in rule.of_resource(resource, today):
            yield resource, finding
    yield from rule.of_stack(resources)


def judged_finding(rule: Rule, resource: Resource, finding: Finding, waivers: Sequence[Waiver], today: date) -> Judged:
    """One finding, with its waiver if it has one that holds."""
    match finding:
        case CouldNotJudge():
            return Judged(rule, resource, "unknown", finding.message, "")
        case Violation(message, remedy):
            waiver = next(
                (each for each in waivers if each.covers(rule.name, resource.name) and each.holds(today)), None
            )
            if waiver is None:
                return Judged(rule, resource, "violation", message, remedy)
            until = f"Waived by {waiver.owner} until {waiver.expires}: {waiver.reason}"
            return Judged(rule, resource, "waived", message, until, waiver)


def about_waivers(
    waivers: Sequence[Waiver], used: set[Waiver], today: date, rules: Sequence[Rule] = RULES
) -> Iterator[Judged]:
    """What is to say of the waivers themselves. `used` are those with a finding to cover, expired or not."""
    by_name = {rule.name: rule for rule in rules}
    for waiver in waivers:
        rule, holder = by_name.get(waiver.rule), Resource("", waiver.resource, {})
        if rule is None:
            continue
        if waiver not in used:
            message = (
                f"{waiver.rule} finds nothing at {waiver.resource}, so the waiver of {waiver.owner} covers nothing."
            )
            remedy = "Take it out, or name the stack that it is for."
            yield Judged(rule, holder, "unused waiver", message, remedy, waiver)
        elif not waiver.holds(today):
            message = f"The waiver of {waiver.owner} for {waiver.resource} expired on {waiver.expires}."
            remedy = "Mend what it covered, or agree on a new day."
            yield Judged(rule, holder, "expired waiver", message, remedy, waiver)
