"""What a real `pulumi preview --policy-pack` says, and a program of literals to say it of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from literal_program import LiteralProgram

from aksgpu.desired.yaml_text import yaml_text
from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import Resource
from aksgpu_rehearsal.engine import Engine, Outcome

DESCRIPTIONS = {rule.name: rule.description for rule in RULES}
WITH_PACK = ("preview", "--policy-pack", "policies")

_SAID = re.compile(
    r"^ +- \[(?P<level>\w+)\](?: \[severity: \w+\])?  (?P<rule>\S+)  \(\S+: (?P<resource>\S+)\)\n"
    r" +(?P<description>.+)\n +(?P<text>.+)$",
    re.MULTILINE,
)
_ERROR = re.compile(r"^ +(error: .*)$", re.MULTILINE)


@dataclass(frozen=True)
class Said:
    """One thing that the pack said, as the engine shows it."""

    level: str
    rule: str
    resource: str
    text: str


def said(outcome: Outcome) -> list[Said]:
    """All that the pack said, each with its rule's own description."""
    found = list(_SAID.finditer(outcome.text))
    assert len(found) == outcome.text.count("- [mandatory]") + outcome.text.count("- [advisory]")
    assert {one["rule"]: one["description"] for one in found if one["rule"] in DESCRIPTIONS}.items() <= (
        DESCRIPTIONS.items()
    )
    return [Said(one["level"], one["rule"], one["resource"], one["text"]) for one in found]


def stopped(outcome: Outcome) -> list[Said]:
    """The violations that stopped a preview. Nothing else may have."""
    assert outcome.code != 0, outcome.text
    assert set(_ERROR.findall(outcome.text)) == {"error: preview failed"}, outcome.text
    return [one for one in said(outcome) if one.level == "mandatory"]


def passed(outcome: Outcome) -> list[Said]:
    """All that was said in a preview that went through."""
    assert outcome.code == 0, outcome.text
    assert "to create" in outcome.text
    found = said(outcome)
    assert [one for one in found if one.level == "mandatory"] == []
    return found


def write_waivers(folder: Path, resources: Iterable[tuple[str, str]], expires: date) -> None:
    """Waive each rule at a resource in the pack of this program's folder, until a day."""
    who = {"owner": "platform-lead", "reason": "agreed for now", "expires": expires.isoformat()}
    waivers = [{"rule": rule, "resource": resource, **who} for rule, resource in resources]
    (folder / "policies" / "waivers.yaml").write_text(yaml_text({"waivers": waivers}))


@dataclass(frozen=True)
class Previews:
    """Runs previews of the program of literals."""

    program: LiteralProgram
    engine: Engine

    def of(
        self,
        resources: Iterable[Resource],
        waived: Sequence[tuple[str, str]] = (),
        expires: date = date.max,
    ) -> Outcome:
        self.program.register(resources)
        write_waivers(self.program.folder, waived, expires)
        return self.engine.run(*WITH_PACK)
