"""Rules about the OS of the nodes."""

from collections.abc import Iterator

from aksgpu.catalogue.node_os import os_notes, os_warning, why_os_does_not_fit, why_upgrade_changes_os
from aksgpu.catalogue.operator_driver import operator_driver_note, why_operator_cannot_drive
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

_OS: Path = ("gpuSoftware", "nodeOs")


def node_os_exists(subject: Subject) -> Iterator[Finding]:
    """AKS has the OS on the cluster's Kubernetes version."""
    problem = why_os_does_not_fit(subject.stack.gpu_software.node_os, subject.facts.kubernetes_version)
    if problem is not None:
        yield error(_OS, problem.message, problem.remedy)


def node_os_has_support(subject: Subject) -> Iterator[Finding]:
    """The release behind the name is still supported."""
    problem = os_warning(subject.stack.gpu_software.node_os, subject.facts.kubernetes_version, subject.today)
    if problem is not None:
        yield warning(_OS, problem.message, problem.remedy)


def node_os_stays_at_the_next_upgrade(subject: Subject) -> Iterator[Finding]:
    """A later Kubernetes version may bring another OS release with it."""
    if not subject.stack.gpu_pools:
        return
    problem = why_upgrade_changes_os(subject.stack.gpu_software.node_os, subject.facts.kubernetes_version)
    if problem is not None:
        yield warning(_OS, problem.message, problem.remedy)


def node_os_is_certain(subject: Subject) -> Iterator[Finding]:
    """What is not confirmed about this OS on this version."""
    for text in os_notes(subject.stack.gpu_software.node_os, subject.facts.kubernetes_version):
        yield note(_OS, text)


def operator_drives_this_os(subject: Subject) -> Iterator[Finding]:
    """NVIDIA has a driver image for the OS (field case F12)."""
    software = subject.stack.gpu_software
    if not subject.stack.gpu_pools or software.driver_owner != "operator":
        return
    version = subject.facts.kubernetes_version
    problem = why_operator_cannot_drive(software.node_os, version)
    if problem is not None:
        yield error(_OS, problem.message, problem.remedy)
    doubt = operator_driver_note(software.node_os, version)
    if doubt is not None:
        yield note(_OS, f"{doubt} Whether its driver runs is not confirmed.", "Write nodeOs: Ubuntu to be sure.")
