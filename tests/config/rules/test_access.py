"""Signing in, and where preview and up run."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.cluster import access as rules

Make = Callable[..., Subject]
PRIVATE: dict[str, Any] = {"cluster": {"create": {"apiServer": {"private": True, "authorizedRanges": []}}}}


def test_somebody_elses_cluster_must_know_entra(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"entra": False}}}}
    (finding,) = rules.sign_in_needs_entra(existing_subject(facts))
    assert finding.dotted == "cluster.existing.facts.entra"
    assert "kubelogin" in finding.message
    assert not list(rules.sign_in_needs_entra(existing_subject()))


def test_local_accounts_are_a_warning(subject: Make) -> None:
    (finding,) = rules.local_accounts_stay_off(subject({"cluster": {"create": {"localAccounts": True}}}))
    assert finding.severity is Severity.WARNING
    assert not list(rules.local_accounts_stay_off(subject()))


def test_a_hosted_runner_cannot_reach_a_private_cluster(subject: Make, existing_subject: Make) -> None:
    (finding,) = rules.private_cluster_needs_a_runner_inside(subject(PRIVATE))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "access.runner")
    assert "insideNetwork" in finding.remedy
    assert "register: azure" in finding.remedy
    theirs = {"cluster": {"existing": {"facts": {"private": True}}}}
    assert list(rules.private_cluster_needs_a_runner_inside(existing_subject(theirs)))


@pytest.mark.parametrize("way_out", [{"access": {"runner": "insideNetwork"}}, {"register": "azure"}])
def test_both_ways_out_are_accepted(subject: Make, way_out: dict[str, Any]) -> None:
    assert not list(rules.private_cluster_needs_a_runner_inside(subject(PRIVATE | way_out)))


def test_a_public_cluster_takes_any_runner(subject: Make) -> None:
    assert not list(rules.private_cluster_needs_a_runner_inside(subject()))


def test_a_hosted_runner_has_no_managed_identity(subject: Make) -> None:
    (finding,) = rules.login_fits_the_runner(subject({"access": {"login": "msi"}}))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "access.login")
    assert "workloadidentity" in finding.remedy
    for fine in ({"login": "msi", "runner": "insideNetwork"}, {"login": "azurecli"}):
        assert not list(rules.login_fits_the_runner(subject({"access": fine})))


def test_the_in_cluster_half_names_the_other_stack(subject: Make, existing_subject: Make) -> None:
    (finding,) = rules.second_stack_knows_the_first(subject({"register": "inCluster"}))
    assert finding.dotted == "register"
    assert "azureStack: <organization>/<project>/<stack>" in finding.remedy
    named = {"register": "inCluster", "azureStack": "acme/aksgpu/prod-azure"}
    assert not list(rules.second_stack_knows_the_first(subject(named)))
    assert not list(rules.second_stack_knows_the_first(existing_subject({"register": "inCluster"})))


@pytest.mark.parametrize("register", ["all", "azure"])
def test_a_stack_that_makes_the_azure_half_names_none(subject: Make, register: str) -> None:
    changes = {"register": register, "azureStack": "acme/aksgpu/prod-azure"}
    (finding,) = rules.second_stack_knows_the_first(subject(changes))
    assert finding.dotted == "azureStack"
    assert "register: inCluster" in finding.remedy


@pytest.mark.parametrize("name", ["prod-azure", "aksgpu/prod", "a//b", "a/b/c/d", "/a/b/c"])
def test_the_other_stack_has_its_full_name(subject: Make, name: str) -> None:
    (finding,) = rules.second_stack_knows_the_first(subject({"register": "inCluster", "azureStack": name}))
    assert finding.dotted == "azureStack"
    assert name in finding.message
