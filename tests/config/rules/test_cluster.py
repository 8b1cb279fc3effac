"""Which cluster a stack has, and what its version, tier and names may be."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.check import check
from aksgpu.config.rules import judge
from aksgpu.config.rules.cluster import cluster as rules

Make = Callable[..., Subject]
TODAY = date(2026, 12, 1)


def created(**changes: Any) -> dict[str, Any]:
    return {"cluster": {"create": changes}}


@pytest.mark.parametrize("kept", [(), ("create", "existing")])
def test_a_stack_has_exactly_one_cluster(stack_data: Callable[..., dict[str, Any]], kept: tuple[str, ...]) -> None:
    data = stack_data()
    both = {
        "create": data["cluster"]["create"],
        "existing": {"name": "a", "resourceGroup": "b", "facts": {"kubernetesVersion": "1.35"}},
    }
    data["cluster"] = {key: both[key] for key in kept}
    findings = check(data, TODAY).findings
    assert [finding.rule for finding in findings] == ["exactly-one-cluster"], "no other rule may speak without facts"
    assert findings[0].severity is Severity.ERROR
    assert "existing" in findings[0].remedy


def test_one_cluster_is_enough(subject: Make, existing_subject: Make) -> None:
    assert not list(rules.exactly_one_cluster(subject()))
    assert not list(rules.exactly_one_cluster(existing_subject()))


def test_automatic_is_refused_by_name(subject: Make) -> None:
    (finding,) = rules.cluster_sku_is_supported(subject(created(sku="Automatic")))
    assert finding.dotted == "cluster.create.sku"
    assert "not supported yet" in finding.message
    assert "sku: Base" in finding.remedy
    assert not list(rules.cluster_sku_is_supported(subject(created(sku="Base"))))


@pytest.mark.parametrize(
    ("version", "words", "remedy"),
    [
        ("1.29", "any more", "1.31"),
        ("1.99", "knows nothing", "1.37"),
    ],
)
def test_versions_that_are_none(subject: Make, version: str, words: str, remedy: str) -> None:
    (finding,) = rules.kubernetes_version_is_known(subject(created(kubernetesVersion=version)))
    assert finding.severity is Severity.ERROR
    assert finding.dotted == "cluster.create.kubernetesVersion"
    assert words in finding.message
    assert remedy in finding.remedy


def test_a_newer_version_of_somebody_elses_cluster_stops_nothing(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"kubernetesVersion": "1.99"}}}}
    (finding,) = rules.kubernetes_version_is_known(existing_subject(facts))
    assert finding.severity is Severity.NOTE
    assert finding.dotted == "cluster.existing.facts.kubernetesVersion"
    older = {"cluster": {"existing": {"facts": {"kubernetesVersion": "1.29"}}}}
    (finding,) = rules.kubernetes_version_is_known(existing_subject(older))
    assert finding.severity is Severity.ERROR


def test_known_versions_pass(subject: Make) -> None:
    for version in ("1.36", "1.36.2", "1.31.0"):
        assert not list(rules.kubernetes_version_is_known(subject(created(kubernetesVersion=version))))


def test_a_passed_date_is_a_warning_and_long_term_support_moves_it(subject: Make) -> None:
    old = subject(created(kubernetesVersion="1.33"))
    (finding,) = rules.kubernetes_version_has_support(old)
    assert finding.severity is Severity.WARNING
    assert "2026-07-31" in finding.message
    plan = {"kubernetesVersion": "1.33", "tier": "Premium", "supportPlan": "AKSLongTermSupport"}
    assert not list(rules.kubernetes_version_has_support(subject(created(**plan))))
    assert not list(rules.kubernetes_version_has_support(subject(created(kubernetesVersion="1.33"), date(2026, 7, 1))))


def test_an_open_version_is_noted_with_what_it_means(subject: Make) -> None:
    notes = list(rules.kubernetes_version_is_certain(subject(today=date(2026, 9, 1))))
    assert [finding.severity for finding in notes] == [Severity.NOTE]
    assert "not upgraded" in notes[0].message
    assert 'kubernetesVersion: "1.36"' in notes[0].remedy
    assert not list(rules.kubernetes_version_is_certain(subject(created(kubernetesVersion="1.36"))))


def test_an_unseen_patch_is_noted(subject: Make) -> None:
    (finding,) = rules.kubernetes_version_is_certain(subject(created(kubernetesVersion="1.36.9")))
    assert finding.severity is Severity.NOTE
    assert "1.36.9" in finding.message


def test_long_term_support_needs_premium_and_premium_is_for_nothing_else(subject: Make) -> None:
    (error,) = rules.tier_and_support_plan_agree(subject(created(supportPlan="AKSLongTermSupport")))
    assert (error.severity, error.dotted) == (Severity.ERROR, "cluster.create.supportPlan")
    (warning,) = rules.tier_and_support_plan_agree(subject(created(tier="Premium")))
    assert (warning.severity, warning.dotted) == (Severity.WARNING, "cluster.create.tier")
    both = created(tier="Premium", supportPlan="AKSLongTermSupport")
    assert not list(rules.tier_and_support_plan_agree(subject(both)))


@pytest.mark.parametrize(("length", "key"), [(75, "resourceGroup"), (74, None)])
def test_the_nodes_resource_group_fits_aks(subject: Make, length: int, key: str | None) -> None:
    findings = list(rules.resource_group_leaves_room(subject(created(resourceGroup="g" * length))))
    assert [finding.dotted for finding in findings] == ([f"cluster.create.{key}"] if key else [])
    assert all("at most 74 characters" in finding.remedy for finding in findings)


def test_settings_of_the_cluster_are_refused_on_somebody_elses(existing_subject: Make, subject: Make) -> None:
    given = {"systemPool": {"nodes": 2}, "autoscaler": {"expander": "random"}}
    findings = list(rules.existing_cluster_takes_no_settings(existing_subject(given)))
    assert [finding.dotted for finding in findings] == ["systemPool", "autoscaler"]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert not list(rules.existing_cluster_takes_no_settings(existing_subject()))
    assert not list(rules.existing_cluster_takes_no_settings(subject(given)))


def test_the_small_stacks_have_no_finding_that_stops_them(subject: Make, existing_subject: Make) -> None:
    for made in (subject(), existing_subject()):
        assert not [finding for finding in judge(made) if finding.severity is Severity.ERROR]


def test_facts_come_from_either(stack_data: Callable[..., dict[str, Any]]) -> None:
    assert Subject(StackConfig.model_validate(stack_data()), TODAY).facts.ours
