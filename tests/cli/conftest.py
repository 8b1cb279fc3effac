"""Run the command line in process, inside a small project."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from aksgpu.cli.app import app

Run = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, stack_data: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one valid stack, `dev`. It is the current folder."""
    (tmp_path / "Pulumi.yaml").write_text("name: aksgpu\nmain: stacks\nstackConfigDir: stacks\nruntime: python\n")
    (tmp_path / "stacks").mkdir()
    _write(tmp_path, "dev", stack_data())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(project: Path, name: str, data: dict[str, Any]) -> Path:
    file = project / "stacks" / f"Pulumi.{name}.yaml"
    file.write_text(yaml.safe_dump({"config": {"aksgpu:stack": data}}, sort_keys=False))
    return file


@pytest.fixture
def write_stack(project: Path, stack_data: Callable[..., dict[str, Any]]) -> Callable[..., Path]:
    """Write a stack of the project: `write_stack("dev", {changes})`."""
    return lambda name, changes=None: _write(project, name, stack_data(changes))


@pytest.fixture
def run(project: Path) -> Run:
    """Run `aksgpu` with arguments in the project, on a fixed day where the command takes one."""
    assert Path.cwd() == project

    def go(*arguments: str) -> Result:
        dated = ("--date", "2026-12-01") if arguments[0] != "schema" else ()
        return CliRunner().invoke(app, [*arguments, *dated])

    return go
