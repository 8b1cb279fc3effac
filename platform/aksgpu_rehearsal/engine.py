"""The Pulumi CLI as a person uses it, on a state in a folder, without a terminal and without telling anybody."""

import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from aksgpu_rehearsal.outcomes import Outcome
from aksgpu_rehearsal.running import Running
from aksgpu_rehearsal.toolbox import Toolbox

SECONDS = 900.0
SECONDS_BETWEEN_LOOKS = 0.5
LONGEST_REASON = 6000


class PulumiProgram(Protocol):
    """A Pulumi project in a folder, and the name of the stack that is worked on."""

    @property
    def folder(self) -> Path: ...

    @property
    def stack_name(self) -> str: ...


class EngineFailed(Exception):
    """A command of the engine ended with an error. The message is all it said."""


class Engine:
    """Commands on one stack of one program. Each leaves its output in the log folder."""

    def __init__(
        self, program: PulumiProgram, tools: Toolbox, stand_ins: Path, work: Path, trouble: Callable[[], str | None]
    ) -> None:
        self._trouble = trouble
        self._program = program
        self._pulumi = str(tools.program("pulumi"))
        self._logs = work / "logs"
        self._number = 0
        self.environment = environment(f"{stand_ins}:{tools.search_path}", work)

    def init(self) -> None:
        """Make the stack. Raises EngineFailed."""
        self.must("stack", "init")

    def preview(self) -> list[dict[str, Any]]:
        """The steps that `preview --json` announces. Raises EngineFailed."""
        return json.loads(self.must("preview", "--json").text)["steps"]

    def up(self) -> Outcome:
        """Create and change. Raises EngineFailed."""
        return self.must("up", "--yes", "--skip-preview")

    def refresh(self) -> Outcome:
        """Take over what really is. Raises EngineFailed."""
        return self.must("refresh", "--yes", "--skip-preview")

    def destroy(self) -> Outcome:
        """Delete everything. Raises EngineFailed."""
        return self.must("destroy", "--yes", "--skip-preview")

    def must(self, *command: str) -> Outcome:
        """Run a command that has to succeed. Raises EngineFailed."""
        outcome = self.run(*command)
        if outcome.code:
            end_of_it = f"pulumi {outcome.command} ended with {outcome.code}; all it said is in {self._logs}"
            raise EngineFailed(f"{end_of_it}.\n{_why(outcome.text)}")
        return outcome

    def run(self, *command: str) -> Outcome:
        """Run a command to its end. If this program is interrupted, the engine is told to cancel first."""
        running = self.start(*command)
        try:
            self._wait(running.child)
        finally:
            running.end()
        return running.outcome()

    def start(self, *command: str) -> Running:
        """Start a command; whoever calls this ends it."""
        self._number += 1
        words = "-".join(word for word in command[:2] if word.isalpha())
        log = self._logs / f"{self._program.stack_name}-{self._number:02}-{words}"
        program = [self._pulumi, "-C", str(self._program.folder), "--non-interactive"]
        return Running(program, command, ["--stack", self._program.stack_name], self.environment, log)

    def _wait(self, child: subprocess.Popen[bytes]) -> None:
        end_of_patience = time.monotonic() + SECONDS
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(SECONDS_BETWEEN_LOOKS)
                return
            trouble = self._trouble()
            if trouble:
                raise EngineFailed(f"the engine waits in vain: {trouble}")
            if time.monotonic() > end_of_patience:
                raise EngineFailed(f"the engine did not end in {SECONDS:.0f} s; all it said is in {self._logs}.")


def _why(text: str) -> str:
    """The errors among what a command said, or the end of it."""
    if text.startswith("{"):
        said = json.loads(text[: text.rindex("}") + 1]).get("diagnostics", [])
        return "".join(item["message"] for item in said if item["severity"] == "error")
    return text[-LONGEST_REASON:]


def environment(search_path: str, work: Path) -> dict[str, str]:
    """All that the engine sees of this machine: nobody's home, nobody's cluster, nobody's account."""
    home, scratch = work / "home", work / "scratch"
    for folder in (home, scratch):
        folder.mkdir(exist_ok=True)
    return {
        "PATH": f"{search_path}:{os.environ['PATH']}",
        "HOME": str(home),
        "TMPDIR": str(scratch),  # where the Kubernetes provider leaves kubeconfigs
        "LANG": "C.UTF-8",
        "KUBECONFIG": str(work / "no-kubeconfig"),
        "PULUMI_HOME": str(work / "pulumi"),
        # Without files of attributes: a kill leaves one empty now and then, and the state cannot be read any more.
        "PULUMI_BACKEND_URL": f"file://{work}?metadata=skip",
        "PULUMI_CONFIG_PASSPHRASE": "rehearsal",
        "PULUMI_SKIP_UPDATE_CHECK": "1",
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "1",
        # The built provider (4.25) knows this switch only so; newer ones have it as enablePatchForce, which we set.
        "PULUMI_K8S_ENABLE_PATCH_FORCE": "true",
        "PULUMI_DEBUG_COMMANDS": "1",  # brings --event-log
    }
