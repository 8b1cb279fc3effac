"""Whom teams' pods may reach."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.teams import network_policies as rules

Make = Callable[..., Subject]
SUBNET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/"
CALICO = {"dataplane": "azure", "policy": "calico"}


def vision(**changes: Any) -> dict[str, Any]:
    return {"teams": {"vision": changes}}


def created(network: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return {"cluster": {"create": {"network": network or {}, **changes}}}


@pytest.mark.parametrize(
    ("cidr", "words"),
    [
        ("169.254.169.254/32", "instance metadata"),
        ("169.254.0.0/16", "instance metadata"),
        ("168.63.129.16/32", "wire server"),
        ("0.0.0.0/0", "instance metadata and of the Azure wire server"),
        ("160.0.0.0/4", "instance metadata and of the Azure wire server"),
    ],
)
def test_no_range_may_hold_instance_metadata(subject: Make, cidr: str, words: str) -> None:
    egress = [{"cidr": "10.1.0.0/16"}, {"cidr": cidr}]
    (finding,) = rules.egress_opens_no_blocked_address(subject(vision(egress=egress)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.vision.egress[1].cidr")
    assert words in finding.message


@pytest.mark.parametrize("cidr", ["169.254.169.253/32", "10.0.0.0/8", "168.63.129.0/28"])
def test_ranges_beside_it_are_fine(subject: Make, cidr: str) -> None:
    assert not list(rules.egress_opens_no_blocked_address(subject(vision(egress=[{"cidr": cidr}]))))


@pytest.mark.parametrize(
    ("cidr", "what"),
    [("10.244.0.0/16", "pod range"), ("10.244.7.0/24", "pod range"), ("10.0.0.10/32", "Service range")],
)
def test_pods_and_services_are_not_reached_by_address(subject: Make, cidr: str, what: str) -> None:
    (finding,) = rules.egress_is_outside_the_cluster(subject(vision(egress=[{"cidr": cidr}])))
    assert finding.severity is Severity.ERROR
    assert what in finding.message


def test_a_wider_private_range_is_fine_since_pods_are_taken_out_of_it(subject: Make) -> None:
    assert not list(rules.egress_is_outside_the_cluster(subject(vision(egress=[{"cidr": "10.0.0.0/8"}]))))


def test_an_existing_cluster_may_not_say_its_pod_range(existing_subject: Make) -> None:
    changes = {"cluster": {"existing": {"facts": {"podCidr": None}}}, **vision(egress=[{"cidr": "10.244.0.0/16"}])}
    assert not list(rules.egress_is_outside_the_cluster(existing_subject(changes)))


def test_a_rule_without_ports_is_refused(subject: Make) -> None:
    (finding,) = rules.egress_has_ports(subject(vision(egress=[{"cidr": "10.1.0.0/16", "ports": []}])))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.vision.egress[0].ports")
    assert not list(rules.egress_has_ports(subject(vision(egress=[{"cidr": "10.1.0.0/16"}]))))


def test_what_a_closed_internet_means_is_noted(subject: Make) -> None:
    (finding,) = rules.closed_internet_is_known(subject(vision(internetEgress=False)))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "teams.vision.internetEgress")
    assert "public registry" in finding.message
    assert "Entra" in finding.message
    (plain,) = rules.closed_internet_is_known(subject(vision(internetEgress=False, workloadIdentity=False)))
    assert "Entra" not in plain.message
    assert not list(rules.closed_internet_is_known(subject()))


@pytest.mark.parametrize(
    "stack",
    [
        {**created(CALICO), **vision(kubernetesApi=True, internetEgress=False)},
        {
            **created(
                {**CALICO, "existingSubnet": f"{SUBNET}nodes"}, apiServer={"private": True, "authorizedRanges": []}
            ),
            **vision(kubernetesApi=True),
        },
    ],
)
def test_calico_cannot_open_an_api_server_whose_range_nobody_knows(subject: Make, stack: dict[str, Any]) -> None:
    (finding,) = rules.kubernetes_api_can_be_opened(subject(stack))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.vision.kubernetesApi")


@pytest.mark.parametrize(
    "stack",
    [
        {**created(CALICO), **vision(kubernetesApi=True)},
        {**created(CALICO), **vision(internetEgress=False)},
        {
            **created(CALICO, apiServer={"subnetPrefix": "10.226.0.0/28"}),
            **vision(kubernetesApi=True, internetEgress=False),
        },
        {**created(CALICO, apiServer={"private": True, "authorizedRanges": []}), **vision(kubernetesApi=True)},
        {**created(), **vision(kubernetesApi=True, internetEgress=False)},
        {**created({"dataplane": "azure", "policy": "none"}), **vision(kubernetesApi=True, internetEgress=False)},
    ],
)
def test_the_api_server_can_be_opened_where_its_range_is_known(subject: Make, stack: dict[str, Any]) -> None:
    assert not list(rules.kubernetes_api_can_be_opened(subject(stack)))


def test_letting_another_team_in_is_not_enough(subject: Make) -> None:
    teams = {"vision": {"ingressNamespaces": ["ingress", "nlp"]}, "speech": {"namespace": "nlp"}}
    (finding,) = rules.ingress_namespace_can_send(subject({"teams": teams}))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "teams.vision.ingressNamespaces[1]")
    assert "team speech" in finding.message


def test_letting_oneself_in_is_needless(subject: Make) -> None:
    (finding,) = rules.ingress_namespace_can_send(subject(vision(ingressNamespaces=["vision"])))
    assert finding.severity is Severity.NOTE
    assert not list(rules.ingress_namespace_can_send(subject(vision(ingressNamespaces=["ingress"]))))


ACCOUNT: dict[str, Any] = {"storage": {"accounts": {"data01": {}}}}


def test_private_endpoints_in_an_existing_network_need_a_range(subject: Make, existing_subject: Make) -> None:
    in_theirs = {**created({"existingSubnet": f"{SUBNET}nodes"}), **ACCOUNT}
    (finding,) = rules.private_endpoints_are_reachable(subject(in_theirs))
    assert finding.severity is Severity.NOTE
    assert "data01" in finding.message
    assert list(rules.private_endpoints_are_reachable(existing_subject(ACCOUNT)))
    named = {**in_theirs, **vision(egress=[{"cidr": "10.7.0.0/24"}])}
    for quiet in (ACCOUNT, named, created({"existingSubnet": f"{SUBNET}nodes"})):
        assert not list(rules.private_endpoints_are_reachable(subject(quiet)))
