"""Runs a command with a network and process ids of its own: `python -m aksgpu_rehearsal.isolated COMMAND ...`.

Its network is a loopback interface and nothing else, so no packet leaves the machine and any number of rehearsals run
at once on the same ports. When the command ends, or this program does in any way, all that the command started ends.
Needs util-linux and iproute2, and root or user namespaces.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import FrameType

ADDRESS = "192.0.2.1/32"
"""Of the documentation range (RFC 5737). The API server looks for an address with a default route."""

SECONDS_TO_END = 60.0
INSIDE = "--inside"
NEEDED = {"unshare": "util-linux", "ip": "iproute2"}


class CannotIsolate(Exception):
    """This machine gives no namespaces. The message says what would help."""


def is_isolated() -> bool:
    """Whether this process sees no network interface beside loopback."""
    return [name for _, name in socket.if_nameindex()] == ["lo"]


def run_isolated(command: Sequence[str]) -> int:
    """Run the command and return its exit code. Raises CannotIsolate."""
    _refuse_without_namespaces()
    lifeline, held = os.pipe()
    inside = [sys.executable, "-m", __spec__.name, INSIDE, str(lifeline), *command]
    with subprocess.Popen([*_unshare(), "--kill-child", *inside], pass_fds=[lifeline]) as child:
        os.close(lifeline)
        # The terminal sends an interrupt to the command as well, which ends in its own order.
        signal.signal(signal.SIGINT, _leave_it)

        def let_go(_: int, __: FrameType | None) -> None:
            signal.signal(signal.SIGTERM, _leave_it)
            os.close(held)

        signal.signal(signal.SIGTERM, let_go)
        return child.wait()


def _leave_it(_: int, __: FrameType | None) -> None:
    """A handler and not SIG_IGN, which a command would inherit."""


def _unshare() -> list[str]:
    become = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *become, "--net", "--mount", "--mount-proc", "--pid", "--fork"]


def _refuse_without_namespaces() -> None:
    for program, package in NEEDED.items():
        if shutil.which(program) is None:
            raise CannotIsolate(f"{program} is not installed. Install the package {package}.")
    answer = subprocess.run([*_unshare(), "true"], capture_output=True, text=True, check=False)
    if answer.returncode:
        raise CannotIsolate(
            f"this machine gives no namespaces ({answer.stderr.strip()}). Run as root, in a container with the "
            "capability SYS_ADMIN, or allow user namespaces (sysctl kernel.unprivileged_userns_clone or "
            "kernel.apparmor_restrict_unprivileged_userns)."
        )


def _first_process(lifeline: int, command: Sequence[str]) -> int:
    """Does what process 1 has to: makes the network, takes in every orphan, and ends when nobody holds the lifeline."""
    for line in ("link set lo up", f"addr add {ADDRESS} dev lo", "route add default dev lo"):
        subprocess.run(["ip", *line.split()], check=True)
    signal.signal(signal.SIGINT, _leave_it)
    child = subprocess.Popen(command)
    threading.Thread(target=_end_without, args=(lifeline, child.pid), daemon=True).start()
    while True:
        ended, status = os.wait()
        if ended == child.pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _end_without(lifeline: int, child: int) -> None:
    os.read(lifeline, 1)
    os.kill(child, signal.SIGINT)
    threading.Event().wait(SECONDS_TO_END)
    os._exit(1)  # which ends every other process here


def main() -> None:
    """Run the command of the arguments. Exits with its code, and with 2 where it could not be isolated."""
    if sys.argv[1:2] == [INSIDE]:
        os._exit(_first_process(int(sys.argv[2]), sys.argv[3:]))
    try:
        sys.exit(run_isolated(sys.argv[1:]))
    except CannotIsolate as reason:
        print(f"A rehearsal runs apart from this machine's network, and {reason}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
