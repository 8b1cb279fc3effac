"""`aksgpu plan` prints the plan in three forms, and what changes."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aksgpu.cli.exit_codes import ExitCode


def test_text_shows_what_a_reader_looks_for(run: Callable[..., Any]) -> None:
    result = run("plan", "dev")
    assert result.exit_code == ExitCode.OK, result.output
    for words in (
        "Standard_NC4as_T4_v3",
        "nvidia.com/gpu (1 a node)",
        "kueue",
        "vCPU quota needed",
        "Who reaches whom",
    ):
        assert words in result.output
    assert "\x1b[" not in result.output


def test_markdown_is_for_pull_requests(run: Callable[..., Any]) -> None:
    result = run("plan", "dev", "--format", "markdown")
    assert result.exit_code == ExitCode.OK
    assert result.stdout.startswith("## Plan of dev\n")
    rows = [line for line in result.stdout.splitlines() if line.startswith("|")]
    assert len(rows) > 10
    assert not any("<" in row.replace("&lt;", "") for row in rows)


def test_json_holds_the_whole_plan(run: Callable[..., Any]) -> None:
    data = json.loads(run("plan", "dev", "--format", "json").stdout)
    keys = [entry["key"] for entry in data["entries"]]
    assert "cluster" in keys
    assert "pool-t4" in keys
    for entry in data["entries"]:
        assert all(keys.index(need) < keys.index(entry["key"]) for need in entry["needs"])
    assert data["policies"] == [] or all("rule" in item for item in data["policies"])


def test_a_bad_stack_prints_its_errors_and_no_plan(run: Callable[..., Any], write_stack: Callable[..., Path]) -> None:
    write_stack("dev", {"wibble": 1})
    result = run("plan", "dev")
    assert result.exit_code == ExitCode.ERRORS
    assert "wibble" in result.stderr
    assert result.stdout == ""


def test_nothing_changes_against_itself(run: Callable[..., Any]) -> None:
    result = run("plan", "dev", "--against", "stacks/Pulumi.dev.yaml")
    assert result.exit_code == ExitCode.OK
    assert "Nothing changes." in result.output


def test_a_larger_maximum_is_an_update_in_place(run: Callable[..., Any], write_stack: Callable[..., Path]) -> None:
    write_stack("old")
    write_stack("dev", {"gpuPools": {"t4": {"scale": {"max": 3}}}})
    result = run("plan", "dev", "--against", "stacks/Pulumi.old.yaml")
    assert result.exit_code == ExitCode.OK
    assert "maxCount: 2 -> 3" in result.output
    assert "replace" not in result.output.split("Node pools")[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gpuPools": {"t4": {"vmSize": "Standard_NC8as_T4_v3"}}}, "takes the place of t4yexv (vmSize)"),
        ({"gpuPools": {"t4": {"zones": ["1"]}}}, "refuses that without an entry under `approve`"),
        (
            {
                "gpuPools": {"t4": {"zones": ["1"]}},
                "approve": {"t4": {"action": "replace", "owner": "ml", "reason": "zones", "expires": "2027-01-01"}},
            },
            "An approval allows it",
        ),
        ({"gpuPools": {"t4": ...}, "teams": ...}, "is removed"),
    ],
)
def test_a_loss_of_something_scarce_has_an_exit_code_of_its_own(
    run: Callable[..., Any], write_stack: Callable[..., Path], changes: dict[str, Any], words: str
) -> None:
    write_stack("old")
    write_stack("dev", changes)
    result = run("plan", "dev", "--against", "stacks/Pulumi.old.yaml")
    assert result.exit_code == ExitCode.SCARCE, result.output
    assert words in result.output
    assert "AgentPool" in result.output


def test_against_a_git_ref(run: Callable[..., Any], project: Path, write_stack: Callable[..., Path]) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *arguments], cwd=project, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    write_stack("dev", {"gpuPools": {"t4": {"scale": {"max": 3}}}})
    write_stack("new")
    changed = run("plan", "dev", "--against", "main")
    assert "maxCount: 2 -> 3" in changed.output
    assert "main does not have this stack" in run("plan", "new", "--against", "main").output
    unknown = run("plan", "dev", "--against", "nowhere")
    assert unknown.exit_code == ExitCode.USAGE
    assert "neither a file nor a git ref" in unknown.output
    assert run("plan", "dev", "--against", "--output=x").exit_code == ExitCode.USAGE


def test_an_earlier_stack_with_errors_does_not_stop_the_plan(
    run: Callable[..., Any], write_stack: Callable[..., Path]
) -> None:
    write_stack("old", {"wibble": 1})
    result = run("plan", "dev", "--against", "stacks/Pulumi.old.yaml")
    assert result.exit_code == ExitCode.OK
    assert "has errors, so nothing is compared" in result.output
