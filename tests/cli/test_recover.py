"""`aksgpu recover`, with a script in the Pulumi CLI's place."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from aksgpu.cli.app import app

ROOT = Path(__file__).parents[2]
GROUP = {
    "urn": "urn:pulumi:dev::aksgpu::azure-native:resources:ResourceGroup::resource-group",
    "type": "azure-native:resources:ResourceGroup",
    "inputs": {"resourceGroupName": "rg"},
    "provider": "urn:pulumi:dev::aksgpu::pulumi:providers:azure-native::azure::1",
}
AZURE = {"urn": GROUP["provider"].rsplit("::", 1)[0], "type": "x", "inputs": {"subscriptionId": "3f9d"}}
PENDING = {"resources": [AZURE], "pending_operations": [{"type": "creating", "resource": GROUP}]}


@pytest.fixture
def pulumi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts a script on PATH that exports this deployment, keeps what is imported, and notes each call."""

    def make(deployment: dict[str, Any], on_import: str = "") -> Path:
        (tmp_path / "state.json").write_text(json.dumps({"version": 3, "deployment": deployment}))
        script = f"""#!/bin/sh
echo "$@" >> {tmp_path}/calls
case "$*" in
  *"stack export"*) cat {tmp_path}/state.json;;
  *"stack import"*) {on_import or ":"}; cat > {tmp_path}/imported.json;;
esac
"""
        (tmp_path / "pulumi").write_text(script)
        (tmp_path / "pulumi").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.chdir(ROOT)
        return tmp_path

    return make


def run(*arguments: str):
    return CliRunner().invoke(app, ["recover", *arguments])


def test_a_pending_creation_is_taken_in_and_refreshed(pulumi) -> None:
    folder = pulumi(PENDING)
    result = run("dev", "--yes")
    assert result.exit_code == 0, result.output
    assert "resource-group" in result.output
    assert "Now run: pulumi up" in result.output
    imported = json.loads((folder / "imported.json").read_text())
    assert imported["version"] == 3
    assert [one.get("id") for one in imported["deployment"]["resources"]] == [
        None,
        "/subscriptions/3f9d/resourceGroups/rg",
    ]
    calls = (folder / "calls").read_text().splitlines()
    assert [call.split("--non-interactive ")[1] for call in calls] == [
        "stack export --stack dev",
        "stack import --stack dev",
        "refresh --yes --skip-preview --stack dev",
    ]


def test_nobody_to_ask_changes_nothing(pulumi) -> None:
    folder = pulumi(PENDING)
    result = run("dev")
    assert result.exit_code == 2
    assert "Add --yes" in result.output
    assert not (folder / "imported.json").exists()


def test_a_state_without_pending_operations_is_left_alone(pulumi) -> None:
    folder = pulumi({"resources": []})
    result = run("dev", "--yes")
    assert (result.exit_code, result.output) == (0, "Nothing is pending in the state of dev. Now run: pulumi up\n")
    assert len((folder / "calls").read_text().splitlines()) == 1


def test_a_lock_is_explained(pulumi) -> None:
    pulumi(PENDING, "echo 'error: the stack is currently locked by 1 lock(s)' >&2; exit 1")
    result = run("dev", "--yes")
    assert result.exit_code == 1
    assert "pulumi cancel --stack dev, then this command again" in result.output


def test_a_missing_cli_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(ROOT)
    result = run("dev", "--yes")
    assert result.exit_code == 1
    assert "the Pulumi CLI is not on PATH" in result.output


def test_an_unknown_stack_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = run("prodd")
    assert result.exit_code == 2
    assert "Did you mean prod?" in result.output
