"""A rehearsal has a network and process ids of its own, and leaves no process, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aksgpu_rehearsal.isolated import CannotIsolate, run_isolated

pytestmark = pytest.mark.engine

ISOLATED = [sys.executable, "-m", "aksgpu_rehearsal.isolated"]
LEAVES_A_DAEMON = """
import subprocess, sys, time
from pathlib import Path
subprocess.Popen(["sh", "-c", f"sleep 600 & wait # {sys.argv[1]}"], start_new_session=True)
Path(sys.argv[2]).touch()
try:
    time.sleep(600)
finally:
    Path(sys.argv[2]).with_name("ended-in-order").touch()
"""


def test_a_command_has_loopback_and_nothing_else() -> None:
    look = "import socket; print([name for _, name in socket.if_nameindex()])"
    listen = "socket.create_server(('127.64.0.1', 443))"
    done = subprocess.run(
        [*ISOLATED, sys.executable, "-c", f"{look}; {listen}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['lo']"


@pytest.mark.parametrize("code", [0, 7])
def test_the_exit_code_is_the_commands_own(code: int) -> None:
    assert subprocess.run([*ISOLATED, "sh", "-c", f"exit {code}"], check=False).returncode == code


def test_a_command_that_a_signal_ended_says_so_as_a_shell_does() -> None:
    assert subprocess.run([*ISOLATED, "sh", "-c", "kill -9 $$"], check=False).returncode == 128 + signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_goes_on_when_the_program_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    mark, begun = f"left-behind-{os.getpid()}-{number}", tmp_path / "begun"
    command = [*ISOLATED, sys.executable, "-c", LEAVES_A_DAEMON, mark, str(begun)]
    with subprocess.Popen(command, start_new_session=True) as child:
        wait_until(begun.exists)
        assert processes_with(mark)
        child.send_signal(number)
    wait_until(lambda: not processes_with(mark))
    assert (tmp_path / "ended-in-order").exists()


def test_a_machine_without_the_programs_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotIsolate, match="Install the package util-linux"):
        run_isolated(["true"])


def test_a_machine_without_namespaces_is_told_what_to_allow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, script in {
        "ip": "exit 0",
        "unshare": "echo 'unshare failed: Operation not permitted' >&2; exit 1",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotIsolate, match=r"Operation not permitted.*Run as root"):
        run_isolated(["true"])


def processes_with(mark: str) -> list[str]:
    found: list[str] = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it ended meanwhile
            continue
        if mark in words:
            found.append(words)
    return found


def wait_until(look) -> None:
    end = time.monotonic() + 30
    while not look():
        assert time.monotonic() < end
        time.sleep(0.05)
