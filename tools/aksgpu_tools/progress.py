"""Runs a long command with signs of life, and keeps its words for the case that it fails."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aksgpu_tools.refusal import Refused

SECONDS_BETWEEN_SIGNS_OF_LIFE = 15
LAST_LINES = 15


def say(words: str) -> None:
    """Tell the person who waits. Standard output is left to the answer."""
    print(words, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Seconds as people say them."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Stopwatch:
    """Runs from when it is made. Its text is the time since then."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._start

    def __str__(self) -> str:
        return duration(self.seconds())


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a build. `expected` is in seconds, of a first build on two cores; 0 if it is not known."""

    what: str
    expected: float = 0

    def run(self, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> str:
        """Standard output of the command. Refused with its last lines if it fails; stopped with us if we are."""
        watch = Stopwatch()
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as log:
            child = subprocess.Popen(
                [str(part) for part in command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
            )
            try:
                while True:
                    try:
                        code = child.wait(SECONDS_BETWEEN_SIGNS_OF_LIFE)
                        break
                    except subprocess.TimeoutExpired:
                        self._sign_of_life(watch)
            finally:
                if child.poll() is None:
                    child.terminate()
                    child.wait()
            out.seek(0)
            log.seek(0)
            printed = out.read()
            if code:
                raise self._failure(code, printed + log.read())
            return printed

    def _sign_of_life(self, watch: Stopwatch) -> None:
        of = f" of about {duration(self.expected)}" if self.expected else ""
        say(f"  still {self.what}, {watch}{of}")

    def _failure(self, code: int, words: str) -> Refused:
        if "no space left on device" in words:
            return Refused(f"{self.what} failed: the disk is full.", "Free some space and run the same again.")
        lines = [line for line in words.splitlines() if not line.startswith("go: downloading ")]
        shown = "\n".join(f"    {line}" for line in lines[-LAST_LINES:])
        remedy = "It is safe to run the same again: what was finished is kept."
        return Refused(f"{self.what} failed (exit code {code}):\n{shown}", remedy)
