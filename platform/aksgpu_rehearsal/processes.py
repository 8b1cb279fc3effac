"""Starts programs with a log each, and ends every one that it started."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

SECONDS_TO_END = 10.0
LONGEST_REASON = 3000


class Processes:
    """Children in sessions of their own, so that a Ctrl-C reaches them through `end` and in order."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._started: dict[str, tuple[Sequence[str], Mapping[str, str]]] = {}

    def start(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start a program; what it says goes to NAME.log."""
        with (self._logs / f"{name}.log").open("ab") as log:
            child = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._children[name] = child
        self._started[name] = (command, environment)
        return child

    def runs(self, name: str) -> bool:
        """Whether a program was started and neither stopped nor ended."""
        child = self._children.get(name)
        return child is not None and child.poll() is None

    def stop(self, name: str) -> None:
        """End one program on purpose: nobody is told that it ended."""
        end(self._children.pop(name))

    def again(self, name: str) -> None:
        """Start a stopped program as it was started before."""
        self.start(name, *self._started[name])

    def ended(self) -> str | None:
        """Which program ended by itself, and the last that it said."""
        for name, child in list(self._children.items()):
            if child.poll() is not None:
                said = (self._logs / f"{name}.log").read_text(errors="replace")
                return f"{name} ended by itself with {child.returncode}:\n{said[-LONGEST_REASON:]}"
        return None

    def end(self) -> None:
        """End all, the latest first."""
        for child in reversed(self._children.values()):
            end(child)
        self._children.clear()


def end(
    child: subprocess.Popen[bytes], first: signal.Signals = signal.SIGTERM, seconds: float = SECONDS_TO_END
) -> None:
    """Ask a child to end, and kill its whole session if it does not in time."""
    if child.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            child.send_signal(first)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
