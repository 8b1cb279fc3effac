"""Load a stack for a command, or end the command with words and an exit code."""

from datetime import date
from pathlib import Path

import typer

from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.screen import errors, show_findings
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.finding_text import not_readable_text
from aksgpu.config.reading.load import LoadedStack, StackNotFound, find_stack_file, load_stack
from aksgpu.config.reading.yaml12 import NotReadable


def loaded_or_exit(stack: str, today: date) -> LoadedStack:
    """A stack that could be read, with whatever the check found. Ends the command where there is none."""
    try:
        return load_stack(stack, today)
    except StackNotFound as problem:
        errors().print(f"aksgpu: {problem}", style="red")
        raise typer.Exit(ExitCode.USAGE) from None
    except NotReadable as problem:
        file = find_stack_file(stack, Path.cwd())
        text = file.read_bytes()[:2_000_000].decode(errors="replace")
        errors().print(not_readable_text(problem, stack if "/" in stack else str(file.relative_to(Path.cwd())), text))
        raise typer.Exit(ExitCode.ERRORS) from None


def valid_or_exit(stack: str, today: date) -> tuple[LoadedStack, StackConfig]:
    """A stack without errors. Ends the command with the errors where there are some."""
    loaded = loaded_or_exit(stack, today)
    if loaded.checked.stack is None:
        show_findings(errors(), loaded, loaded.checked.errors)
        raise typer.Exit(ExitCode.ERRORS)
    return loaded, loaded.checked.stack
