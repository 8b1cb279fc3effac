"""Where the time of our program goes, from the moments that it noted."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Phases:
    """Seconds of wall time, one after the other. `registration` is the program's own work, by processor time, and
    `waiting` what else passed until the engine and its providers had answered everything."""

    before: float
    interpreter: float
    imports: float
    plan: float
    registration: float
    waiting: float
    after: float


HEADINGS = ("engine starts", "interpreter, SDK", "imports", "check, plan", "registration", "waiting", "engine ends")


def phases(file: Path, begun: float, ended: float) -> Phases:
    """The phases of a command that ran between these moments, in seconds since the epoch."""
    moments: dict[str, tuple[float, float, float, float]] = json.loads(file.read_text())
    process, program, imported, planned, answered = (
        moments[name] for name in ("process", "program", "imported", "planned", "answered")
    )
    wall, used, importing, used_for_imports = (late - early for late, early in zip(answered, planned, strict=True))
    return Phases(
        before=process[0] - begun,
        interpreter=program[0] - process[0],
        imports=answered[2],
        plan=planned[0] - imported[0] - (planned[2] - imported[2]),
        registration=used - used_for_imports,
        waiting=wall - importing - (used - used_for_imports),
        after=ended - answered[0],
    )
