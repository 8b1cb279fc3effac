"""The order of keys in a stack file decides nothing: Pulumi hands maps over sorted by key, whatever the file says."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import stack_strategies
import yaml
from hypothesis import given, settings

from aksgpu.config.reading.check import check
from aksgpu.plan import plan
from aksgpu.report.plan_json import entry_json

TODAY = date(2026, 12, 1)
STACK_FILES = sorted((Path(__file__).parents[1] / "stacks").glob("Pulumi.*.yaml"))


def rearranged(value: Any, order: Callable[[Any], Any]) -> Any:
    """A copy in which every map has its keys in another order. Lists stay: their order is meant."""
    if isinstance(value, dict):
        return {key: rearranged(value[key], order) for key in order(value)}
    return [rearranged(item, order) for item in value] if isinstance(value, list) else value


def planned(data: dict[str, Any]) -> dict[str, Any] | None:
    stack = check(data, TODAY).stack
    if stack is None:
        return None
    made = plan(stack, TODAY)
    return {"outputs": made.outputs, **{key: entry_json(entry) for key, entry in made.entries.items()}}


@pytest.mark.parametrize("file", STACK_FILES, ids=lambda file: file.stem)
def test_a_shipped_stack_comes_to_the_same_through_pulumi(file: Path) -> None:
    data = yaml.safe_load(file.read_text())["config"]["aksgpu:stack"]
    assert planned(rearranged(data, sorted)) == planned(data)


@settings(max_examples=200, deadline=None)
@given(stack_strategies.stacks())
def test_a_stack_backwards_is_the_same_stack(data: dict[str, Any]) -> None:
    assert planned(rearranged(data, sorted)) == planned(rearranged(data, lambda keys: sorted(keys, reverse=True)))
