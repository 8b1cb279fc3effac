"""Kills the engine or a provider at a step boundary of a command, as a lost machine or an OOM killer would."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aksgpu_rehearsal.outcomes import Event, Step, step_of
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.running import Running

Victim = Literal["engine", "provider"]
SECONDS_OF_ORPHANS = 10.0
PROVIDERS = {"azure-native": "aksgpu_rehearsal.simulated_azure", "kubernetes": "pulumi-resource-kubernetes"}
"""What the command line of each provider holds."""


@dataclass(frozen=True, slots=True)
class KillPoint:
    """`boundary` counts the beginnings and ends of steps together, from 1."""

    command: Literal["up", "destroy"]
    boundary: int
    victim: Victim

    def __str__(self) -> str:
        return f"{self.victim} at boundary {self.boundary} of {self.command}"


def kill_points(seed: int, boundaries: dict[str, int], count: int) -> list[KillPoint]:
    """As many points as asked for, half of them in each command, spread over all of it, none twice."""
    choose = random.Random(seed)
    found: list[KillPoint] = []
    for command, number in (("up", count - count // 2), ("destroy", count // 2)):
        stretch = boundaries[command] / number
        for index in range(number):
            boundary = choose.randint(int(index * stretch) + 1, int((index + 1) * stretch))
            found.append(KillPoint(command, boundary, choose.choice(("engine", "provider"))))
    return found


def kill_at(platform: Rehearsal, point: KillPoint) -> list[Step]:
    """Run the command until the point is reached, and kill. Returns the steps that had been told as done."""
    running = platform.engine.start(point.command, "--yes", "--skip-preview")
    reached = 0
    try:
        for event in running.events():
            step = boundary(event)
            if step:
                reached += 1
                if reached == point.boundary:
                    _kill(running, point.victim, step)
                    break
        else:
            raise AssertionError(f"{point}: there were {reached} boundaries only")
        _wait_for_the_rest(running)
    finally:
        running.end()
    return running.outcome().steps


def boundary(event: Event) -> Step | None:
    """The step that begins or ends with an event."""
    return step_of(event, "resourcePreEvent") or step_of(event, "resOutputsEvent")


def boundaries(events: Sequence[Event]) -> int:
    """How many boundaries a command had."""
    return sum(1 for event in events if boundary(event))


def _kill(running: Running, victim: Victim, step: Step) -> None:
    if victim == "engine":
        os.kill(running.child.pid, signal.SIGKILL)
        return
    words = PROVIDERS["azure-native" if "azure-native" in step.urn.split("::")[2] else "kubernetes"]
    for number, command in running.processes().items():
        if words in command:
            with contextlib.suppress(ProcessLookupError):  # it was just about to end
                os.kill(number, signal.SIGKILL)


def _wait_for_the_rest(running: Running) -> None:
    """Orphans may go on for a moment with what they were doing, as in real life."""
    end = time.monotonic() + SECONDS_OF_ORPHANS
    while running.processes() and time.monotonic() < end and running.child.poll() is not None:
        time.sleep(0.1)
    if running.child.poll() is None:
        running.child.wait(300)
