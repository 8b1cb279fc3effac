"""The `aksgpu` program: its commands, and what becomes of a fault."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from aksgpu.catalogue import CATALOGUE_DATE
from aksgpu.cli.check import check_command
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.plan import plan_command
from aksgpu.cli.query import query_command
from aksgpu.cli.recover import recover_command
from aksgpu.cli.render import render_command
from aksgpu.cli.schema import schema_command

_EXIT_CODES = (
    "Exit codes: 0 nothing is wrong, 1 the stack has errors, 2 wrong usage or no such stack, "
    "3 something scarce would be replaced or deleted (plan --against), 4 a mandatory policy is broken, "
    "70 a fault of aksgpu itself."
)

app = typer.Typer(
    name="aksgpu",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Check and plan AKS GPU platforms from one typed stack file.",
    epilog=_EXIT_CODES,
)
app.command("check")(check_command)
app.command("plan")(plan_command)
app.command("render")(render_command)
app.command("query")(query_command)
app.command("schema")(schema_command)
app.command("recover")(recover_command)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"aksgpu {version('aksgpu')} (catalogue of {CATALOGUE_DATE.isoformat()})")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Check and plan AKS GPU platforms from one typed stack file."""


def main() -> None:
    """Run the command line. A fault of this program ends in one sentence and exit code 70, never in a traceback."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(ExitCode.OK)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
    except Exception as fault:
        print(f"aksgpu met a fault of its own: {type(fault).__name__}: {fault}", file=sys.stderr)
        print(
            "-> Please report it with the stack file and with what `python -m aksgpu.cli.trace` says for `aksgpu`.",
            file=sys.stderr,
        )
        sys.exit(ExitCode.FAULT)
