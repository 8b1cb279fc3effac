"""Kubernetes versions: every row, the default by date, and the words about versions that do not work."""

import re
from datetime import date, timedelta

import pytest

from aksgpu.catalogue.kubernetes_versions import (
    KUBERNETES_VERSIONS,
    KubernetesVersion,
    kubernetes_note,
    kubernetes_version,
    kubernetes_warning,
    newest_generally_available,
    why_no_long_term_support,
    why_not_a_kubernetes_version,
)

TODAY = date(2026, 8, 21)


@pytest.mark.parametrize("row", KUBERNETES_VERSIONS, ids=lambda row: row.minor)
def test_row(row: KubernetesVersion) -> None:
    assert re.fullmatch(r"1\.[0-9]{2}", row.minor)
    assert row.source
    for day in (row.generally_available, row.end_of_life, row.lts_end_of_life):
        assert day is None or (day + timedelta(days=1)).day == 1, "months are stored as their last day"
    assert (row.generally_available or date.min) < row.end_of_life < row.lts_end_of_life
    assert all(patch.startswith(f"{row.minor}.") for patch in row.known_patches)
    assert kubernetes_version(row.minor) is kubernetes_version(f"{row.minor}.1") is row
    assert why_not_a_kubernetes_version(row.minor, TODAY) is None


def test_rows_are_in_order_without_gaps() -> None:
    assert [row.number for row in KUBERNETES_VERSIONS] == list(range(31, 38))
    ends = [row.end_of_life for row in KUBERNETES_VERSIONS]
    assert ends == sorted(ends)


@pytest.mark.parametrize(
    ("today", "minor"),
    [
        (date(2020, 1, 1), "1.31"),
        (date(2025, 4, 30), "1.32"),
        (date(2026, 6, 29), "1.35"),
        (date(2026, 6, 30), "1.36"),
        (date(2026, 10, 30), "1.36"),
        (date(2026, 10, 31), "1.37"),
        (date(2036, 1, 1), "1.37"),
    ],
)
def test_newest_generally_available(today: date, minor: str) -> None:
    assert newest_generally_available(today).minor == minor


@pytest.mark.parametrize("text", ["", "1", "v1.35", "1.35.", "1.35.x", "1.035", "latest", "1.35.6.1", "2.35", "1.٣٥"])
def test_malformed(text: str) -> None:
    problem = why_not_a_kubernetes_version(text, TODAY)
    assert problem is not None
    assert problem.message.startswith(f"{text!r} is not a Kubernetes version.")
    assert '"1.36"' in problem.remedy


def test_unknown_minors() -> None:
    old, new = why_not_a_kubernetes_version("1.30.2", TODAY), why_not_a_kubernetes_version("1.38", TODAY)
    assert old is not None
    assert old.message == "AKS has no Kubernetes 1.30 any more: 1.31 is the oldest that it still supports in any way."
    assert new is not None
    assert new.message == "the catalogue of 2026-08-21 knows nothing of Kubernetes 1.38: 1.37 is the newest it has."
    assert new.remedy.startswith("Write one of 1.31, 1.32, 1.33, 1.34, 1.35, 1.36 or 1.37;")


@pytest.mark.parametrize(
    ("version", "today", "lts", "words"),
    [
        ("1.36", TODAY, False, None),
        ("1.34", date(2026, 11, 30), False, None),
        ("1.34", date(2026, 12, 1), False, "support for Kubernetes 1.34 on AKS ended on 2026-11-30."),
        ("1.34.9", date(2026, 12, 1), True, None),
        ("1.31", date(2026, 12, 1), True, "all support for Kubernetes 1.31 on AKS ended on 2026-11-30"),
        ("1.37", TODAY, False, "Kubernetes 1.37 becomes generally available on AKS by 2026-10-31."),
        ("9.99", TODAY, False, None),
    ],
)
def test_warnings(version: str, today: date, lts: bool, words: str | None) -> None:
    problem = kubernetes_warning(version, today, long_term_support=lts)
    assert (problem is None) == (words is None)
    if problem is not None and words is not None:
        assert problem.message.startswith(words)
        assert problem.remedy


def test_notes() -> None:
    assert kubernetes_note("1.36") is None
    assert kubernetes_note("1.36.2") is None
    assert "has not seen Kubernetes 1.36.9 (it knows 1.36.2)" in (kubernetes_note("1.36.9") or "")
    assert "has not seen Kubernetes 1.31.4 (it knows no patch of it)" in (kubernetes_note("1.31.4") or "")
    assert "was planned for 2026-10-31" in (kubernetes_note("1.37") or "")
    assert kubernetes_note("1.99") is None


@pytest.mark.parametrize(
    ("tier", "plan", "fits"),
    [
        ("Premium", "AKSLongTermSupport", True),
        ("Standard", "AKSLongTermSupport", False),
        ("Free", "AKSLongTermSupport", False),
        ("Standard", "KubernetesOfficial", True),
        ("Premium", "KubernetesOfficial", True),
    ],
)
def test_long_term_support_needs_premium(tier: str, plan: str, fits: bool) -> None:
    problem = why_no_long_term_support(tier, plan)
    assert (problem is None) == fits
    if problem is not None:
        assert tier in problem.message
