"""What markers become: Outputs of registered resources, secrets that stay secret, and text made of both."""

import base64
import json
from typing import Any

import pulumi
import pytest
from recorder import UNKNOWN, Recorder, SecretValue, run

from aksgpu.desired.markers import FromAzure, FromConfig, Joined, Marker, RegistryLogin
from aksgpu_pulumi.markers import Answers

CLUSTER = {"id": "/simulated/cluster", "oidcIssuerProfile": {"issuerURL": "https://simulated"}, "off": None}
SECRETS: dict[str, Any] = {"gpuSoftware": {"registry": {"password": "ngc-key"}}}
PASSWORD = FromConfig("gpuSoftware.registry.password")


def nothing_elsewhere(marker: FromAzure) -> Any:
    raise LookupError(marker.resource)


def answered(marker: Marker, mode: Any = "update", known: Any = None, secrets: Any = None) -> Any:
    """What a program would export for a marker."""

    def program() -> None:
        answer = Answers(known or {"cluster": CLUSTER}, secrets or SECRETS, nothing_elsewhere)
        pulumi.export("it", answer(marker))

    return run(program, Recorder(mode)).outputs["it"]


def test_a_looked_up_resource_answers_with_plain_values() -> None:
    assert Answers({"cluster": CLUSTER}, {}, nothing_elsewhere)(FromAzure("cluster", "id")) == "/simulated/cluster"
    assert answered(FromAzure("cluster", "oidcIssuerProfile.issuerURL")) == "https://simulated"


def test_what_azure_did_not_return_is_named() -> None:
    with pytest.raises(pulumi.RunError, match="Azure returned no off for cluster"):
        answered(FromAzure("cluster", "off"))


def registered_cluster(marker: Marker, mode: Any, simulated: dict[str, Any]) -> Any:
    from pulumi_azure_native.containerservice import ManagedCluster

    def program() -> None:
        cluster = ManagedCluster("cluster", resource_group_name="rg")
        pulumi.export("it", Answers({"cluster": cluster}, {}, nothing_elsewhere)(marker))

    return run(program, Recorder(mode, lambda _: simulated)).outputs["it"]


ISSUER = FromAzure("cluster", "oidcIssuerProfile.issuerURL")


def test_a_registered_resource_answers_with_its_outputs() -> None:
    assert registered_cluster(ISSUER, "update", {"oidcIssuerProfile": {"issuerURL": "https://x"}}) == "https://x"
    kubelet = FromAzure("cluster", "identityProfile.kubeletidentity.objectId")
    profile = {"identityProfile": {"kubeletidentity": {"objectId": "simulated object"}}}
    assert registered_cluster(kubelet, "update", profile) == "simulated object"
    assert registered_cluster(FromAzure("cluster", "id"), "update", {"id": "/simulated/c"}) == "/simulated/c"


def test_an_output_is_unknown_in_a_preview_and_missed_in_an_update() -> None:
    assert registered_cluster(ISSUER, "preview", {}) is UNKNOWN
    with pytest.raises(pulumi.RunError, match=r"Azure returned no oidcIssuerProfile\.issuerURL for cluster"):
        registered_cluster(ISSUER, "update", {})


@pytest.mark.parametrize("mode", ["preview", "update"])
def test_a_secret_of_the_stack_stays_secret(mode: str) -> None:
    assert answered(PASSWORD, mode) == SecretValue("ngc-key")
    assert answered(Joined(("key=", PASSWORD)), mode) == SecretValue("key=ngc-key")


def test_a_secret_may_be_an_output() -> None:
    def program() -> None:
        secrets = {"gpuSoftware": {"registry": {"password": pulumi.Output.from_input("ngc-key")}}}
        pulumi.export("it", Answers({}, secrets, nothing_elsewhere)(PASSWORD))

    assert run(program, Recorder("update")).outputs["it"] == SecretValue("ngc-key")


def test_a_registry_login_is_a_secret_docker_config() -> None:
    secret = answered(RegistryLogin("nvcr.io", "$oauthtoken", PASSWORD))
    assert isinstance(secret, SecretValue)
    login = json.loads(secret.value)["auths"]["nvcr.io"]
    assert login["username"] == "$oauthtoken"
    assert login["password"] == "ngc-key"
    assert base64.b64decode(login["auth"]) == b"$oauthtoken:ngc-key"


@pytest.mark.parametrize(
    "secrets", [{"gpuSoftware": {}}, {"gpuSoftware": {"registry": {"password": {"secure": "v1"}}}}]
)
def test_a_missing_secret_is_named_and_not_guessed(secrets: dict[str, Any]) -> None:
    with pytest.raises(pulumi.RunError, match=r"gpuSoftware\.registry\.password: the plan needs this secret"):
        answered(PASSWORD, secrets=secrets)


def test_joined_text_of_plain_values_is_plain() -> None:
    joined = Joined(("https://", FromAzure("cluster", "id"), "/x"))
    assert Answers({"cluster": CLUSTER}, {}, nothing_elsewhere)(joined) == "https:///simulated/cluster/x"


def test_joined_text_keeps_what_is_unknown_unknown() -> None:
    assert registered_cluster(Joined(("a", ISSUER)), "preview", {}) is UNKNOWN
