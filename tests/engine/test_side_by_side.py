"""Two rehearsals at once do not meet, and one whose process is killed leaves no process and does not harm the other."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from engine import holder
from engine.work_folders import work_folder

from aksgpu_rehearsal.control_plane import PROGRAMS
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

STACK_FILE = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"
SECONDS = 120

pytestmark = pytest.mark.engine


class Held:
    """A rehearsal in a network and process space of its own, held by a program of its own."""

    def __init__(self, tools: Toolbox, folder: Path, name: str, other: str) -> None:
        rows = {program: {"path": str(file)} for program, file in tools.programs.items()}
        report = json.dumps({"folder": str(tools.folder), "tools": rows})
        self._words = [str(word) for word in (holder.__file__, STACK_FILE, report, folder, name, other)]
        with (folder / f"{name}.log").open("wb") as log:
            self.outside = subprocess.Popen(
                [sys.executable, "-m", "aksgpu_rehearsal.isolated", sys.executable, *self._words],
                stdout=log,
                stderr=log,
            )
        self.name = name
        self.folder = folder

    def there(self, suffix: str) -> Path:
        """The file that it writes, once it is written."""
        file = self.folder / f"{self.name}.{suffix}"

        def written() -> bool:
            if self.outside.poll() is not None:
                pytest.fail((self.folder / f"{self.name}.log").read_text()[-3000:], pytrace=False)
            return file.exists()

        until(str(file), written, SECONDS)
        return file

    def process(self) -> int:
        """The holder's own process."""
        return next(pid for pid, words in commands().items() if words[1:] == [*self._words, ""])

    def end(self) -> int:
        """Let it end in its order."""
        (self.folder / f"{self.name}.end").touch()
        return self.outside.wait(SECONDS)


@pytest.fixture(scope="module")
def pair(
    request: pytest.FixtureRequest, tools: Toolbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Held, Held]]:
    names = [f"{name}-{uuid4().hex[:8]}" for name in ("one", "two")]
    with ExitStack() as exits:
        folder = exits.enter_context(work_folder(request, tmp_path_factory))
        held = [Held(tools, folder, name, other) for name, other in (names, reversed(names))]
        for each in held:
            exits.callback(each.end)
        yield held[0], held[1]


def test_two_at_once_have_the_same_addresses_and_do_not_meet(pair: tuple[Held, Held]) -> None:
    one, two = (json.loads(each.there("json").read_text()) for each in pair)
    assert one["server"] == two["server"]
    assert one["service"] == two["service"]
    for each, seen in zip(pair, (one, two), strict=True):
        assert [name for name in seen["namespaces"] if name.startswith(("one-", "two-"))] == [each.name]


def test_a_killed_one_leaves_no_process_and_the_other_goes_on(pair: tuple[Held, Held]) -> None:
    killed, other = pair
    for each in pair:
        each.there("json")
    space = process_space(killed.process())
    assert programs_in(space) >= set(PROGRAMS)
    os.kill(killed.process(), signal.SIGKILL)
    until("the end of every process", lambda: not programs_in(space), 30)
    assert killed.outside.wait(30) == 128 + signal.SIGKILL

    remaining = process_space(other.process())
    assert other.end() == 0
    assert (other.folder / f"{other.name}.went-on").exists()
    assert not programs_in(remaining)


def process_space(process: int) -> str | None:
    """The process id namespace of a process; None where it is gone."""
    try:
        return os.readlink(f"/proc/{process}/ns/pid")
    except OSError:
        return None


def programs_in(space: str | None) -> set[str]:
    """The names of all programs that run in a process id namespace."""
    assert space
    return {Path(words[0]).name for process, words in commands().items() if process_space(process) == space}


def commands() -> dict[int, list[str]]:
    """The command lines of all processes, by process id."""
    found: dict[int, list[str]] = {}
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it ended meanwhile
            continue
        if len(words) > 1:
            found[int(file.parent.name)] = words
    return found
