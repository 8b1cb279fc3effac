"""`aksgpu check` says everything at once and ends with the right code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aksgpu.cli.app import app
from aksgpu.cli.exit_codes import ExitCode


def test_a_good_stack_ends_with_0_and_names_the_catalogue(run: Callable[..., Any]) -> None:
    result = run("check", "dev")
    assert result.exit_code == ExitCode.OK, result.output
    assert "stacks/Pulumi.dev.yaml: no errors" in result.output
    assert "as of 2026-12-01, with the catalogue of 2026-08-21" in result.output


def test_a_bad_stack_ends_with_1_and_all_its_errors(run: Callable[..., Any], write_stack: Callable[..., Path]) -> None:
    write_stack("dev", {"owner": 12, "teams": {"vision": {"queue": {"quota": {"t44": {"gpus": 1}}}}}})
    result = run("check", "dev")
    assert result.exit_code == ExitCode.ERRORS
    assert "owner: 12 is a number here" in result.output
    assert "teams.vision.queue.quota.t44" in result.output
    assert "Traceback" not in result.output


def test_json_has_places_for_tools(run: Callable[..., Any], write_stack: Callable[..., Path]) -> None:
    write_stack("dev", {"wibble": 1})
    result = run("check", "dev", "--json")
    data = json.loads(result.stdout)
    assert data["ok"] is False
    [finding] = [item for item in data["findings"] if item["severity"] == "error"]
    assert finding["path"] == "wibble"
    assert finding["line"] > 1
    assert finding["column"] == 5
    assert data["file"] == "stacks/Pulumi.dev.yaml"


@pytest.mark.parametrize("text", ["config: [", "", "a: 1", "config:\n  aksgpu:stack: 3\n", "\x00", "config: {x: *y}"])
def test_text_that_is_no_stack_ends_with_1_and_words(run: Callable[..., Any], project: Path, text: str) -> None:
    (project / "stacks" / "Pulumi.odd.yaml").write_text(text)
    result = run("check", "odd")
    assert result.exit_code == ExitCode.ERRORS
    assert "->" in result.output
    assert "Traceback" not in result.output


def test_ten_megabytes_of_nonsense(run: Callable[..., Any], project: Path) -> None:
    (project / "stacks" / "Pulumi.odd.yaml").write_text("x{" * 5_000_000)
    result = run("check", "odd")
    assert result.exit_code == ExitCode.ERRORS
    assert len(result.output) < 2000


@pytest.mark.parametrize("stack", ["dv", "./nowhere.yaml", "stacks/"])
def test_a_stack_that_is_not_there_ends_with_2(run: Callable[..., Any], stack: str) -> None:
    result = run("check", stack)
    assert result.exit_code == ExitCode.USAGE
    assert result.output.startswith("aksgpu: ")


@pytest.mark.usefixtures("project")
def test_a_date_that_is_none_ends_with_2() -> None:
    result = CliRunner().invoke(app, ["check", "dev", "--date", "tomorrow"])
    assert result.exit_code == ExitCode.USAGE
    assert "year-month-day" in result.output
