"""Bringing tools: what is there is not made again, what fails or is interrupted keeps what was finished."""

import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aksgpu_tools.bring import Wanted, gather, make, survey
from aksgpu_tools.go import Go, installed_go
from aksgpu_tools.refusal import Refused
from aksgpu_tools.tool import Tool
from workshop import Workshop, make_go


def look(workshop: Workshop, tool: Tool, go: Go | None, environment: Mapping[str, str] | None = None) -> list[Wanted]:
    return survey([tool], workshop.root, workshop.cache, go, environment or {})[0]


def bring(workshop: Workshop, tool: Tool, go: Go | None = None) -> Path:
    go = go or workshop.go
    make([one for one in look(workshop, tool, go) if not one.place], workshop.cache, go)
    return gather(look(workshop, tool, go), workshop.cache)


def text(workshop: Workshop, tool: Tool, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    bring(workshop, tool)
    return capsys.readouterr().err.splitlines()


def test_everything_is_made_one_after_the_other(
    workshop: Workshop, a_tool: Callable[..., Tool], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = bring(workshop, a_tool("quick", "quicker", files=True))
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        *("bin/exec", "bin/quick", "bin/quicker"),
        *("charts/one/Chart.yaml", "charts/one/templates/a.yaml"),
    ]
    assert (folder / "bin" / "quick").read_text() == "#!/bin/sh\necho fake example.com/one/quick v1.2.3\n"
    assert (folder / "bin" / "quick").stat().st_mode & 0o777 == 0o555
    assert (folder / "bin" / "exec").stat().st_mode & 0o777 == 0o555
    assert (folder / "charts" / "one" / "Chart.yaml").stat().st_mode & 0o777 == 0o444
    assert re.sub(r"(done|made) in \d+ s", r"\1 in N s", capsys.readouterr().err).splitlines() == [
        f"2 programs and 2 sets of files to make into {workshop.cache.root}.",
        "On two cores this takes about 1 min 00 s, much less if Go compiled it before.",
        "[1/4] quick v1.2.3 ...",
        "  done in N s, about 30 s to go",
        "[2/4] quicker v1.2.3 ...",
        "  done in N s",
        "[3/4] charts/one v1.2.3 ...",
        "  done in N s",
        "[4/4] bin/exec v1.2.3 ...",
        "  done in N s",
        "made in N s",
    ]


def test_a_second_run_does_nothing(
    workshop: Workshop, a_tool: Callable[..., Tool], capsys: pytest.CaptureFixture[str]
) -> None:
    tool = a_tool("quick", files=True)
    folder = bring(workshop, tool)
    calls = workshop.calls("")
    assert text(workshop, tool, capsys) == []
    assert bring(workshop, tool) == folder
    assert workshop.calls("") == calls


def test_what_is_finished_needs_no_go(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    tool = a_tool("quick", files=True)
    folder = bring(workshop, tool)
    found = look(workshop, tool, go=None)
    make([one for one in found if not one.place], workshop.cache, go=None)
    assert gather(found, workshop.cache) == folder


def test_a_changed_pin_is_built_and_the_old_one_kept(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    tool, mod = a_tool("quick", files=True), workshop.folder / "go.mod"
    before, pins = bring(workshop, tool), mod.read_text()
    mod.write_text(pins.replace("two v0.9.0", "two v0.9.1"))
    after = bring(workshop, tool)
    assert after != before
    assert len(workshop.calls()) == 2
    mod.write_text(pins)
    assert bring(workshop, tool) == before
    assert len(workshop.calls()) == 2


def test_another_go_builds_again(workshop: Workshop, a_tool: Callable[..., Tool], tmp_path: Path) -> None:
    before = bring(workshop, a_tool("quick"))
    newer = make_go(tmp_path / "newer", "go1.27.0")
    assert bring(workshop, a_tool("quick"), newer) != before


def test_what_fits_on_path_is_used_and_the_rest_built(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    bin_folder = workshop.root / "bin"
    bin_folder.mkdir()
    for name, version in (("there", "v1.2.9"), ("old", "v1.1.0")):
        (bin_folder / name).write_text(f"#!/bin/sh\necho fake {name} {version}\n")
        (bin_folder / name).chmod(0o755)
    tool = a_tool("there", "old")
    found, unfit = survey([tool], workshop.root, workshop.cache, workshop.go, {"PATH": str(bin_folder)})
    assert [(one.version, one.origin, one.place) for one in found] == [
        ("v1.2.9", "PATH", bin_folder / "there"),
        ("v1.2.3", "built", None),
    ]
    assert [there.words() for there in unfit] == [f"1.1.0 on PATH ({bin_folder / 'old'})"]
    make(found[1:], workshop.cache, workshop.go)
    folder = gather(found, workshop.cache)
    assert (folder / "bin" / "there").resolve() == bin_folder / "there"
    assert "example.com/one/old" in (folder / "bin" / "old").read_text()


def test_a_failure_is_told_in_gos_own_words_and_keeps_what_was_finished(
    workshop: Workshop, a_tool: Callable[..., Tool]
) -> None:
    tool = a_tool("quick", "broken", "never")
    with pytest.raises(Refused) as reason:
        bring(workshop, tool)
    assert str(reason.value).splitlines() == [
        "building broken failed (exit code 1):",
        "    one.go:1: undefined: sense",
        "It is safe to run the same again: what was finished is kept.",
    ]
    assert workshop.finished() == ["quick"]
    with pytest.raises(Refused):
        bring(workshop, tool)
    assert len([call for call in workshop.calls() if call.endswith("/quick")]) == 1


def test_two_runs_at_once_build_once(
    workshop: Workshop, a_tool: Callable[..., Tool], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("aksgpu_tools.bring.say", said.append)
    with ThreadPoolExecutor() as pool:
        runs = [pool.submit(bring, workshop, a_tool("slow", "quick")) for _ in range(2)]
        try:
            deadline = time.monotonic() + 20
            while "  another run is making slow: waiting for it" not in said:
                assert time.monotonic() < deadline, said
                time.sleep(0.01)
        finally:
            (workshop.path / "go-on").touch()
    assert runs[0].result() == runs[1].result()
    assert len([call for call in workshop.calls() if call.endswith("/slow")]) == 1
    assert any("another run has made it" in words for words in said)


def test_nothing_is_written_into_the_checkout(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    before = {path: path.stat().st_mtime_ns for path in workshop.root.rglob("*")}
    bring(workshop, a_tool("quick", files=True))
    assert {path: path.stat().st_mtime_ns for path in workshop.root.rglob("*")} == before


def test_without_go_it_is_said_what_to_install(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    assert installed_go(path=str(workshop.root)) is None
    with pytest.raises(
        Refused, match=r"quick must be built, and no Go was found on PATH\.\nInstall Go 1\.26\.0 or newer"
    ):
        make(look(workshop, a_tool("quick"), go=None), workshop.cache, go=None)


def test_a_go_that_is_too_old_is_refused(workshop: Workshop, a_tool: Callable[..., Tool], tmp_path: Path) -> None:
    make_go(tmp_path / "old", "go1.25.9")
    old = installed_go(path=str(tmp_path / "old"))
    assert old == Go(str(tmp_path / "old" / "go"), "go1.25.9", "fake/fake")
    with pytest.raises(Refused, match=r"with Go 1\.26\.0 or newer, and this is go1\.25\.9"):
        bring(workshop, a_tool("quick"), old)


def test_a_full_disk_is_noticed_before_the_build(
    workshop: Workshop, a_tool: Callable[..., Tool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearly_full(_: Any) -> Any:
        return SimpleNamespace(free=100_000_000)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    with pytest.raises(Refused, match=r"quick may need 0\.7 GB of disk, and the cache \(.*\) has 0\.1 GB left"):
        bring(workshop, a_tool("quick"))
    assert workshop.calls() == []


def test_a_disk_that_fills_up_during_the_build_is_named(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    with pytest.raises(Refused, match="building full failed: the disk is full"):
        bring(workshop, a_tool("full"))


def test_leftovers_of_a_killed_run_are_cleared_and_never_taken(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    [wanted] = look(workshop, a_tool("quick"), workshop.go)
    left = workshop.cache.place(f"{wanted.key}.unfinished-1")
    left.parent.mkdir(parents=True)
    left.write_text("half")
    assert [one.place for one in look(workshop, a_tool("quick"), go=None)] == [None]
    bring(workshop, a_tool("quick"))
    assert os.listdir(left.parent) == [wanted.key]
