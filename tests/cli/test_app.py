"""The program as a whole: help, version, schema, and what becomes of a fault."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from aksgpu.cli import app as program
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.config.reading.yaml12 import read

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schemas" / "stack.schema.json"


def test_help_names_every_command_and_exit_code() -> None:
    output = CliRunner().invoke(program.app, ["--help"]).output
    for word in ("check", "plan", "render", "query", "schema", "Exit codes"):
        assert word in output
    for code in ExitCode:
        assert f"{int(code)} " in output or code is ExitCode.INTERRUPTED


def test_version_names_the_catalogue() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from aksgpu.cli import main; main()", "--version"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "catalogue of 2026-08-21" in done.stdout


def test_the_committed_schema_is_fresh(run: Callable[..., Any]) -> None:
    assert json.loads(run("schema").stdout) == json.loads(SCHEMA.read_text()), "run `make schema`"


@pytest.mark.parametrize("file", sorted((ROOT / "stacks").glob("*.yaml")), ids=lambda file: file.stem)
def test_shipped_stacks_satisfy_the_schema_and_name_it(file: Path) -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(read(file.read_text()).data, schema)
    assert file.read_text().startswith("# yaml-language-server: $schema=../schemas/stack.schema.json\n")


def test_every_key_of_the_schema_has_hover_text() -> None:
    schema = json.loads(SCHEMA.read_text())
    mute = [
        f"{name}.{key}"
        for name, definition in schema["$defs"].items()
        for key, field in definition.get("properties", {}).items()
        if "description" not in field
    ]
    assert mute == []


def test_a_fault_of_our_own_is_one_sentence_and_exit_code_70(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault() -> None:
        raise RuntimeError("a planted fault")

    monkeypatch.setattr(program, "app", fault)
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert ended.value.code == ExitCode.FAULT
    said = capsys.readouterr().err
    assert "a fault of its own: RuntimeError: a planted fault" in said
    assert "Traceback" not in said
