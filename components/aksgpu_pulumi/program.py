"""What a Pulumi program needs before it registers: the stack's settings, and the plan if the check accepts them."""

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

import pulumi

from aksgpu.config.finding import Finding
from aksgpu.config.reading.check import check
from aksgpu.plan import Plan, plan


def stack_settings() -> Mapping[str, Any]:
    """What stands under `aksgpu:stack` in the selected stack's file, with secrets decrypted. Raises RunError."""
    try:
        settings = pulumi.Config("aksgpu").require_object("stack")
    except pulumi.ConfigTypeError:  # its message would show the value, secrets and all
        settings = None
    if not isinstance(settings, dict):
        raise pulumi.RunError("aksgpu:stack is not a map of keys. Write environment, owner, region, cluster... in it.")
    return cast(Mapping[str, Any], settings)


def checked_plan(settings: Mapping[str, Any], today: date, component: str | None = None) -> Plan:
    """The plan of a stack, or of the stack around one component. Raises RunError with every problem of the check."""
    checked = check(dict(settings), today)
    if checked.stack is None:
        raise pulumi.RunError(_words(checked.errors, component))
    return plan(checked.stack, today)


def _words(errors: tuple[Finding, ...], component: str | None) -> str:
    count = "one problem" if len(errors) == 1 else f"{len(errors)} problems"
    hint = "" if component else " `aksgpu check` shows each at its place in the file."
    lines = [f"{component or 'The stack'} has {count}.{hint}"]
    for finding in errors:
        lines += [f"  {finding.dotted or 'stack'}: {finding.message}", f"    -> {finding.remedy}"]
    return "\n".join(lines)
