"""The control plane: etcd, API server, controller manager, scheduler and kwok, started and ended by kwokctl."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from aksgpu_rehearsal.toolbox import Toolbox

PROGRAMS = {
    "etcd": "etcd",
    "kube-apiserver": "kube-apiserver",
    "kube-controller-manager": "kube-controller-manager",
    "kube-scheduler": "kube-scheduler",
    "kwok-controller": "kwok",
}
"""What kwokctl calls each, and the name of its program."""

SERVICE_RANGE = "127.64.0.0/16"
"""Loopback addresses: a controller outside the cluster answers on its Service's own, so charts stay unchanged."""

SETTINGS = (
    f"kube-apiserver=service-cluster-ip-range={SERVICE_RANGE}",
    "kube-controller-manager=leader-elect=false",
    "kube-scheduler=leader-elect=false",
)

SECONDS_TO_START = 120
SECONDS_TO_END = 15


class ControlPlaneFailed(Exception):
    """kwokctl could not do what it was asked for. The message is what it said."""


class ControlPlane:
    """One control plane. `kubeconfig` is the administrator's, `data` the folder that etcd keeps everything in."""

    def __init__(self, tools: Toolbox, stages: Path, work: Path) -> None:
        self.kubeconfig = work / "admin-kubeconfig"
        self.data = work / "kwok" / "clusters" / work.name / "etcd"
        self._tools = tools
        self._stages = stages
        self._command = [str(tools.program("kwokctl")), "--name", work.name]
        self._environment = {**os.environ, "KWOK_WORKDIR": str(work / "kwok"), "KUBECONFIG": str(self.kubeconfig)}

    @contextmanager
    def running(self) -> Generator[None]:
        """Create it, and delete it with all that it kept at the end. Raises ControlPlaneFailed."""
        flags = [
            flag for role, name in PROGRAMS.items() for flag in (f"--{role}-binary", str(self._tools.program(name)))
        ]
        flags += ["--runtime", "binary", "--kubeconfig", str(self.kubeconfig), "--config", str(self._stages)]
        flags += [flag for setting in SETTINGS for flag in ("--extra-args", setting)]
        # Neither nodes nor managers wait after a start until the lease of a killed predecessor has run out.
        flags += ["--node-lease-duration-seconds", "0"]
        try:
            self._kwokctl("create", "cluster", *flags, "--wait", f"{SECONDS_TO_START}s")
            yield
        finally:
            self._run(["delete", "cluster", "--kubeconfig", str(self.kubeconfig)])

    def stop(self) -> None:
        """End its programs and keep what etcd has. Raises ControlPlaneFailed."""
        there = self._processes()
        self._kwokctl("stop", "cluster")
        _wait_for_the_end(there)

    def start(self) -> None:
        """Start the programs that do not run. Raises ControlPlaneFailed."""
        self._kwokctl("start", "cluster", "--wait", f"{SECONDS_TO_START}s")

    def restart_api_server(self) -> None:
        """Kill the API server and start it again. Raises ControlPlaneFailed."""
        file = self.data.with_name("pids") / "kube-apiserver.pid"
        number = int(file.read_text())
        os.kill(number, signal.SIGKILL)
        _wait_for_the_end([number])
        file.unlink()  # another process may get the number, and kwokctl would take that for the API server
        self.start()

    def _processes(self) -> list[int]:
        return [int(file.read_text()) for file in self.data.with_name("pids").glob("*.pid")]

    def _kwokctl(self, *words: str) -> None:
        done = self._run(words)
        if done.returncode:
            said = f"{done.stdout}{done.stderr}"
            raise ControlPlaneFailed(f"kwokctl {' '.join(words[:2])} ended with {done.returncode}:\n{said}")

    def _run(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._command, *words],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=SECONDS_TO_START + 60,
            check=False,
            start_new_session=True,
        )


def _wait_for_the_end(processes: Sequence[int]) -> None:
    """Wait until none of these runs, since the next ones need their ports and their data. Kills those that stay."""
    end = time.monotonic() + SECONDS_TO_END
    for number in processes:
        while _runs(number):
            if time.monotonic() > end:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.02)


def _runs(number: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
