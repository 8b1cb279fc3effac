"""What a command of the engine came to: its words, its counts and its events."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

Event = Mapping[str, Any]
"""One event of the engine, in its own words (apitype.EngineEvent of github.com/pulumi/pulumi/sdk/v3)."""

_COUNT = re.compile(r"^\s+(?:[^\s\d]+ ?)?(\d+) (created|updated|replaced|deleted|unchanged|imported|discarded)$", re.M)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the engine did or announced: `op` is its own word, such as create-replacement."""

    op: str
    urn: str

    @property
    def name(self) -> str:
        """The resource's name in the program: for ours, the key of the plan's entry."""
        return self.urn.rsplit("::", 1)[-1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended. `counts` are resources by what happened to them, such as {"unchanged": 82}."""

    command: str
    code: int
    text: str
    seconds: float
    counts: Mapping[str, int]
    events: Sequence[Event] = field(default=(), repr=False)

    @property
    def changes(self) -> dict[str, int]:
        """What was not left as it was."""
        return {what: count for what, count in self.counts.items() if what != "unchanged"}

    @property
    def steps(self) -> list[Step]:
        """What was done, in the order in which it was done, without what stayed as it was."""
        return [step for event in self.events if (step := step_of(event, "resOutputsEvent"))]

    def said(self, severity: str) -> list[str]:
        """The messages of one severity: error, warning or info."""
        found = [cast(Event, event.get("diagnosticEvent", {})) for event in self.events]
        return [str(one["message"]) for one in found if one.get("severity") == severity]


def step_of(event: Event, kind: str) -> Step | None:
    """The step that an event tells of, if it is an event of this kind and not of something that stays as it is."""
    metadata = event.get(kind, {}).get("metadata")
    if not metadata or metadata["op"] in ("same", "read"):
        return None
    return Step(str(metadata["op"]), str(metadata["urn"]))


def counts_of(text: str) -> dict[str, int]:
    """The resources by what happened to them, from the end of what a command said."""
    return {what: int(number) for number, what in _COUNT.findall(text)}


def events_in(file: Path, start: int = 0) -> tuple[list[Event], int]:
    """The events in a log from a position on, without a last one that is not whole, and the position after them."""
    if not file.exists():
        return [], start
    with file.open("rb") as log:
        log.seek(start)
        content = log.read()
    whole = content[: content.rfind(b"\n") + 1]
    return [json.loads(line) for line in whole.splitlines()], start + len(whole)
