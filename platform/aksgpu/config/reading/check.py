"""Check a stack as plain data: every problem at once, and the typed stack where there is no error."""

from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from pydantic import ValidationError

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity, error
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.pruning import prune, speaks_of
from aksgpu.config.reading.shape_words import shape_findings
from aksgpu.config.rules import judge


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome: `stack` is None where a finding is an error."""

    stack: StackConfig | None
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that stop the stack."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)


def check(data: Any, today: date) -> Checked:
    """Check what stands under `aksgpu:stack`. Never raises for anything that a person could have written."""
    if not isinstance(data, dict):
        what = "nothing" if data is None else "a list" if isinstance(data, list) else "a single value"
        missing = error((), f"the stack is {what}, not a map of keys.", "Write environment, owner, region, cluster...")
        return Checked(None, (missing.by("shape"),))
    try:
        stack = StackConfig.model_validate(data)
    except ValidationError as failure:
        whole = cast(dict[str, Any], data)
        return Checked(None, (*shape_findings(failure, whole), *_findings_about_the_rest(whole, today)))
    findings = judge(Subject(stack, today))
    stopped = any(finding.severity is Severity.ERROR for finding in findings)
    return Checked(None if stopped else stack, findings)


def _findings_about_the_rest(data: Any, today: date) -> tuple[Finding, ...]:
    """Errors of the rules that do not depend on what is misshapen."""
    left = prune(data, shape_findings)
    if left is None:
        return ()
    stack, gone = left
    return tuple(
        finding
        for finding in judge(Subject(stack, today))
        if finding.severity is Severity.ERROR and not speaks_of(finding, gone)
    )
