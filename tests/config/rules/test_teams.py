"""Teams: namespaces, people, Pod Security and identities."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.teams import teams as rules

Make = Callable[..., Subject]
GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
OTHER = "b7d0a5de-0e63-4f0c-8a37-6a54f0f3a6c2"


@pytest.mark.parametrize(
    "teams",
    [{"speech": {"namespace": "vision"}}, {"vision": {"namespace": "shared"}, "speech": {"namespace": "shared"}}],
)
def test_two_teams_never_share_a_namespace(subject: Make, teams: dict[str, Any]) -> None:
    (finding,) = rules.team_has_a_namespace_of_its_own(subject({"teams": teams}))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.speech.namespace")
    assert "vision and speech" in finding.message


def test_teams_with_names_of_their_own_are_fine(subject: Make) -> None:
    assert not list(rules.team_has_a_namespace_of_its_own(subject({"teams": {"speech": {}}})))


@pytest.mark.parametrize(
    ("namespace", "owner"),
    [
        ("default", "Kubernetes"),
        ("kube-system", "Kubernetes"),
        ("kube-anything", "Kubernetes"),
        ("gatekeeper-system", "AKS"),
        ("aks-istio-system", "AKS"),
        ("kueue-system", "Kueue"),
        ("node-feature-discovery", "Node Feature Discovery"),
        ("nvidia", "GPU Operator"),
    ],
)
def test_reserved_namespaces_are_refused(subject: Make, namespace: str, owner: str) -> None:
    changes = {
        "teams": {"vision": {"namespace": namespace}},
        "gpuSoftware": {"operator": {"namespace": "nvidia"}},
    }
    (finding,) = rules.team_namespace_is_not_reserved(subject(changes))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.vision.namespace")
    assert owner in finding.message
    assert "team-vision" in finding.remedy


def test_a_team_whose_own_name_is_reserved_is_told_where_it_stands(subject: Make) -> None:
    (finding,) = rules.team_namespace_is_not_reserved(subject({"teams": {"kueue-system": {}}}))
    assert finding.dotted == "teams.kueue-system"


@pytest.mark.parametrize("namespace", ["kubeflow", "gpu-operators", "team-default"])
def test_names_that_only_look_reserved_are_free(subject: Make, namespace: str) -> None:
    assert not list(rules.team_namespace_is_not_reserved(subject({"teams": {"vision": {"namespace": namespace}}})))


def test_a_team_without_people_is_noted(subject: Make) -> None:
    (finding,) = rules.team_has_people(subject({"teams": {"speech": {}}}))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "teams.speech")
    assert not list(rules.team_has_people(subject({"teams": {"speech": {"groups": {"view": [OTHER]}}}})))


@pytest.mark.parametrize(
    ("groups", "path", "words"),
    [
        ({"admin": [OTHER], "view": [OTHER.upper()]}, "teams.vision.groups.view[0]", "under admin too"),
        ({"edit": [GROUP, OTHER, GROUP]}, "teams.vision.groups.edit[2]", "twice here"),
    ],
)
def test_a_group_has_one_right(subject: Make, groups: dict[str, Any], path: str, words: str) -> None:
    (finding,) = rules.team_group_has_one_right(subject({"teams": {"vision": {"groups": groups}}}))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, path)
    assert words in finding.message


def test_a_group_may_belong_to_two_teams(subject: Make) -> None:
    changes = {"teams": {"vision": {"groups": {"admin": [OTHER]}}, "speech": {"groups": {"edit": [GROUP]}}}}
    assert not list(rules.team_group_has_one_right(subject(changes)))


@pytest.mark.parametrize(
    ("level", "severity", "words"),
    [("privileged", Severity.WARNING, "instance metadata"), ("restricted", Severity.NOTE, "IPC_LOCK")],
)
def test_pod_security_at_both_ends_is_commented(subject: Make, level: str, severity: Severity, words: str) -> None:
    (finding,) = rules.pod_security_keeps_teams_apart(subject({"teams": {"vision": {"podSecurity": level}}}))
    assert (finding.severity, finding.dotted) == (severity, "teams.vision.podSecurity")
    assert words in finding.message
    assert not list(rules.pod_security_keeps_teams_apart(subject()))


@pytest.mark.parametrize(
    ("facts", "path", "words"),
    [
        ({"oidcIssuer": False}, "cluster.existing.facts.oidcIssuer", "oidcIssuer is off"),
        ({"workloadIdentity": False}, "cluster.existing.facts.workloadIdentity", "workloadIdentity is off"),
        (
            {"oidcIssuer": False, "workloadIdentity": False},
            "cluster.existing.facts.oidcIssuer",
            "oidcIssuer and workloadIdentity are off",
        ),
    ],
)
def test_workload_identity_needs_issuer_and_webhook(
    existing_subject: Make, facts: dict[str, Any], path: str, words: str
) -> None:
    changes: dict[str, Any] = {"cluster": {"existing": {"facts": facts}}}
    (finding,) = rules.workload_identity_has_an_issuer(existing_subject(changes))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, path)
    assert words in finding.message
    without = {**changes, "teams": {"vision": {"workloadIdentity": False}}}
    assert not list(rules.workload_identity_has_an_issuer(existing_subject(without)))
    assert not list(rules.workload_identity_has_an_issuer(existing_subject()))
