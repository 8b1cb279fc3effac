"""The shipped stacks keep every mandatory rule, and the page of rules is fresh."""

from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from aksgpu.config.reading.load import load_stack
from aksgpu.desired.entries import AzureResource
from aksgpu.plan import Plan, plan
from aksgpu.report.policies import as_resource, policy_results
from aksgpu_policies.kinds import TAGGED
from aksgpu_policies.page import page
from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import UNKNOWN, Resource
from aksgpu_policies.run import judge

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 12, 1)
STACKS = sorted(file.stem.removeprefix("Pulumi.") for file in (ROOT / "stacks").glob("Pulumi.*.yaml"))


@cache
def shipped(stack: str) -> Plan:
    loaded = load_stack(stack, TODAY, ROOT)
    assert loaded.checked.stack is not None, loaded.checked.findings
    return plan(loaded.checked.stack, TODAY)


def resources(stack: str) -> list[Resource]:
    entries = shipped(stack).entries.values()
    return [as_resource(entry) for entry in entries if not (isinstance(entry, AzureResource) and entry.read)]


@pytest.mark.parametrize("stack", STACKS)
def test_a_shipped_stack_breaks_no_rule(stack: str) -> None:
    found = [item for item in policy_results(shipped(stack)).judged if item.outcome == "violation"]
    assert [(item.rule.name, item.resource.name, item.message) for item in found] == []


def test_the_rules_have_something_to_judge_in_the_shipped_stacks() -> None:
    kinds = {resource.kind for stack in STACKS for resource in resources(stack)}
    idle = {rule.name for rule in RULES if not kinds & {*rule.kinds}}
    # The platform's own pods all come from charts, and it makes no blob containers.
    pods = {"no-privileged-pods", "no-secrets-in-env", "pods-below-system-priority"}
    assert idle == {*pods, "blob-container-private"}


@pytest.mark.parametrize("stack", STACKS)
def test_what_takes_tags_is_held_to_them(stack: str) -> None:
    tagged = {resource.kind for resource in resources(stack) if "tags" in resource.inputs}
    assert tagged <= {*TAGGED}


@pytest.mark.parametrize("stack", STACKS)
def test_a_stack_of_which_nothing_is_known_breaks_no_rule(stack: str) -> None:
    blank = [replace(one, inputs=dict.fromkeys(one.inputs, UNKNOWN)) for one in resources(stack)]
    found = judge(blank, (), TODAY)
    assert {item.outcome for item in found} == {"unknown"}


def test_a_broken_stack_is_stopped() -> None:
    broken = [replace(one, inputs={**one.inputs, "nodeTaints": []}) for one in resources("prod")]
    stopped = [item for item in judge(broken, (), TODAY) if item.stops]
    assert {(item.rule.name, item.resource.name) for item in stopped} == {
        ("gpu-pool-tainted", "pool-train"),
        ("gpu-pool-tainted", "pool-serve"),
        ("gpu-pool-tainted", "pool-spot"),
        ("spot-pool-settings", "pool-spot"),
    }


def test_the_page_of_rules_is_fresh() -> None:
    file = ROOT / "docs" / "reference" / "policies.md"
    assert file.read_text() == page(), "run: python -m aksgpu_policies.page > docs/reference/policies.md"


def test_the_page_has_every_rule_with_its_words() -> None:
    for rule in RULES:
        assert f"## {rule.name}\n\n{rule.description}\n\n- {rule.severity}, {rule.enforcement}\n" in page()
