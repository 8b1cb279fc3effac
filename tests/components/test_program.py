"""stacks/__main__.py as Pulumi runs it: settings from Pulumi's configuration, every problem in words, then the plan."""

import runpy
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pulumi
import pytest
from recorder import Mode, Recorder, SecretValue, run
from simulated import answers, outputs_for

from aksgpu.config.reading.check import check
from aksgpu.config.reading.yaml12 import read
from aksgpu.plan import Plan, plan
from aksgpu_pulumi import checked_plan

ROOT = Path(__file__).parents[2]
STACKS = sorted((ROOT / "stacks").glob("Pulumi.*.yaml"))


def program() -> None:
    runpy.run_path(str(ROOT / "stacks"), run_name="__main__")


def plan_of(data: dict[str, Any]) -> Plan:
    stack = check(data, date.today()).stack
    assert stack is not None
    return plan(stack, date.today())


@pytest.mark.parametrize("mode", ["preview", "update"])
@pytest.mark.parametrize("file", STACKS, ids=lambda file: file.stem)
def test_every_shipped_stack_runs(file: Path, mode: Mode) -> None:
    data = read(file.read_text()).data["config"]["aksgpu:stack"]
    recorder = Recorder(mode, outputs_for(plan_of(data)), answers(), {"aksgpu:stack": data})
    run(program, recorder, ROOT)
    assert {resource.name for resource in recorder.custom} == set(plan_of(data).entries)
    assert set(recorder.outputs) == {*plan_of(data).outputs, "kubeconfig"}
    assert isinstance(recorder.outputs["kubeconfig"], SecretValue)


def test_the_program_stays_small() -> None:
    lines = [line for line in (ROOT / "stacks" / "__main__.py").read_text().splitlines() if line]
    assert len(lines) <= 15


def refused(value: Any) -> tuple[str, Recorder]:
    recorder = Recorder("preview", config={} if value is None else {"aksgpu:stack": value})
    with pytest.raises(pulumi.RunError) as refusal:
        run(program, recorder)
    return str(refusal.value), recorder


def test_all_problems_come_at_once_and_nothing_is_registered(stack_data: Callable[..., dict[str, Any]]) -> None:
    words, recorder = refused(stack_data({"regoin": "x", "gpuPools": {"t4": {"vmSize": 4}}, "owner": ""}))
    assert words.startswith("The stack has 3 problems. `aksgpu check` shows each at its place in the file.\n")
    for path in ("regoin", "gpuPools.t4.vmSize", "owner"):
        assert f"\n  {path}: " in words
    assert words.count("\n    -> ") == 3
    assert recorder.custom == []


@pytest.mark.parametrize("value", ["do-not-show-this", '"do-not-show-this"', "[1]"])
def test_a_stack_that_is_no_map_is_refused_without_showing_it(value: str) -> None:
    words, _ = refused(value)
    assert words == "aksgpu:stack is not a map of keys. Write environment, owner, region, cluster... in it."


def test_a_missing_stack_is_said_so() -> None:
    words, _ = refused(None)
    assert "aksgpu:stack" in words


def test_a_good_stack_becomes_its_plan(stack_data: Callable[..., dict[str, Any]]) -> None:
    today = date(2026, 12, 1)
    assert checked_plan(stack_data(), today).order == plan_at(stack_data(), today).order


def plan_at(data: dict[str, Any], today: date) -> Plan:
    stack = check(data, today).stack
    assert stack is not None
    return plan(stack, today)


def test_importing_the_components_loads_no_provider_sdk() -> None:
    script = "import sys, aksgpu_pulumi; print([name for name in sys.modules if name in sys.argv[1:]])"
    heavy = ["pulumi_azure_native", "pulumi_kubernetes", "kubernetes"]
    shown = subprocess.run([sys.executable, "-c", script, *heavy], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
