"""What is said of priority classes."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.queues import priorities

Make = Callable[..., Subject]
PREEMPTS = "PreemptLowerPriority"


def only(findings: Any) -> Finding:
    (finding,) = findings
    return finding


def test_the_default_pair_needs_no_word(subject: Make) -> None:
    for rule in (
        priorities.priority_names_are_free,
        priorities.priority_descriptions_fit,
        priorities.priorities_differ,
        priorities.batch_does_not_preempt_pods,
        priorities.default_priorities_stay,
    ):
        assert not list(rule(subject()))


def test_system_names_are_taken(subject: Make) -> None:
    finding = only(priorities.priority_names_are_free(subject({"priorities": {"system-gpu": {"value": 1}}})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "priorities.system-gpu")
    assert finding.remedy == "Write gpu."


def test_a_description_fits_kueue(subject: Make) -> None:
    made = subject({"priorities": {"a": {"value": 1, "description": "x" * 2049}}})
    assert "2048" in only(priorities.priority_descriptions_fit(made)).message


def test_equal_values_are_a_warning(subject: Make) -> None:
    made = subject({"priorities": {"a": {"value": 5}, "b": {"value": 5}, "c": {"value": 6}}})
    finding = only(priorities.priorities_differ(made))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "priorities.b.value")
    assert "neither goes before the other" in finding.message


@pytest.mark.parametrize(
    ("classes", "warned"),
    [
        ({"training": {"value": 10, "preemption": PREEMPTS}}, ["training"]),
        ({"middle": {"value": 10, "preemption": PREEMPTS}, "top": {"value": 20}}, ["middle"]),
        ({"serving": {"value": 20, "preemption": PREEMPTS}, "batch": {"value": 10}}, []),
    ],
    ids=["batch by its name", "not the highest", "the highest"],
)
def test_batch_that_preempts_pods_is_a_warning(subject: Make, classes: dict[str, Any], warned: list[str]) -> None:
    found = list(priorities.batch_does_not_preempt_pods(subject({"priorities": classes})))
    assert [finding.dotted for finding in found] == [f"priorities.{name}.preemption" for name in warned]
    assert all(finding.severity is Severity.WARNING and "queue.preemption" in finding.remedy for finding in found)


def test_missing_defaults_are_noted(subject: Make) -> None:
    one = only(priorities.default_priorities_stay(subject({"priorities": {"training": {"value": 1}}})))
    assert (one.severity, one.dotted) == (Severity.NOTE, "priorities")
    assert "no inference class" in one.message
    both = only(priorities.default_priorities_stay(subject({"priorities": {"urgent": {"value": 1}}})))
    assert "no training and no inference class" in both.message
