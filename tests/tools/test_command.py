"""The command behind `make tools`, as people, programs and signals meet it."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from aksgpu_tools.command import main
from aksgpu_tools.tool import Tool
from workshop import Workshop

# As tools/make_tools.py, with another table.
DRIVER = """
import signal, sys
from pathlib import Path
sys.path.insert(0, {tools!r})
from aksgpu_tools.command import main
from aksgpu_tools.tool import Binary, Tool
tool = Tool("one", "example.com/one", "", tuple(Binary(n, "example.com/one/" + n, 0.5) for n in ("quick", "slow")))
for number in (signal.SIGINT, signal.SIGTERM):  # a shell's background job starts with SIGINT ignored
    signal.signal(number, signal.default_int_handler)
sys.exit(main(["--cache", {cache!r}], [tool], Path({root!r})))
"""
TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def run(workshop: Workshop, a_tool: Callable[..., Tool], monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.setenv("PATH", f"{workshop.path}:/usr/bin:/bin")
    monkeypatch.delenv("KUBEBUILDER_ASSETS", raising=False)
    tool = a_tool("quick", files=True)
    return lambda *words: main(["--cache", str(workshop.cache.root), *words], [tool], workshop.root)


def test_where_builds_nothing(run: Callable[..., int], workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--where") == 1
    assert capsys.readouterr().err == "3 of 3 tools are not there yet.\nRun: make tools\n"
    assert workshop.calls() == []
    assert not workshop.cache.root.exists()
    assert run() == 0
    capsys.readouterr()
    assert run("--where") == 0
    folder = Path(capsys.readouterr().out.strip())
    assert (folder / "quick").exists()


def test_people_are_told_what_is_where(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    first, _, files, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["quick", "v1.2.3", "built"]
    assert files.endswith(": bin/exec, charts/one")
    assert last.startswith("to put on PATH: /")
    assert last.endswith("/bin")


def test_programs_are_told_in_json(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "one") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tools"] == {"quick": {"path": f"{answer['bin']}/quick", "version": "v1.2.3", "origin": "built"}}
    assert Path(answer["files"]["charts/one"]["path"], "Chart.yaml").exists()


def test_an_unknown_tool_is_named(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("two")
    assert "no such tool: two" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_run_keeps_what_it_finished(workshop: Workshop, number: signal.Signals) -> None:
    code = DRIVER.format(tools=str(TOOLS), cache=str(workshop.cache.root), root=str(workshop.root))
    command, environment = [sys.executable, "-c", code], {"PATH": f"{workshop.path}:/usr/bin:/bin"}
    environment["TMPDIR"] = str(workshop.path)  # a killed run cannot tidy up
    first = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while not (workshop.path / "started").exists():
        assert first.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    first.send_signal(number)
    if number is signal.SIGKILL:
        (workshop.path / "go-on").touch()  # nobody ends the Go of a killed run
    words = first.communicate(timeout=20)[1]
    if number is not signal.SIGKILL:
        assert first.returncode == 130
        assert words.endswith("Interrupted. What was finished is kept: the next run goes on from there.\n")
        assert not list(workshop.cache.root.glob("finished/*unfinished*"))
    assert workshop.finished() == ["quick"]

    (workshop.path / "go-on").touch()
    second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "1 program to make" in second.stderr
    assert len([call for call in workshop.calls() if call.endswith("/quick")]) == 1
    assert workshop.finished() == ["quick", "slow"]


def test_make_tools_says_no_more_than_it_must(tmp_path: Path) -> None:
    command = [sys.executable, str(TOOLS / "make_tools.py"), "--cache", str(tmp_path), "--where"]
    answer = subprocess.run(command, env={"PATH": ""}, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.endswith("tools are not there yet.\nRun: make tools\n")
