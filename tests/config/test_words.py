"""Every rule beside the exact words a person gets from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from aksgpu.config.rules import RULES, judge, rule_name

WORDS = Path(__file__).parent / "words"
ROOMS = sorted({rule.__module__.removeprefix("aksgpu.config.rules.").split(".")[0] for rule in RULES})
LONGEST_MESSAGE = 400
TAKEN_OUT = "..."

Make = Callable[..., Any]
Golden = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Case:
    """One stack that makes one rule speak: changes to the small valid stack of that base."""

    rule: str
    changes: dict[str, Any]
    base: str = "created"
    today: str | None = None


@dataclass(slots=True)
class Said:
    """What a case's rule says about it."""

    case: Case
    findings: list[Any] = field(default_factory=list[Any])


class PlainLoader(yaml.SafeLoader):
    """YAML whose dates stay strings, as in a stack file."""


PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def cases(room: str) -> list[Case]:
    rows = yaml.load((WORDS / f"{room}.yaml").read_text(), PlainLoader)
    return [Case(**{**row, "changes": without_taken_out(row["changes"])}) for row in rows]


def without_taken_out(changes: Any) -> Any:
    """`"..."` in YAML is the `...` that takes a key out."""
    if not isinstance(changes, dict):
        return changes
    items = cast(dict[str, Any], changes).items()
    return {key: ... if value == TAKEN_OUT else without_taken_out(value) for key, value in items}


@pytest.fixture(scope="session")
def said(subject: Make, existing_subject: Make) -> Callable[[str], list[Said]]:
    """What the rules of a room say, case by case. A stack that is not shape-valid is named."""
    made: dict[str, list[Said]] = {}

    def judged(case: Case) -> Said:
        make = {"created": subject, "existing": existing_subject}[case.base]
        try:
            stack = make(case.changes, **({"today": date.fromisoformat(case.today)} if case.today else {}))
        except ValueError as problem:
            pytest.fail(f"a case of {case.rule} is not shape-valid: {problem}")
        return Said(case, [finding for finding in judge(stack) if finding.rule == case.rule])

    def of(room: str) -> list[Said]:
        if room not in made:
            made[room] = [judged(case) for case in cases(room)]
        return made[room]

    return of


@pytest.mark.parametrize("room", ROOMS)
def test_each_rule_has_a_case(room: str) -> None:
    here = f"aksgpu.config.rules.{room}."
    names = {rule_name(rule) for rule in RULES if rule.__module__.startswith(here)}
    given = {case.rule for case in cases(room)}
    assert not names - given, "rules without a case"
    assert not given - names, "cases of rules that do not exist here"


@pytest.mark.parametrize("room", ROOMS)
def test_each_case_makes_its_rule_speak(room: str, said: Callable[[str], list[Said]]) -> None:
    silent = [each.case for each in said(room) if not each.findings]
    assert not silent


@pytest.mark.parametrize("room", ROOMS)
def test_the_words_are_these(room: str, said: Callable[[str], list[Said]], golden: Golden) -> None:
    blocks = [
        f"{finding.severity}[{finding.rule}] {finding.dotted}\n  {finding.message}\n"
        + (f"  -> {finding.remedy}\n" if finding.remedy else "")
        for each in said(room)
        for finding in each.findings
    ]
    golden(f"words/{room}.txt", "\n".join(blocks))


@pytest.mark.parametrize("room", ROOMS)
def test_words_are_short_whole_sentences_that_say_what_to_do(room: str, said: Callable[[str], list[Said]]) -> None:
    bad = {
        f"{finding.rule}: {why}: {finding.message} -> {finding.remedy}"
        for each in said(room)
        for finding in each.findings
        for why, wrong in (
            ("the message has no full stop", not finding.message.endswith(".")),
            ("the message is too long", len(finding.message) > LONGEST_MESSAGE),
            ("there is no remedy", finding.severity.value != "note" and not finding.remedy),
            ("the remedy has no full stop", bool(finding.remedy) and not finding.remedy.endswith((".", "?"))),
        )
        if wrong
    }
    assert not bad, "\n".join(sorted(bad))
