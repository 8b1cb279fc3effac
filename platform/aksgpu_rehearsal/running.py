"""A command of the engine while it runs, with the events that it has told of."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from aksgpu_rehearsal.outcomes import Event, Outcome, counts_of, events_in
from aksgpu_rehearsal.processes import end

SECONDS_TO_CANCEL = 30.0
SECONDS_BETWEEN_EVENTS = 0.005
WITH_EVENTS = ("preview", "up", "refresh", "destroy", "import")


class Running:
    """A started command. `log` is the path of its output without a suffix: .out, .err and .events."""

    def __init__(
        self,
        program: Sequence[str],
        command: Sequence[str],
        options: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
    ) -> None:
        self._command = command
        self._log = log
        self._start = time.monotonic()
        more = ["--event-log", str(log.with_suffix(".events"))] if command[0] in WITH_EVENTS else []
        with log.with_suffix(".out").open("wb") as out, log.with_suffix(".err").open("wb") as err:
            self.child = subprocess.Popen(
                [*program, *command, *options, *more],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def events(self) -> Iterator[Event]:
        """The events as they come, until the command has ended."""
        file, at = self._log.with_suffix(".events"), 0
        while True:
            ended = self.child.poll() is not None
            events, at = events_in(file, at)
            yield from events
            if ended:
                return
            time.sleep(SECONDS_BETWEEN_EVENTS)

    def processes(self) -> dict[int, str]:
        """The processes that the command started and that still run, with their command lines, by process id."""
        found: dict[int, str] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            number = int(folder.name)
            try:
                if number != self.child.pid and os.getsid(number) == self.child.pid:
                    found[number] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (OSError, UnicodeDecodeError):  # it ended meanwhile
                continue
        return found

    def end(self) -> None:
        """Tell the command to cancel if it still runs, and end what it leaves."""
        end(self.child, signal.SIGINT, SECONDS_TO_CANCEL)

    def outcome(self) -> Outcome:
        """What it came to. Only for a command that has ended."""
        text = self._log.with_suffix(".out").read_text(errors="replace")
        if "--json" not in self._command or self.child.returncode:
            text += self._log.with_suffix(".err").read_text(errors="replace")
        seconds = time.monotonic() - self._start
        events, _ = events_in(self._log.with_suffix(".events"))
        return Outcome(" ".join(self._command), self.child.returncode, text, seconds, counts_of(text), events)
