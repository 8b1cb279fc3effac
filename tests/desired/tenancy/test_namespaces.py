"""Namespaces, limits, and what pods may not write into themselves."""

from collections.abc import Callable
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.tenancy.inline_volumes import inline_volume_policy
from aksgpu.desired.tenancy.limits import limits
from aksgpu.desired.tenancy.namespaces import namespace
from aksgpu.desired.tenancy.network_summary import Reach, reachability
from aksgpu.desired.tenancy.statements import statements

Make = Callable[..., Subject]


def vision(**changes: Any) -> dict[str, Any]:
    return {"teams": {"vision": changes}}


def test_a_namespace_says_team_queue_and_pod_security(subject: Make) -> None:
    made = namespace(subject(vision(namespace="cv", podSecurity="restricted")), "vision")
    assert made.key == "namespace-cv"
    assert made.manifest["metadata"]["labels"] == {
        "aksgpu/team": "vision",
        "aksgpu/queued": "true",
        "pod-security.kubernetes.io/enforce": "restricted",
        "pod-security.kubernetes.io/audit": "restricted",
        "pod-security.kubernetes.io/warn": "restricted",
    }
    assert validate(made.manifest) == []


def test_kueue_stays_away_from_a_team_without_a_queue(subject: Make) -> None:
    labels = namespace(subject(vision(queue=...)), "vision").manifest["metadata"]["labels"]
    assert "aksgpu/queued" not in labels


def test_limits_are_made_only_where_wanted(subject: Make) -> None:
    assert not [*limits(subject(), "vision")]
    wanted = vision(
        resourceQuota={"requests.nvidia.com/gpu": "8", "pods": "100"},
        limitRange={"defaultCpu": "2", "maxMemory": "64Gi"},
    )
    quota, default = limits(subject(wanted), "vision")
    assert quota.manifest["spec"] == {"hard": {"pods": "100", "requests.nvidia.com/gpu": "8"}}
    assert default.manifest["spec"]["limits"] == [
        {"type": "Container", "defaultRequest": {"cpu": "2", "memory": "4Gi"}, "max": {"memory": "64Gi"}}
    ]
    for each in (quota, default):
        assert each.after == ("namespace-vision",)
        assert validate(each.manifest) == []


def test_a_limit_range_without_maxima_has_none(subject: Make) -> None:
    (default,) = limits(subject(vision(limitRange={})), "vision")
    assert default.manifest["spec"]["limits"][0].keys() == {"type", "defaultRequest"}


def test_azure_volumes_come_by_claims_only(subject: Make) -> None:
    policy, binding = inline_volume_policy(subject())
    for each in (policy, binding):
        assert validate(each.manifest) == []
    expression = policy.manifest["spec"]["validations"][0]["expression"]
    for driver in ("blob.csi.azure.com", "file.csi.azure.com", "disk.csi.azure.com"):
        assert f"'{driver}'" in expression
    assert policy.manifest["spec"]["failurePolicy"] == "Fail"
    assert binding.manifest["spec"]["policyName"] == policy.manifest["metadata"]["name"]
    selector = binding.manifest["spec"]["matchResources"]["namespaceSelector"]
    assert selector == {"matchExpressions": [{"key": "aksgpu/team", "operator": "Exists"}]}
    assert policy.key in binding.after
    assert not [*inline_volume_policy(subject({"teams": {"vision": ...}}))]


def rows(made: Subject) -> dict[tuple[str, str], bool]:
    return {(row.source, row.target): row.allowed for row in reachability(made)}


def test_the_summary_splits_teams_that_differ(subject: Make) -> None:
    teams = {"speech": {"internetEgress": False, "egress": [{"cidr": "10.9.0.0/16", "ports": [443, 1433]}]}}
    found = rows(subject({"teams": teams}))
    assert found["pods of vision", "public internet"]
    assert not found["pods of speech", "public internet"]
    assert found["pods of speech", "10.9.0.0/16"]
    assert not found["pods of every team", "instance metadata and the Azure wire server"]
    assert not found["pods of every team", "pods of other teams and of the platform"]


def test_the_summary_speaks_of_every_team_where_all_agree(subject: Make) -> None:
    found = rows(subject({"teams": {"speech": {}}}))
    assert found["pods of every team", "public internet"]
    assert ("pods of vision", "public internet") not in found


@pytest.mark.parametrize(
    ("private", "asked", "internet", "allowed"),
    [(True, False, True, False), (True, True, True, True), (False, False, True, True), (False, False, False, False)],
)
def test_the_summary_knows_who_reaches_the_api(
    subject: Make, private: bool, asked: bool, internet: bool, allowed: bool
) -> None:
    api = {"private": private} | ({"authorizedRanges": []} if private else {})
    team = vision(kubernetesApi=asked, internetEgress=internet)
    found = rows(subject({"cluster": {"create": {"apiServer": api}}, **team}))
    assert found["pods of every team", "the Kubernetes API"] is allowed


def test_without_an_engine_the_summary_hides_nothing(subject: Make) -> None:
    made = subject({"cluster": {"create": {"network": {"dataplane": "azure", "policy": "none"}}}})
    (row,) = reachability(made)
    assert row == Reach("every pod", "every pod and address, instance metadata too", "all", True)
    assert any("No policy engine" in each.text for each in statements(made))


def test_without_teams_there_is_nothing_to_say(subject: Make) -> None:
    nobody = subject({"teams": {"vision": ...}})
    assert reachability(nobody) == ()
    assert not [*statements(nobody)]


@pytest.mark.parametrize(
    ("network", "words"),
    [
        ({}, "denied outright"),
        ({"dataplane": "azure", "policy": "calico"}, "only Cilium denies it outright"),
    ],
)
def test_the_plan_says_how_metadata_is_kept_away(subject: Make, network: dict[str, Any], words: str) -> None:
    made = subject({"cluster": {"create": {"network": network}}})
    assert any(words in each.text for each in statements(made) if each.topic == "network")


@pytest.mark.parametrize(("azure_rbac", "words"), [(True, "Azure role assignments"), (False, "RoleBindings to admin")])
def test_the_plan_says_where_rights_come_from(subject: Make, azure_rbac: bool, words: str) -> None:
    made = subject({"cluster": {"create": {"azureRbac": azure_rbac}}})
    assert any(words in each.text for each in statements(made) if each.topic == "access")
