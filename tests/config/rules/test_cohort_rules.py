"""What is said of cohorts, borrowing and lending."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.cohort_tree import cycles, trees
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.queues import cohorts

Make = Callable[..., Subject]


def queued(make: Make, *teams: dict[str, Any], **changes: Any) -> Subject:
    """Teams `one`, `two` and so on, each with a quota of the T4 pool unless it says otherwise."""
    made = {
        name: {"queue": {"quota": {"t4": {"gpus": 0}}} | team}
        for name, team in zip(("one", "two", "three", "four"), teams, strict=False)
    }
    return make({"teams": {"vision": ..., **made}, **changes})


def only(findings: Any) -> Finding:
    (finding,) = findings
    return finding


@pytest.mark.parametrize("limit", ["borrow", "lend"])
def test_a_limit_needs_a_cohort(subject: Make, limit: str) -> None:
    quota = {"quota": {"t4": {"gpus": 1, limit: 1}}}
    finding = only(cohorts.limits_need_a_cohort(queued(subject, quota, {"cohort": "research"})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"teams.one.queue.quota.t4.{limit}")
    assert "in no cohort" in finding.message
    assert "cohort: research" in finding.remedy
    assert not list(cohorts.limits_need_a_cohort(queued(subject, quota | {"cohort": "research"})))


def test_the_default_is_no_limit(subject: Make) -> None:
    for quota in ({"gpus": 1}, {"gpus": 1, "borrow": "unlimited"}):
        assert not list(cohorts.limits_need_a_cohort(queued(subject, {"quota": {"t4": quota}})))


@pytest.mark.parametrize(
    ("quota", "has"), [({"gpus": 1, "lend": 2}, 1), ({"percent": 10, "lend": 11}, 10), ({"gpus": 0, "lend": 1}, 0)]
)
def test_nobody_lends_more_than_the_quota(subject: Make, quota: dict[str, int], has: int) -> None:
    made = queued(subject, {"cohort": "x", "quota": {"t4": quota}})
    finding = only(cohorts.lends_no_more_than_it_has(made))
    assert finding.dotted == "teams.one.queue.quota.t4.lend"
    assert f"would lend {quota['lend']} of pool 't4' and has {has}" in finding.message
    assert f"lend: {has}" in finding.remedy
    fine = quota | {"lend": has}
    assert not list(cohorts.lends_no_more_than_it_has(queued(subject, {"cohort": "x", "quota": {"t4": fine}})))


def test_parents_exist(subject: Make) -> None:
    made = queued(subject, {"cohort": "a"}, queues={"cohorts": {"company": {}, "a": {"parent": "compny"}}})
    finding = only(cohorts.cohort_parents_exist(made))
    assert finding.dotted == "queues.cohorts.a.parent"
    assert "'compny', which is no cohort of the stack" in finding.message
    assert "Write company" in finding.remedy
    named_by_a_team = queued(subject, {"cohort": "b"}, queues={"cohorts": {"a": {"parent": "b"}}})
    assert not list(cohorts.cohort_parents_exist(named_by_a_team))


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"a": {"parent": "a"}}, "cohort 'a' is its own parent (a -> a)"),
        (
            {"a": {"parent": "b"}, "b": {"parent": "c"}, "c": {"parent": "b"}},
            "cohort 'b' is below itself (b -> c -> b)",
        ),
    ],
)
def test_cohorts_never_go_in_a_circle(subject: Make, tree: dict[str, Any], words: str) -> None:
    finding = only(cohorts.cohorts_form_a_tree(queued(subject, queues={"cohorts": tree})))
    assert finding.severity is Severity.ERROR
    assert words in finding.message
    assert "admits nothing" in finding.message


def test_a_deep_tree_is_fine(subject: Make) -> None:
    tree = {"a": {"parent": "b"}, "b": {"parent": "c"}, "c": {}}
    made = queued(subject, {"cohort": "a"}, {"cohort": "c"}, queues={"cohorts": tree})
    assert not list(cohorts.cohorts_form_a_tree(made))
    assert trees(made.stack) == {"c": ("one", "two")}
    assert not list(cohorts.cohorts_have_members(made)), "the two lend to each other over the tree"


def test_every_circle_is_found_once() -> None:
    above = {"a": "b", "b": "a", "c": "a", "d": "e", "e": "d", "f": "g"}
    assert cycles(above) == (("a", "b"), ("d", "e"))


def test_a_cohort_of_one_is_a_warning(subject: Make) -> None:
    finding = only(cohorts.cohorts_have_members(queued(subject, {"cohort": "x"}, {})))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "teams.one.queue.cohort")
    assert "alone in cohort 'x'" in finding.message
    unused = only(cohorts.cohorts_have_members(queued(subject, {}, queues={"cohorts": {"x": {}}})))
    assert unused.dotted == "queues.cohorts.x"
    assert not list(cohorts.cohorts_have_members(queued(subject, {"cohort": "x"}, {"cohort": "x"})))


@pytest.mark.parametrize(
    ("queue", "changes", "severity", "word"),
    [
        ({"cohort": "x"}, {"queues": {"fairSharing": True}}, Severity.ERROR, "fair sharing"),
        (
            {"cohort": "x", "preemption": {"reclaimWithinCohort": "Never"}},
            {},
            Severity.ERROR,
            "reclaimWithinCohort: Never",
        ),
        ({}, {}, Severity.NOTE, "no effect"),
    ],
)
def test_preempting_in_order_to_borrow(
    subject: Make, queue: dict[str, Any], changes: dict[str, Any], severity: Severity, word: str
) -> None:
    preemption = {"borrowWithinCohort": "LowerPriority", **queue.get("preemption", {})}
    made = queued(subject, queue | {"preemption": preemption}, **changes)
    finding = only(cohorts.borrowing_by_force_is_possible(made))
    assert (finding.severity, finding.path[-1]) == (severity, "borrowWithinCohort")
    assert word in finding.message


def test_preempting_in_order_to_borrow_may_be_fine(subject: Make) -> None:
    made = queued(subject, {"cohort": "x", "preemption": {"borrowWithinCohort": "LowerPriority"}})
    assert not list(cohorts.borrowing_by_force_is_possible(made))
    assert not list(cohorts.borrowing_by_force_is_possible(queued(subject, {"cohort": "x"})))


def test_a_quota_that_is_never_taken_back_is_a_warning(subject: Make) -> None:
    never = {"preemption": {"reclaimWithinCohort": "Never"}}
    finding = only(cohorts.quota_is_taken_back(queued(subject, never | {"cohort": "x"})))
    assert finding.severity is Severity.WARNING
    assert "no guarantee" in finding.message
    assert not list(cohorts.quota_is_taken_back(queued(subject, never)))
    assert not list(cohorts.quota_is_taken_back(queued(subject, {"cohort": "x"})))
