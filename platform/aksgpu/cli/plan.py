"""`aksgpu plan`: what a stack comes to, and what changes."""

import json
from datetime import date
from enum import StrEnum
from typing import Annotated

import typer

from aksgpu.cli.against import Against, earlier_plan
from aksgpu.cli.arguments import Day, Stack, day_or_today
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.loading import valid_or_exit
from aksgpu.cli.screen import errors, output
from aksgpu.cli.waivers import waivers_for
from aksgpu.plan import Plan, plan
from aksgpu.report.difference import EntryChange, difference, scarce_losses
from aksgpu.report.difference_json import difference_json
from aksgpu.report.difference_section import difference_sections
from aksgpu.report.markdown import markdown
from aksgpu.report.plan_json import plan_json
from aksgpu.report.policies import PolicyResults, policy_results
from aksgpu.report.section import Section
from aksgpu.report.sections import plan_sections
from aksgpu.report.text import show


class Format(StrEnum):
    """How a plan is printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def plan_command(
    stack: Stack,
    day: Day = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to print the plan.")] = Format.TEXT,
    against: Against = None,
) -> None:
    """Print what a stack comes to: pools, quotas, queues, charts, storage, networks, and what policies say.

    With --against it prints what changes as well, and ends with exit code 3 where something scarce would be lost.
    """
    today = day_or_today(day)
    loaded, valid = valid_or_exit(stack, today)
    new = plan(valid, today)
    policies = policy_results(new, waivers_for(loaded.name))
    changes = _changes(stack, against, new, today)
    match form:
        case Format.JSON:
            data = plan_json(new, loaded.name) | {"policies": policies.as_json()}
            if changes is not None:
                data["changes"] = difference_json(changes)
            print(json.dumps(data, indent=2))
        case Format.MARKDOWN:
            print(markdown(f"Plan of {loaded.name}", _sections(new, policies, changes, against)))
        case Format.TEXT:
            show(output(), f"Plan of {loaded.name}", _sections(new, policies, changes, against))
    _end(policies, changes or ())


def _changes(stack: str, against: str | None, new: Plan, today: date) -> tuple[EntryChange, ...] | None:
    if against is None:
        return None
    earlier = earlier_plan(stack, against, today)
    return difference(earlier, new) if earlier is not None else None


def _sections(
    new: Plan, policies: PolicyResults, changes: tuple[EntryChange, ...] | None, against: str | None
) -> tuple[Section, ...]:
    changed = difference_sections(changes, against) if changes is not None and against is not None else ()
    return (*changed, *plan_sections(new, policies))


def _end(policies: PolicyResults, changes: tuple[EntryChange, ...]) -> None:
    if lost := scarce_losses(changes):
        names = ", ".join(change.what for change in lost)
        errors().print(f"aksgpu: this replaces or deletes something scarce: {names}.", style="bold red")
        raise typer.Exit(ExitCode.SCARCE)
    if broken := policies.broken:
        names = ", ".join(sorted({item.rule.name for item in broken}))
        errors().print(f"aksgpu: mandatory policies are broken: {names}.", style="bold red")
        raise typer.Exit(ExitCode.POLICY)
