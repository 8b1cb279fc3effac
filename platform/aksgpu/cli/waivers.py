"""The waivers of policies, from the project's own file."""

from pathlib import Path

import typer

from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.screen import errors
from aksgpu.config.reading.load import StackNotFound, project_folder
from aksgpu_policies.registry import RULES
from aksgpu_policies.waivers import BadWaivers, Waiver, read_waivers, waivers_of


def waivers_for(stack: str) -> tuple[Waiver, ...]:
    """The waivers in policies/waivers.yaml that are about a stack; none where there is no such file."""
    try:
        file = project_folder(Path.cwd()) / "policies" / "waivers.yaml"
    except StackNotFound:
        return ()
    if not file.is_file():
        return ()
    try:
        return waivers_of(read_waivers(file, [rule.name for rule in RULES]), stack)
    except BadWaivers as problem:
        errors().print(f"aksgpu: {problem}", style="red")
        raise typer.Exit(ExitCode.ERRORS) from None
