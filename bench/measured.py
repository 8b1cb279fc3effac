"""One command of the engine, measured: time, memory, and who used the processor."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from phases import Phases, phases
from process_tree import ENGINE, PROGRAM, ProcessTree, Used

from aksgpu_rehearsal.engine import Engine
from aksgpu_rehearsal.outcomes import Outcome

SECONDS = 900.0
STACK = "pulumi:pulumi:Stack"


@dataclass(frozen=True, slots=True)
class Run:
    """Wall seconds of the whole command, what its processes used by part, and the resources that it spoke of."""

    seconds: float
    used: Mapping[str, Used]
    resources: frozenset[str]
    phases: Phases | None = None

    @property
    def program(self) -> Used:
        """What the program used."""
        return self.used[PROGRAM]

    @property
    def engine(self) -> Used:
        """What the engine itself used."""
        return self.used[ENGINE]


def measured(engine: Engine, command: tuple[str, ...], moments: Path | None = None) -> Run:
    """Run a command to its end. `moments` is the file in which a timed program keeps its own.

    Raises SystemExit with the command's last words if it fails.
    """
    begun = time.time()
    running = engine.start(*command)
    try:
        with ProcessTree(running.child.pid) as tree:
            code = running.child.wait(SECONDS)
        ended = time.time()
    finally:
        running.end()
    outcome = running.outcome()
    if code:
        raise SystemExit(f"pulumi {outcome.command} ended with {code}:\n{outcome.text[-4000:]}")
    found = phases(moments, begun, ended) if moments else None
    return Run(ended - begun, tree.used, _resources(outcome), found)


def _resources(outcome: Outcome) -> frozenset[str]:
    """Types and names, without the stack itself, whose name is its own."""
    urns = {event["resourcePreEvent"]["metadata"]["urn"] for event in outcome.events if "resourcePreEvent" in event}
    return frozenset(urn.split("::", 2)[2] for urn in urns if f"::{STACK}::" not in urn)
