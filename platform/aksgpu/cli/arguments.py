"""Arguments that several commands take."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from aksgpu.config.reading.load import StackNotFound, known_stacks


def _complete_stack(incomplete: str) -> list[str]:
    try:
        return [name for name in known_stacks(Path.cwd()) if name.startswith(incomplete)]
    except StackNotFound:
        return []


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a date. Write it as year-month-day, for example 2027-03-31."
        ) from None


Stack = Annotated[
    str,
    typer.Argument(
        metavar="STACK",
        help="Name of a stack (prod for stacks/Pulumi.prod.yaml), or the path of its file.",
        autocompletion=_complete_stack,
    ),
]

Day = Annotated[
    date | None,
    typer.Option(
        "--date",
        metavar="YYYY-MM-DD",
        parser=_day,
        help="Check as of this day instead of today. Decides which dated facts have passed.",
        show_default=False,
    ),
]


def day_or_today(day: date | None) -> date:
    """The one place of the command line that reads the clock."""
    return day or date.today()
