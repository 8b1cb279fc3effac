"""Node operating systems: every row, what is behind a name on a version, and the three verdicts on the driver."""

from datetime import date

import pytest

from aksgpu.catalogue.kubernetes_versions import KUBERNETES_VERSIONS
from aksgpu.catalogue.node_os import (
    NODE_OS,
    NodeOs,
    os_notes,
    os_release,
    os_warning,
    why_os_does_not_fit,
    why_upgrade_changes_os,
)
from aksgpu.catalogue.operator_driver import (
    OPERATOR_DRIVERS,
    OperatorDriver,
    operator_driver,
    operator_driver_note,
    why_operator_cannot_drive,
)

RELEASES = {release.name for row in NODE_OS.values() for release in row.releases}


@pytest.mark.parametrize("row", NODE_OS.values(), ids=lambda row: row.os_sku)
def test_row(row: NodeOs) -> None:
    assert row.source
    assert all(note.endswith(".") for note in row.notes)
    for before, after in zip(row.releases, row.releases[1:], strict=False):
        assert before.last is not None
        assert after.first == before.last + 1, "releases follow each other without a gap"
    for release in row.releases:
        assert release.last is None or release.first <= release.last
        assert not release.doubt or release.doubt.endswith(".")


@pytest.mark.parametrize("row", OPERATOR_DRIVERS.values(), ids=lambda row: row.os_release)
def test_driver_row(row: OperatorDriver) -> None:
    assert row.source
    assert (row.reason == "") == (row.support == "supported")


def test_every_release_has_a_verdict() -> None:
    assert set(OPERATOR_DRIVERS) == RELEASES


@pytest.mark.parametrize(
    ("node_os", "minor", "name"),
    [
        ("Ubuntu", "1.33", "Ubuntu 22.04"),
        ("Ubuntu", "1.34", "Ubuntu 22.04"),
        ("Ubuntu", "1.35.6", "Ubuntu 24.04"),
        ("Ubuntu", "1.37", "Ubuntu 24.04"),
        ("Ubuntu2204", "1.36", "Ubuntu 22.04"),
        ("Ubuntu2204", "1.37", None),
        ("Ubuntu2404", "1.31", None),
        ("Ubuntu2404", "1.32", "Ubuntu 24.04"),
        ("AzureLinux", "1.31", "Azure Linux 2.0"),
        ("AzureLinux", "1.32", "Azure Linux 3.0"),
        ("AzureLinux3", "1.36", "Azure Linux 3.0"),
        ("AzureLinux3", "1.37", None),
        ("AzureContainerLinux", "1.33", None),
        ("AzureContainerLinux", "1.34", "Azure Container Linux"),
        ("Ubuntu", "1.99", None),
        ("Debian", "1.35", None),
    ],
)
def test_release_behind_a_name(node_os: str, minor: str, name: str | None) -> None:
    release = os_release(node_os, minor)
    assert (release.name if release else None) == name


def test_a_name_outside_its_range_is_refused() -> None:
    problem = why_os_does_not_fit("Ubuntu2204", "1.37")
    assert problem is not None
    assert problem.message == "AKS has Ubuntu2204 nodes on Kubernetes 1.25 to 1.36, and the cluster runs 1.37."
    assert problem.remedy == "Write nodeOs: Ubuntu, which AKS has on every version."
    open_ended = why_os_does_not_fit("AzureContainerLinux", "1.33")
    assert open_ended is not None
    assert "1.34 and later" in open_ended.message


@pytest.mark.parametrize("version", [row.minor for row in KUBERNETES_VERSIONS])
def test_ubuntu_and_azure_linux_fit_every_version(version: str) -> None:
    assert why_os_does_not_fit("Ubuntu", version) is None
    assert why_os_does_not_fit("AzureLinux", version) is None


