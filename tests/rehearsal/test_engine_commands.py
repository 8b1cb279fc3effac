"""What the engine's words are taken for, with a script in the engine's place."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from aksgpu_rehearsal.engine import Engine, EngineFailed
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.toolbox import NoTool, Toolbox

ROOT = Path(__file__).parents[2]
SUMMARY = "Resources:\n    + 3 created\n    ~ 1 updated\n    +-2 replaced\n    79 unchanged\n\nDuration: 12s\n"


@pytest.fixture
def engine(tmp_path: Path) -> Callable[..., Engine]:
    def make(script: str, trouble: str | None = None) -> Engine:
        pulumi = tmp_path / "bin" / "pulumi"
        pulumi.parent.mkdir()
        pulumi.write_text(f"#!/bin/sh\n{script}\n")
        pulumi.chmod(0o755)
        (tmp_path / "logs").mkdir()
        program = Program(ROOT / "stacks" / "Pulumi.dev.yaml", tmp_path / "program")
        return Engine(program, Toolbox(tmp_path, {}), tmp_path / "stand-ins", tmp_path, lambda: trouble)

    return make


def test_the_summary_is_counted(engine: Callable[[str], Engine]) -> None:
    outcome = engine(f"cat <<'end'\n{SUMMARY}end").up()
    assert outcome.counts == {"created": 3, "updated": 1, "replaced": 2, "unchanged": 79}
    assert outcome.changes == {"created": 3, "updated": 1, "replaced": 2}


def test_a_failure_carries_the_engines_words(engine: Callable[[str], Engine]) -> None:
    with pytest.raises(EngineFailed, match=r"(?s)up --yes --skip-preview ended with 3.*no quota"):
        engine("echo error: no quota >&2; exit 3").up()


def test_the_engine_does_not_wait_for_what_will_not_come(engine: Callable[..., Engine]) -> None:
    start = time.monotonic()
    with pytest.raises(EngineFailed, match="in vain: kueue ended by itself"):
        engine("exec sleep 60", "kueue ended by itself").up()
    assert time.monotonic() - start < 10


def test_a_failed_json_preview_says_only_its_errors(engine: Callable[[str], Engine]) -> None:
    answer = (
        '{"steps": [], "diagnostics": [{"severity": "warning", "message": "w"}, {"severity": "error", "message": "e"}]}'
    )
    with pytest.raises(EngineFailed, match=r"\.\ne$"):
        engine(f"echo '{answer}'; exit 1").preview()


def test_the_engine_sees_nothing_of_the_person_at_this_machine(
    engine: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AZURE_CLIENT_SECRET", "ARM_CLIENT_ID", "PULUMI_ACCESS_TOKEN"):
        monkeypatch.setenv(name, "mine")
    text = engine("env").must("about").text
    assert "mine" not in text
    assert f"HOME={os.environ['HOME']}\n" not in text


def test_a_missing_program_says_what_brings_it(tmp_path: Path) -> None:
    with pytest.raises(NoTool, match="make tools"):
        Toolbox(tmp_path, {}).program("no-such-program")
