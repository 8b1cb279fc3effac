"""Whether the GPU Operator can install its driver on a node OS: supported, unsupported, or not known."""

from dataclasses import dataclass
from typing import Literal

from aksgpu.catalogue.node_os import os_release
from aksgpu.catalogue.problem import Problem

Support = Literal["supported", "unsupported", "unconfirmed"]


@dataclass(frozen=True, slots=True)
class OperatorDriver:
    """What is known of the operator's driver on one OS release."""

    os_release: str
    support: Support
    reason: str
    """A whole sentence; "" where it is supported."""

    source: str


_NVIDIA = "GPU Operator platform support, docs of 26.3 (2026-06-30)"
_AKS = "AKS docs, nvidia-gpu-operator.md (2026-08-21)"

_ROWS = (
    OperatorDriver("Ubuntu 22.04", "supported", "", _NVIDIA),
    OperatorDriver("Ubuntu 24.04", "supported", "", _NVIDIA),
    OperatorDriver(
        "Azure Linux 2.0",
        "unconfirmed",
        "NVIDIA names no driver image for Azure Linux 2.0, and AKS does not rule the GPU Operator out there.",
        f"{_NVIDIA}; {_AKS}",
    ),
    OperatorDriver(
        "Azure Linux 3.0",
        "unconfirmed",
        "NVIDIA names no driver image for Azure Linux 3.0, and AKS does not rule the GPU Operator out there.",
        f"{_NVIDIA}; {_AKS}",
    ),
    OperatorDriver(
        "Azure Container Linux",
        "unconfirmed",
        "NVIDIA names no driver image for Azure Container Linux, and AKS does not rule the GPU Operator out there.",
        f"{_NVIDIA}; {_AKS}",
    ),
    OperatorDriver(
        "Azure Linux with OS Guard",
        "unsupported",
        "AKS does not support the GPU Operator on Azure Linux with OS Guard.",
        _AKS,
    ),
    OperatorDriver("Flatcar", "unsupported", "AKS does not support the GPU Operator on Flatcar.", _AKS),
)

OPERATOR_DRIVERS = {row.os_release: row for row in _ROWS}
"""Rows by the name of the OS release."""


def operator_driver(node_os: str, kubernetes: str) -> OperatorDriver | None:
    """The row for an `osSKU` on a Kubernetes version; None where AKS has no such OS there or the version is unknown."""
    release = os_release(node_os, kubernetes)
    return OPERATOR_DRIVERS[release.name] if release else None


def why_operator_cannot_drive(node_os: str, kubernetes: str) -> Problem | None:
    """Why the operator's driver does not run on this OS, or None where it does or nothing is known against it."""
    row = operator_driver(node_os, kubernetes)
    if row is None or row.support != "unsupported":
        return None
    return Problem(row.reason, "Write nodeOs: Ubuntu.")


def operator_driver_note(node_os: str, kubernetes: str) -> str | None:
    """What is not known about the operator's driver on this OS."""
    row = operator_driver(node_os, kubernetes)
    return row.reason if row and row.support == "unconfirmed" else None
