"""Processor time and peak memory of every process that a command starts, by the part that it plays."""

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

SECONDS_BETWEEN_LOOKS = 0.05
TICKS = os.sysconf("SC_CLK_TCK")

ENGINE, PROGRAM = "engine", "program"
ROLES = {
    "pulumi-language-python-exec": PROGRAM,
    "pulumi.policy": "policy pack",
    "aksgpu_rehearsal.simulated_azure": "simulated Azure",
    "aksgpu_rehearsal.language_host": "language host",
    "pulumi-resource-kubernetes": "Kubernetes provider",
}
"""What stands in the command line of each part. Everything else belongs to the engine: the CLI and its scripts."""


@dataclass(slots=True)
class Used:
    """What the processes of one part used: processor seconds together, and megabytes of the largest at its peak."""

    seconds: float = 0.0
    megabytes: float = 0.0


@dataclass(slots=True)
class _Seen:
    role: str
    ticks: int = 0
    kilobytes: int = 0


@dataclass
class ProcessTree:
    """`with ProcessTree(pid) as tree: ...`, and afterwards `tree.used`. What happens between two looks is missed."""

    pid: int
    _seen: dict[int, _Seen] = field(default_factory=dict[int, _Seen])
    _done: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, reason: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    @property
    def used(self) -> dict[str, Used]:
        """By part."""
        found: dict[str, Used] = {}
        for one in self._seen.values():
            used = found.setdefault(one.role, Used())
            used.seconds += one.ticks / TICKS
            used.megabytes = max(used.megabytes, one.kilobytes / 1024)
        return found

    def _watch(self) -> None:
        while not self._done.wait(SECONDS_BETWEEN_LOOKS):
            for pid in _below(self.pid):
                try:
                    self._look_at(pid)
                except (OSError, IndexError, ValueError):  # it ended meanwhile
                    continue

    def _look_at(self, pid: int) -> None:
        folder = Path(f"/proc/{pid}")
        # A process is started as a script which then becomes something else, so its part is looked up each time.
        words = (folder / "cmdline").read_bytes().decode(errors="replace")
        role = next((role for word, role in ROLES.items() if word in words), ENGINE)
        peak = (folder / "status").read_text().partition("VmHWM:")[2].split(maxsplit=1)[0]  # none once it has ended
        user, system = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
        seen = self._seen.setdefault(pid, _Seen(role))
        seen.role, seen.ticks, seen.kilobytes = role, int(user) + int(system), int(peak)


def _below(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    try:
        texts = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:  # it ended meanwhile
        return
    for text in texts:
        for child in text.split():
            yield from _below(int(child))