def test_an_unknown_version_is_said_elsewhere_and_an_unknown_name_gets_the_nearest() -> None:
    assert why_os_does_not_fit("Ubuntu2204", "1.99") is None
    problem = why_os_does_not_fit("Ubuntu24.04", "1.35")
    assert problem is not None
    assert problem.remedy.startswith("Did you mean Ubuntu2404? The choices are Ubuntu, Ubuntu2204")


@pytest.mark.parametrize(
    ("node_os", "minor", "words"),
    [
        ("Ubuntu", "1.33", "Ubuntu is Ubuntu 22.04 on Kubernetes 1.33 and becomes Ubuntu 24.04 from 1.35 on:"),
        ("Ubuntu", "1.34.9", "Ubuntu is Ubuntu 22.04 on Kubernetes 1.34 and becomes Ubuntu 24.04 from 1.35 on:"),
        ("Ubuntu", "1.35", None),
        ("Ubuntu2204", "1.35", "Ubuntu2204 ends with Kubernetes 1.36: an upgrade to 1.37 is blocked on it."),
        ("Ubuntu2404", "1.35", None),
        (
            "AzureLinux",
            "1.31",
            "AzureLinux is Azure Linux 2.0 on Kubernetes 1.31 and becomes Azure Linux 3.0",
        ),
        ("AzureLinux", "1.34", None),
    ],
)
def test_upgrades_that_change_the_os(node_os: str, minor: str, words: str | None) -> None:
    problem = why_upgrade_changes_os(node_os, minor)
    assert (problem is None) == (words is None)
    if problem and words:
        assert problem.message.startswith(words)


def test_notes_name_the_conflict_and_the_missing_enum() -> None:
    assert os_notes("Ubuntu", "1.35") == ()
    assert [note[:40] for note in os_notes("Ubuntu", "1.34")] == ["Which Ubuntu these nodes get is not cert"]
    assert any(
        "2025-09-01, which this platform speaks, does not list Ubuntu2404" in note
        for note in os_notes("Ubuntu2404", "1.35")
    )
    assert any("no security patches" in note for note in os_notes("AzureLinux", "1.35"))
    assert any("for Kubernetes 1.32 to 1.36 only" in note for note in os_notes("AzureLinux", "1.37"))


@pytest.mark.parametrize(
    ("node_os", "minor", "today", "words"),
    [
        ("Ubuntu2204", "1.35", date(2027, 6, 30), None),
        ("Ubuntu2204", "1.35", date(2027, 7, 1), "ended on 2027-06-30, and its node images are removed on 2028-04-30"),
        (
            "AzureLinux",
            "1.31",
            date(2026, 8, 21),
            "2025-11-30, and its node images were removed on 2026-03-31",
        ),
        ("Ubuntu", "1.36", date(2030, 1, 1), None),
    ],
)
def test_ended_support_is_a_warning(node_os: str, minor: str, today: date, words: str | None) -> None:
    problem = os_warning(node_os, minor, today)
    assert (problem is None) == (words is None)
    if problem and words:
        assert words in problem.message


@pytest.mark.parametrize(
    ("node_os", "minor", "support"),
    [
        ("Ubuntu", "1.34", "supported"),
        ("Ubuntu", "1.36", "supported"),
        ("AzureLinux", "1.35", "unconfirmed"),
        ("AzureContainerLinux", "1.35", "unconfirmed"),
        ("AzureLinuxOSGuard", "1.35", "unsupported"),
        ("Flatcar", "1.35", "unsupported"),
    ],
)
def test_three_verdicts_on_the_operators_driver(node_os: str, minor: str, support: str) -> None:
    row = operator_driver(node_os, minor)
    assert row is not None
    assert row.support == support
    assert (why_operator_cannot_drive(node_os, minor) is not None) == (support == "unsupported")
    assert (operator_driver_note(node_os, minor) is not None) == (support == "unconfirmed")


def test_no_verdict_where_aks_has_no_such_os() -> None:
    assert operator_driver("Ubuntu2204", "1.37") is None
    assert why_operator_cannot_drive("Ubuntu2204", "1.37") is None
    assert operator_driver_note("Ubuntu2204", "1.37") is None
