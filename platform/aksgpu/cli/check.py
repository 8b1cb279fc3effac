"""`aksgpu check`: every problem of a stack at once."""

import json
from typing import Annotated

import typer

from aksgpu.catalogue import CATALOGUE_DATE
from aksgpu.cli.arguments import Day, Stack, day_or_today
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.loading import loaded_or_exit
from aksgpu.cli.screen import output, show_findings
from aksgpu.config.finding import Severity
from aksgpu.config.reading.load import CONFIG_KEY, LoadedStack
from aksgpu.report.plan_json import FORMAT, finding_json


def check_command(
    stack: Stack,
    day: Day = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, for tools.")] = False,
) -> None:
    """Say everything that is wrong with a stack, each with its place, the reason and what to write instead."""
    today = day_or_today(day)
    loaded = loaded_or_exit(stack, today)
    failed = loaded.checked.stack is None
    if as_json:
        print(json.dumps(_json(loaded, today.isoformat()), indent=2))
    else:
        # Notes wait until there is no error: they would bury it.
        shown = [item for item in loaded.checked.findings if not (failed and item.severity is Severity.NOTE)]
        show_findings(output(), loaded, shown)
        output().print(f"Checked as of {today}, with the catalogue of {CATALOGUE_DATE}.")
    if failed:
        raise typer.Exit(ExitCode.ERRORS)


def _json(loaded: LoadedStack, today: str) -> dict[str, object]:
    findings: list[dict[str, object]] = []
    for finding in loaded.checked.findings:
        place = loaded.document.position(("config", CONFIG_KEY, *finding.path))
        findings.append({**finding_json(finding), "line": place.line, "column": place.column})
    return {
        "format": FORMAT,
        "stack": loaded.name,
        "file": loaded.shown,
        "today": today,
        "catalogueDate": CATALOGUE_DATE.isoformat(),
        "ok": loaded.checked.stack is not None,
        "findings": findings,
    }
