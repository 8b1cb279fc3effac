"""Runs the Pulumi CLI in a project, for commands that go on where it stopped."""

import shutil
import subprocess
from pathlib import Path

LOCKED = "currently locked"


class PulumiFailed(Exception):
    """The CLI is missing or ended with an error. The message is for the user, and holds the CLI's own words."""


def pulumi(project: Path, stack: str, *command: str, given: str | None = None) -> str:
    """What the CLI prints. `given` is its standard input. Raises PulumiFailed."""
    program = shutil.which("pulumi")
    if program is None:
        raise PulumiFailed("the Pulumi CLI is not on PATH. Install it first.")
    line = [program, "-C", str(project), "--non-interactive", *command, "--stack", stack]
    done = subprocess.run(line, input=given, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout
    if LOCKED in done.stderr:
        raise PulumiFailed(
            f"another run holds the stack, or one was killed and left its lock. If none runs: pulumi cancel --stack "
            f"{stack}, then this command again.\n{done.stderr.strip()}"
        )
    raise PulumiFailed(
        f"pulumi {' '.join(command)} ended with {done.returncode}:\n{(done.stderr or done.stdout).strip()}"
    )
