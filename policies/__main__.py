"""The policy pack as the Pulumi engine runs it: `pulumi preview --policy-pack policies`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pulumi
from pulumi_policy import (
    EnforcementLevel,
    Policy,
    PolicyPack,
    ResourceValidationArgs,
    ResourceValidationPolicy,
    Severity,
    StackValidationArgs,
    StackValidationPolicy,
)
from pulumi_policy.proxy import UnknownValueError

from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import UNKNOWN, Resource, kind_of
from aksgpu_policies.rule import Rule, WholeStack
from aksgpu_policies.run import Judged, Outcome, judge
from aksgpu_policies.waivers import BadWaivers, Waiver, read_waivers, waivers_of

Report = Callable[..., None]

WAIVERS = Path(__file__).parent / "waivers.yaml"

# What the engine cannot learn from a violation. A mandatory policy can only forbid, so these are policies of their own.
INFORMATION: tuple[tuple[str, str, tuple[Outcome, ...]], ...] = (
    ("waived", "What a waiver covers, and waivers that expired.", ("waived", "expired waiver")),
    ("not-judged", "What is not known yet. The run that knows it judges it.", ("unknown",)),
)

WHOLE: tuple[Rule, ...] = tuple(rule for rule in RULES if isinstance(rule.check, WholeStack))
STACK_KINDS = frozenset(kind for rule in WHOLE for kind in rule.kinds)


class Pack:
    """The rules as policies, under the waivers that hold for this stack on this day."""

    def __init__(self, waivers: Sequence[Waiver], today: date) -> None:
        self.waivers = waivers
        self.today = today
        # By URN, of the kinds that rules about the whole stack read. See _of_stack.
        self.registered: dict[str, Resource] = {}

    def policies(self) -> list[Policy]:
        """One policy for each rule, by its name, and those that only inform."""
        each = tuple(rule for rule in RULES if rule not in WHOLE)
        found: list[Policy] = []
        for rule in RULES:
            make = self._of_stack if rule in WHOLE else self._of_resource
            level, severity = EnforcementLevel(rule.enforcement), Severity(rule.severity)
            found.append(make(rule.name, rule.description, level, severity, (rule,), ("violation",)))
        for name, text, outcomes in INFORMATION:
            level, severity = EnforcementLevel.ADVISORY, Severity.LOW
            found.append(self._of_resource(name, text, level, severity, each, outcomes))
            found.append(self._of_stack(f"{name}-of-stack", text, level, severity, WHOLE, outcomes))
        return found

    def _of_resource(
        self,
        name: str,
        description: str,
        level: EnforcementLevel,
        severity: Severity,
        rules: Sequence[Rule],
        outcomes: Sequence[Outcome],
    ) -> Policy:
        def validate(args: ResourceValidationArgs, report: Report) -> None:
            kind = kind_of(args.resource_type)
            meant = [rule for rule in rules if kind in rule.kinds]
            if meant or kind in STACK_KINDS:
                resource = as_resource(args)
                if kind in STACK_KINDS:
                    self.registered[args.urn] = resource
                for item in self._judged([resource], meant, outcomes):
                    report(sentence(item))

        return ResourceValidationPolicy(name, description, validate, level, severity=severity)

    def _of_stack(
        self,
        name: str,
        description: str,
        level: EnforcementLevel,
        severity: Severity,
        rules: Sequence[Rule],
        outcomes: Sequence[Outcome],
    ) -> Policy:
        def validate(args: StackValidationArgs, report: Report) -> None:
            kinds = {kind for rule in rules for kind in rule.kinds}
            meant = [one for one in args.resources if kind_of(one.resource_type) in kinds]
            # For a whole stack the engine sends outputs, and they are empty in a preview whose kubeconfig is not known
            # yet. What was registered is known; only what this run leaves alone was not registered.
            resources = [self.registered.get(one.urn) or as_resource(one) for one in meant]
            for item in self._judged(resources, rules, outcomes):
                urn = next((one.urn for one in meant if one.name == item.resource.name), None)
                report(sentence(item), urn)

        return StackValidationPolicy(name, description, validate, level, severity=severity)

    def _judged(
        self, resources: Sequence[Resource], rules: Sequence[Rule], outcomes: Sequence[Outcome]
    ) -> Iterator[Judged]:
        judged = judge(resources, self.waivers, self.today, rules)
        return (item for item in judged if item.outcome in outcomes)


def as_resource(args: Any) -> Resource:
    """What the engine sends, as rules read it. `args` is of one resource, or one resource of a whole stack."""
    ignored = tuple(args.opts.ignore_changes)
    return Resource(args.resource_type, args.name, plain(args.props), args.opts.protect, ignored)


def plain(value: Any) -> Any:
    """A plain copy of an analyzer's inputs, with UNKNOWN wherever touching one says that it is not known yet."""
    if hasattr(value, "keys"):
        return {str(key): _at(value, key) for key in value}
    if hasattr(value, "__getitem__") and not isinstance(value, str):
        return [_at(value, index) for index in range(len(value))]
    return value


def _at(holder: Any, key: Any) -> Any:
    try:
        return plain(holder[key])
    except UnknownValueError:
        return UNKNOWN


def sentence(item: Judged) -> str:
    """What the engine shows. A policy that only informs shows the rule's name too."""
    text = f"{item.message} {item.remedy}".strip()
    return text if item.outcome == "violation" else f"{item.rule.name}: {text}"


if __name__ == "__main__":
    try:
        in_force = waivers_of(read_waivers(WAIVERS, [rule.name for rule in RULES]), pulumi.get_stack())
    except BadWaivers as fault:
        sys.exit(f"The policy pack cannot start. {fault}")
    # Never returns: it serves until the engine is done.
    PolicyPack("aksgpu", Pack(in_force, date.today()).policies())
