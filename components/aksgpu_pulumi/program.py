"""What a Pulumi program needs before it registers: the stack's settings, and the plan if the check accepts them."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, cast

import pulumi

from aksgpu.config.finding import Finding
from aksgpu.config.reading.check import check
from aksgpu.plan import Plan, plan

_DATE_AS_GO_PRINTS_IT = re.compile(r"(\d{4}-\d{2}-\d{2}) 00:00:00 \+0000 UTC")


def stack_settings() -> Mapping[str, Any]:
    """What stands under `aksgpu:stack` in the selected stack's file, with secrets decrypted. Raises RunError."""
    try:
        settings = pulumi.Config("aksgpu").require_object("stack")
    except pulumi.ConfigTypeError:  # its message would show the value, secrets and all
        settings = None
    if not isinstance(settings, dict):
        raise pulumi.RunError("aksgpu:stack is not a map of keys. Write environment, owner, region, cluster... in it.")
    return cast(Mapping[str, Any], _with_iso_dates(settings))


def checked_plan(settings: Mapping[str, Any], today: date, component: str | None = None) -> Plan:
    """The plan of a stack, or of the stack around one component. Raises RunError with every problem of the check."""
    checked = check(dict(settings), today)
    if checked.stack is None:
        raise pulumi.RunError(_words(checked.errors, component))
    return plan(checked.stack, today)


def _with_iso_dates(value: Any) -> Any:
    # Pulumi reads an unquoted 2027-03-31 as a time and hands it on as Go prints one
    # (pulumi/pulumi sdk/go/common/resource/config/object.go, unmarshalObject).
    if isinstance(value, dict):
        return {key: _with_iso_dates(item) for key, item in cast(dict[str, Any], value).items()}
    if isinstance(value, list):
        return [_with_iso_dates(item) for item in cast(list[Any], value)]
    match = _DATE_AS_GO_PRINTS_IT.fullmatch(value) if isinstance(value, str) else None
    return match[1] if match else value


def _words(errors: tuple[Finding, ...], component: str | None) -> str:
    count = "one problem" if len(errors) == 1 else f"{len(errors)} problems"
    hint = "" if component else " `aksgpu check` shows each at its place in the file."
    lines = [f"{component or 'The stack'} has {count}.{hint}"]
    for finding in errors:
        lines += [f"  {finding.dotted or 'stack'}: {finding.message}", f"    -> {finding.remedy}"]
    return "\n".join(lines)
