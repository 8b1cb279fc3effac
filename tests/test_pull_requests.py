"""The workflow for pull requests: sound by a linter's judgement, and its report says what a change means."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "platform.yml"
REPORT = ROOT / ".github" / "plan-report.sh"
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    return yaml.safe_load(WORKFLOW.read_text())["jobs"]


def test_a_linter_for_workflows_finds_nothing() -> None:
    command = [BIN / "zizmor", "--offline", "--strict-collection", "--persona", "pedantic", "--quiet", ROOT / ".github"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_every_action_is_pinned_to_a_commit_and_names_its_version() -> None:
    used = re.findall(r"uses: (.+)", WORKFLOW.read_text())
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_no_job_both_runs_the_pull_requests_code_and_may_write(jobs: dict[str, Any]) -> None:
    assert yaml.safe_load(WORKFLOW.read_text())["permissions"] == {}
    for name, job in jobs.items():
        checks_out = any("actions/checkout" in step.get("uses", "") for step in job["steps"])
        writes = {scope for scope, level in job["permissions"].items() if level == "write"}
        assert writes <= ({"id-token"} if checks_out else {"pull-requests"}), name


def test_every_stack_is_previewed_under_the_policies_where_its_api_server_answers(jobs: dict[str, Any]) -> None:
    shipped = sorted(file.name.split(".")[1] for file in (ROOT / "stacks").glob("Pulumi.*.yaml"))
    preview = jobs["preview"]
    assert sorted(preview["strategy"]["matrix"]["stack"]) == shipped
    assert preview["runs-on"] == ["self-hosted", "linux", "aksgpu-${{ matrix.stack }}"]
    assert "head.repo.full_name == github.repository" in preview["if"]
    assert any("--policy-pack policies" in step.get("run", "") for step in preview["steps"])


def report(folder: Path, base: str = "origin/main") -> tuple[int, str, str]:
    """Exit code, printed lines and Markdown of the report script, run in `folder`."""
    answer = subprocess.run([REPORT, base, "report.md"], cwd=folder, capture_output=True, text=True, check=False)
    return answer.returncode, answer.stdout, (folder / "report.md").read_text()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two stacks and a stand-in `aksgpu` that ends as `checked` and `planned` say."""
    program = tmp_path / ".venv" / "bin" / "aksgpu"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "$1 $2 $3 $4 $5 $6"\nexit "$(cat "$1-$2" 2>/dev/null || echo 0)"\n')
    program.chmod(0o755)
    (tmp_path / "stacks").mkdir()
    for stack in ("dev", "prod"):
        (tmp_path / "stacks" / f"Pulumi.{stack}.yaml").touch()
    return tmp_path


def test_the_report_holds_every_stacks_plan_with_its_difference(checkout: Path) -> None:
    code, printed, markdown = report(checkout)
    assert (code, printed) == (0, "")
    assert markdown.split("\n\n") == [
        "plan dev --format markdown --against origin/main",
        "plan prod --format markdown --against origin/main",
        "",
    ]


def test_errors_of_one_stack_do_not_hide_another(checkout: Path) -> None:
    (checkout / "check-dev").write_text("1")
    code, printed, markdown = report(checkout)
    assert code == 1
    assert printed == "::error file=stacks/Pulumi.dev.yaml::dev has errors, see the report\n"
    assert "## dev has errors\n\n```text\ncheck dev" in markdown
    assert "plan prod" in markdown


@pytest.mark.parametrize(
    ("planned", "code", "words"),
    [
        ("3", 0, "::warning file=stacks/Pulumi.prod.yaml::prod: this replaces or deletes something scarce"),
        ("4", 1, "::error file=stacks/Pulumi.prod.yaml::prod breaks a mandatory policy"),
        ("70", 1, "::error file=stacks/Pulumi.prod.yaml::prod could not be planned"),
    ],
)
def test_what_a_plan_ends_with_is_said(checkout: Path, planned: str, code: int, words: str) -> None:
    (checkout / "plan-prod").write_text(planned)
    found, printed, _ = report(checkout)
    assert found == code
    assert words in printed
