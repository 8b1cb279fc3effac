"""The set-up: what it refuses, what it brings, and what Pulumi's own host finds in .venv afterwards."""

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
DIRECT: list[str] = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]


@pytest.fixture
def set_up() -> ModuleType:
    spec = importlib.util.spec_from_file_location("set_up", ROOT / "tools" / "set_up.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_official_language_host_finds_pip_and_the_pinned_packages() -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "list", "--format", "json"]
    listed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = {package["name"].lower().replace("_", "-"): package["version"] for package in listed}
    pinned = dict(dependency.split("==") for dependency in PROJECT["project"]["dependencies"])
    assert {name: found.get(name) for name in pinned} == pinned


@pytest.mark.parametrize("dependency", DIRECT)
def test_a_direct_dependency_is_pinned_exactly_and_locked_so(dependency: str) -> None:
    name, _, version = dependency.partition("==")
    locked = {
        package["name"]: package["version"] for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    }
    assert version
    assert locked[name] == version


def test_an_old_python_is_refused_in_plain_words() -> None:
    script = ROOT / "tools" / "check_python.py"
    code = f"import sys; sys.version_info = (3, 10, 13); exec(open({str(script)!r}).read())"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == [
        f"This is Python 3.10 ({sys.executable}). aksgpu needs 3.11 or newer.",
        "If you have one under another name, say so: make setup PYTHON=python3.12",
    ]


def test_what_old_and_new_python_may_do_is_said_once() -> None:
    oldest = re.search(r"\(3, (\d+)\)", (ROOT / "tools" / "check_python.py").read_text())
    assert oldest
    assert PROJECT["project"]["requires-python"] == f">=3.{oldest[1]}"


@pytest.mark.parametrize(("version", "taken"), [("0.12.30", False), ("0.13.9", True), ("0.14.0", True), ("", False)])
def test_only_a_uv_that_is_new_enough_is_used(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, taken: bool
) -> None:
    uv = tmp_path / "uv"
    uv.write_text(f"#!/bin/sh\necho uv {version}\n")
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(set_up, "OWN_UV", tmp_path / "none")
    assert set_up.usable_uv() == (str(uv) if taken else None)


def test_the_uv_that_is_brought_is_one_that_the_project_accepts(set_up: ModuleType) -> None:
    oldest = PROJECT["tool"]["uv"]["required-version"].removeprefix(">=")
    assert set_up.numbers(set_up.UV) >= set_up.numbers(oldest)


def test_a_set_up_that_is_up_to_date_does_nothing(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    monkeypatch.setattr(set_up, "step", lambda *_, **__: pytest.fail("something ran"))
    (tmp_path / "aksgpu-set-up").write_text(set_up.fingerprint())
    set_up.main()
    assert capsys.readouterr().out == ""


def test_changed_pins_make_the_set_up_run_again(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("uv.lock", "pyproject.toml"):
        (tmp_path / name).write_text("a")
    monkeypatch.setattr(set_up, "ROOT", tmp_path)
    before = set_up.fingerprint()
    (tmp_path / "uv.lock").write_text("b")
    assert set_up.fingerprint() != before


def test_a_failed_step_says_what_failed(set_up: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"making tea failed \(exit code 3\)"):
        set_up.step("making tea", ["sh", "-c", "exit 3"])
    assert set_up.step("making coffee", ["sh", "-c", "exit 3"], may_fail=True) is False
    assert "making coffee ...\n  failed in 0 s" in capsys.readouterr().out


def test_pulumi_finds_program_settings_and_packages() -> None:
    project = yaml.safe_load((ROOT / "Pulumi.yaml").read_text())
    assert project["main"] == "stacks"
    assert project["stackConfigDir"] == "stacks"
    assert project["runtime"] == {"name": "python", "options": {"toolchain": "pip", "virtualenv": ".venv"}}
    assert project["requiredPulumiVersion"].startswith(">=")
    assert (ROOT / "stacks" / "__main__.py").exists()


def test_the_policy_pack_uses_the_same_packages() -> None:
    folder = ROOT / "policies"
    pack = yaml.safe_load((folder / "PulumiPolicy.yaml").read_text())
    options = pack["runtime"]["options"]
    assert options["toolchain"] == "pip"
    assert (folder / options["virtualenv"]).resolve() == ROOT / ".venv"


def test_ci_runs_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text()
    assert re.search(r"^ *make plan\b", readme, re.M)
    assert re.search(r"^ *make test\b", readme, re.M)
    assert re.search(r"^ *make tools test-engine\b", readme, re.M)
    assert re.search(r"^make tools test test-engine-quick\b", (ROOT / ".ci" / "run").read_text(), re.M)


def test_make_alone_lists_every_target_that_is_for_people() -> None:
    listed = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert re.findall(r"^  make (\S+)", listed, re.M)[1:] == [
        *("setup", "plan", "test", "check", "bench", "golden", "schema", "schemas", "tools", "test-engine"),
        *("test-engine-quick", "test-engine-long"),
    ]
