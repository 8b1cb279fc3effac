"""Permissions to lose something scarce."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import approvals as rules

Make = Callable[..., Subject]


def approve(key: str, action: str = "replace", expires: str = "2026-12-31", **more: Any) -> dict[str, Any]:
    return {"approve": {key: {"action": action, "owner": "ml", "reason": "new size", "expires": expires}}} | more


def test_an_expired_approval_is_a_warning_from_the_next_day_on(subject: Make) -> None:
    changes = approve("t4")
    assert not list(rules.approvals_hold(subject(changes, date(2026, 12, 31))))
    (finding,) = rules.approvals_hold(subject(changes, date(2027, 1, 1)))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "approve.t4.expires")


@pytest.mark.parametrize("key", ["cluster", "t4", "checkpoints01"])
def test_scarce_things_can_be_approved(subject: Make, key: str) -> None:
    accounts = {"storage": {"accounts": {"checkpoints01": {}}}}
    assert not list(rules.approvals_name_something_scarce(subject(approve(key, **accounts))))


def test_a_misspelt_replacement_is_a_warning_with_the_nearest_name(subject: Make) -> None:
    (finding,) = rules.approvals_name_something_scarce(subject(approve("t5")))
    assert finding.severity is Severity.WARNING
    assert "t4" in finding.remedy


def test_an_approval_of_something_removed_can_go(subject: Make) -> None:
    (finding,) = rules.approvals_name_something_scarce(subject(approve("render", "remove")))
    assert finding.severity is Severity.NOTE
    assert "can go" in finding.message


def test_cpu_pools_need_no_approval(subject: Make) -> None:
    pools = {"cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}}
    (finding,) = rules.approvals_name_something_scarce(subject(approve("cpu", **pools)))
    assert finding.severity is Severity.NOTE
    assert "not protected" in finding.message


def test_somebody_elses_cluster_is_not_ours_to_lose(existing_subject: Make) -> None:
    (finding,) = rules.approvals_name_something_scarce(existing_subject(approve("cluster")))
    assert finding.severity is Severity.WARNING


def test_a_removal_takes_two_runs(subject: Make) -> None:
    (finding,) = rules.removals_take_two_runs(subject(approve("t4", "remove")))
    assert finding.severity is Severity.NOTE
    assert "two runs" in finding.message
    assert "2026-12-31" in finding.message
    for nothing in (approve("t4"), approve("gone", "remove"), approve("t4", "remove", "2026-11-30")):
        assert not list(rules.removals_take_two_runs(subject(nothing)))
