"""The three shipped stacks: their plans and reports, whole, beside what they were when somebody last read them."""

import io
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from aksgpu.config.finding import Severity
from aksgpu.config.reading.load import load_stack
from aksgpu.desired.yaml_text import yaml_text
from aksgpu.plan import Plan, plan
from aksgpu.report.markdown import markdown
from aksgpu.report.plan_json import plan_json
from aksgpu.report.policies import policy_results
from aksgpu.report.sections import plan_sections
from aksgpu.report.text import show

ROOT = Path(__file__).parents[1]
TODAY = date(2026, 12, 1)
STACKS = ["dev", "staging", "prod"]


@cache
def planned(stack: str) -> Plan:
    loaded = load_stack(stack, TODAY, ROOT)
    assert loaded.checked.stack is not None, [f"{item.dotted}: {item.message}" for item in loaded.checked.errors]
    return plan(loaded.checked.stack, TODAY)


@pytest.mark.parametrize("stack", STACKS)
def test_whole_plan(stack: str, golden: Callable[[str, str], None]) -> None:
    golden(f"plans/{stack}.yaml", yaml_text(plan_json(planned(stack), stack)))


@pytest.mark.parametrize("stack", STACKS)
def test_report(stack: str, golden: Callable[[str, str], None]) -> None:
    made = planned(stack)
    text = io.StringIO()
    console = Console(file=text, width=160, highlight=False, markup=False, emoji=False, soft_wrap=True)
    show(console, f"Plan of {stack}", plan_sections(made, policy_results(made)))
    golden(f"reports/{stack}.txt", text.getvalue())


def test_report_as_markdown(golden: Callable[[str, str], None]) -> None:
    made = planned("staging")
    golden("reports/staging.md", markdown("Plan of staging", plan_sections(made, policy_results(made))))


@pytest.mark.parametrize("stack", STACKS)
def test_no_shipped_stack_has_a_warning_or_breaks_a_policy(stack: str) -> None:
    made = planned(stack)
    assert [item.message for item in made.findings if item.severity is not Severity.NOTE] == []
    assert [
        (item.rule.name, item.resource.name) for item in policy_results(made).judged if item.outcome == "violation"
    ] == []


def test_the_smallest_stack_is_small() -> None:
    lines = (ROOT / "stacks" / "Pulumi.dev.yaml").read_text().splitlines()
    assert len([line for line in lines if not line.startswith("#")]) <= 18


@pytest.mark.parametrize("stack", STACKS)
def test_a_plan_is_a_pure_function(stack: str) -> None:
    again = load_stack(stack, TODAY, ROOT).checked.stack
    assert again is not None
    assert plan_json(plan(again, TODAY), stack) == plan_json(planned(stack), stack)
