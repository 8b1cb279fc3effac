"""The two programs that are measured on the engine: the shipped one, and a bare one that registers the same."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.settings import CHARTS

HERE = Path(__file__).parent
ROOT = HERE.parent


@dataclass(frozen=True, slots=True)
class BareProgram:
    """A project of one file."""

    folder: Path
    stack_name: str


def time_it(program: Program) -> None:
    """Let the copy of the shipped program note its moments."""
    entry = program.folder / "stacks" / "__main__.py"
    entry.rename(entry.with_name("shipped.py"))
    shutil.copy(HERE / "timed_program.py", entry)


def literals_of(program: Program) -> str:
    """The source of a bare program that registers the same. Written by a process of its own."""
    stack = program.folder / "stack.json"
    stack.write_text(json.dumps(program.stack))
    command = [sys.executable, str(HERE / "one_registration.py"), "literals", str(stack)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def bare_program(folder: Path, source: str, stack_name: str, charts: Path) -> BareProgram:
    """A project of this source, with the same runtime, the same policies and the same charts beside it."""
    folder.mkdir(parents=True)
    settings = (ROOT / "Pulumi.yaml").read_text().splitlines(keepends=True)
    (folder / "Pulumi.yaml").write_text("".join(line for line in settings if not line.startswith(("main:", "stackC"))))
    (folder / "__main__.py").write_text(source)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    (folder / CHARTS).symlink_to(charts)
    shutil.copytree(ROOT / "policies", folder / "policies")
    return BareProgram(folder, stack_name)
