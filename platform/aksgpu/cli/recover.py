"""`aksgpu recover`: after an up or a destroy that was cut off, state and cloud agree again."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from aksgpu.cli.arguments import Stack
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.pulumi_cli import PulumiFailed, pulumi
from aksgpu.cli.screen import errors, output
from aksgpu.config.reading.load import StackNotFound, find_stack_file, project_folder, stack_name
from aksgpu.recovery.pending import Settled, settled

NEXT = "Now run: pulumi up"


def recover_command(
    stack: Stack,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before the state is changed.")] = False,
) -> None:
    """Bring state and cloud together after an up or a destroy that was killed. Needs the Pulumi CLI.

    What was being created is taken into the state under the id that its names make, and a refresh then finds it or
    drops it. Nothing in the cloud is changed.
    """
    try:
        file = find_stack_file(stack, Path.cwd())
        _recover(project_folder(file.resolve().parent), stack_name(file), yes)
    except StackNotFound as problem:
        errors().print(f"aksgpu: {problem}", style="red")
        raise typer.Exit(ExitCode.USAGE) from None
    except PulumiFailed as problem:
        errors().print(f"aksgpu: {problem}", style="red")
        raise typer.Exit(ExitCode.ERRORS) from None


def _recover(project: Path, stack: str, yes: bool) -> None:
    exported: dict[str, Any] = json.loads(pulumi(project, stack, "stack", "export"))
    deployment, operations = settled(exported["deployment"])
    if not operations:
        output().print(f"Nothing is pending in the state of {stack}. {NEXT}")
        return
    _show(operations)
    if not yes and not _agreed():
        raise typer.Exit(ExitCode.USAGE)
    pulumi(project, stack, "stack", "import", given=json.dumps({**exported, "deployment": deployment}))
    pulumi(project, stack, "refresh", "--yes", "--skip-preview")
    output().print(f"The state of {stack} says again what there is. {NEXT}")


def _show(operations: tuple[Settled, ...]) -> None:
    table = Table("Resource", "Was", "Now", box=None, pad_edge=False)
    for one in operations:
        table.add_row(one.name, one.operation, one.what)
    output().print(table)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        errors().print("aksgpu: there is nobody to ask. Add --yes to change the state.", style="red")
        return False
    return typer.confirm("Change the state?")
