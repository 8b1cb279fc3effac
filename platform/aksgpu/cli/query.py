"""`aksgpu query`: one resolved value of a stack."""

import json
import re
from typing import Annotated, Any, cast

import typer

from aksgpu.catalogue.spelling import did_you_mean
from aksgpu.cli.arguments import Day, Stack, day_or_today
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.loading import valid_or_exit
from aksgpu.cli.screen import errors
from aksgpu.desired.yaml_text import yaml_text
from aksgpu.plan import plan
from aksgpu.report.resolved import resolved

_STEP = re.compile(r"\[(?:(\d+)|\"([^\"]+)\")\]|([^.\[\]]+)|\.")


def query_command(
    stack: Stack,
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help='What to look up, for example gpuPools.train.resourceName, or gpuPools.train.labels["aksgpu/pool"].',
        ),
    ],
    day: Day = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, text in quotes included.")] = False,
) -> None:
    """Print one value of a stack, with defaults filled in and derived values such as resource names."""
    today = day_or_today(day)
    _, valid = valid_or_exit(stack, today)
    value: Any = resolved(plan(valid, today))
    seen: list[str] = []
    for step in _steps(path):
        known = _children(value)
        if step not in known:
            where = ".".join(seen) or "the stack"
            errors().print(f"aksgpu: {where} has no {step!r}. {did_you_mean(step, known)}", style="red")
            raise typer.Exit(ExitCode.USAGE)
        value = known[step]
        seen.append(step)
    print(_text(value, as_json))


def _steps(path: str) -> list[str]:
    return [
        next(filter(None, match.groups())) for match in _STEP.finditer(path) if any(group for group in match.groups())
    ]


def _children(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return cast(dict[str, Any], value)
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(cast(list[Any], value))}
    return {}


def _text(value: Any, as_json: bool) -> str:
    if as_json:
        return json.dumps(value, indent=2)
    if isinstance(value, dict | list):
        return yaml_text(value).rstrip()
    return str(value).lower() if isinstance(value, bool) else str(value)
