"""The earlier plan that `--against` compares with: of a file, or of the same stack file at a git ref."""

import subprocess
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.screen import errors
from aksgpu.config.reading.load import LoadedStack, find_stack_file, load_stack, load_text
from aksgpu.config.reading.yaml12 import NotReadable
from aksgpu.plan import Plan, plan

Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="FILE_OR_GIT_REF",
        help="Also print what changes against another stack file, or against this stack at a git ref such as main.",
        show_default=False,
    ),
]


def earlier_plan(stack: str, against: str, today: date) -> Plan | None:
    """The plan to compare with, made by today's aksgpu. None, after a sentence, where there is nothing to compare."""
    try:
        loaded = _from_file(against, today) if Path(against).is_file() else _from_git(stack, against, today)
    except NotReadable as problem:
        errors().print(f"aksgpu: the stack of {against} cannot be read ({problem.message}), so nothing is compared.")
        return None
    if loaded is None:
        errors().print(f"aksgpu: {against} does not have this stack, so all of it is new.")
        return None
    if loaded.checked.stack is None:
        first = loaded.checked.errors[0]
        errors().print(
            f"aksgpu: the stack of {against} has errors, so nothing is compared ({first.dotted}: {first.message})"
        )
        return None
    return plan(loaded.checked.stack, today)


def _from_file(file: str, today: date) -> LoadedStack:
    return load_stack(f"./{file}" if not Path(file).is_absolute() else file, today)


def _from_git(stack: str, ref: str, today: date) -> LoadedStack | None:
    file = find_stack_file(stack, Path.cwd()).resolve()
    if ref.startswith("-") or _git(file.parent, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}") is None:
        errors().print(f"aksgpu: {ref!r} is neither a file nor a git ref of this repository.", style="red")
        raise typer.Exit(ExitCode.USAGE)
    text = _git(file.parent, "show", f"{ref}:./{file.name}")
    return None if text is None else load_text(text, file.name, f"{ref}:{file.name}", today)


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        errors().print("aksgpu: git is not installed, and --against with a ref needs it.", style="red")
        raise typer.Exit(ExitCode.USAGE) from None
    return done.stdout if done.returncode == 0 else None
