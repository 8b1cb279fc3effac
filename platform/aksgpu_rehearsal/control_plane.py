"""The control plane: etcd, API server, controller manager, scheduler and kwok, started and ended by kwokctl."""

import os
import subprocess
from collections.abc import Generator, Mapping
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

SECONDS_TO_START = 120


class ControlPlaneFailed(Exception):
    """kwokctl could not start the control plane. The message is what it said."""


@contextmanager
def control_plane(tools: Toolbox, stages: Path, work: Path) -> Generator[Path]:
    """A running control plane of its own; gives the administrator's kubeconfig. Ends with the context."""
    kubeconfig = work / "admin-kubeconfig"
    command = [str(tools.program("kwokctl")), "--name", work.name]
    environment = {**os.environ, "KWOK_WORKDIR": str(work / "kwok"), "KUBECONFIG": str(kubeconfig)}
    flags = [flag for role, name in PROGRAMS.items() for flag in (f"--{role}-binary", str(tools.program(name)))]
    flags += ["--runtime", "binary", "--kubeconfig", str(kubeconfig), "--config", str(stages)]
    flags += [
        "--wait",
        f"{SECONDS_TO_START}s",
        "--extra-args",
        f"kube-apiserver=service-cluster-ip-range={SERVICE_RANGE}",
    ]
    try:
        _run([*command, "create", "cluster", *flags], environment, SECONDS_TO_START + 60)
        yield kubeconfig
    finally:
        subprocess.run(
            [*command, "delete", "cluster", "--kubeconfig", str(kubeconfig)],
            env=environment,
            capture_output=True,
            check=False,
            start_new_session=True,
        )


def _run(command: list[str], environment: Mapping[str, str], seconds: float) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode:
        raise ControlPlaneFailed(f"{' '.join(command[:2])} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
