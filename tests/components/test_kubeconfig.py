"""The kubeconfig: the caller's own sign-in, never a prompt, never static credentials, never another cluster."""

import base64
from typing import Any

import pytest
import yaml
from simulated import encoded, kubeconfig

from aksgpu_pulumi.kubeconfig import UnusableKubeconfig, kubelogin_kubeconfig, signed_in_by


def arguments(text: str) -> list[str]:
    config = yaml.safe_load(text)
    return config["users"][0]["user"]["exec"]["args"]


@pytest.mark.parametrize(
    ("login", "expected"),
    [
        ("azurecli", []),
        ("workloadidentity", []),
        ("msi", []),
        ("spn", ["--tenant-id", "simulated-tenant"]),
        ("azd", ["--tenant-id", "simulated-tenant"]),
    ],
)
def test_the_login_mode_is_written_as_given(login: str, expected: list[str]) -> None:
    text = kubelogin_kubeconfig(encoded(kubeconfig()), login, static_allowed=False)
    start = ["get-token", "--login", login, "--server-id", "simulated-server-id", "--environment", "AzurePublicCloud"]
    assert arguments(text) == start + expected
    entry = yaml.safe_load(text)["users"][0]["user"]["exec"]
    assert entry["command"] == "kubelogin"
    assert entry["interactiveMode"] == "Never"
    assert "devicecode" not in text


def test_everything_else_stays_and_the_text_is_stable() -> None:
    text = kubelogin_kubeconfig(encoded(kubeconfig()), "azurecli", static_allowed=False)
    before, after = yaml.safe_load(kubeconfig()), yaml.safe_load(text)
    assert {key: value for key, value in after.items() if key != "users"} == {
        key: value for key, value in before.items() if key != "users"
    }
    shuffled = yaml.safe_dump(dict(reversed(before.items())), sort_keys=False)
    assert kubelogin_kubeconfig(encoded(shuffled), "azurecli", static_allowed=False) == text
    assert signed_in_by(text, "azurecli", static_allowed=False) == text


def test_another_stacks_kubeconfig_takes_this_stacks_login() -> None:
    text = kubelogin_kubeconfig(encoded(kubeconfig()), "azurecli", static_allowed=False)
    assert arguments(signed_in_by(text, "msi", static_allowed=False))[:3] == ["get-token", "--login", "msi"]


def test_a_missing_server_id_becomes_the_one_of_all_aks_servers() -> None:
    user = {"exec": {"command": "kubelogin", "args": ["get-token", "--login", "devicecode"]}}
    text = kubelogin_kubeconfig(encoded(kubeconfig(user=user)), "azurecli", static_allowed=False)
    assert arguments(text)[3:] == ["--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630"]


STATIC: dict[str, Any] = {"client-certificate-data": "c2VjcmV0", "client-key-data": "c2VjcmV0", "token": "secret-token"}


def test_static_credentials_are_refused_when_local_accounts_are_off() -> None:
    with pytest.raises(UnusableKubeconfig, match="static credentials although local accounts are off") as refusal:
        kubelogin_kubeconfig(encoded(kubeconfig(user=STATIC)), "azurecli", static_allowed=False)
    assert "secret" not in str(refusal.value)


def test_static_credentials_of_a_cluster_with_local_accounts_stay() -> None:
    text = kubelogin_kubeconfig(encoded(kubeconfig(user=STATIC)), "azurecli", static_allowed=True)
    assert yaml.safe_load(text)["users"][0]["user"] == STATIC


@pytest.mark.parametrize("login", ["devicecode", "interactive"])
def test_a_mode_that_asks_a_person_is_refused(login: str) -> None:
    with pytest.raises(UnusableKubeconfig, match="asks a person to sign in"):
        kubelogin_kubeconfig(encoded(kubeconfig()), login, static_allowed=False)


@pytest.mark.parametrize("server", ["", "https://", "localhost"])
def test_an_empty_host_is_refused_since_clients_would_fall_back_to_another_cluster(server: str) -> None:
    with pytest.raises(UnusableKubeconfig, match="without the API server's address"):
        kubelogin_kubeconfig(encoded(kubeconfig(server)), "azurecli", static_allowed=False)


def test_the_context_is_the_only_one_there_is() -> None:
    config = yaml.safe_load(kubeconfig())
    config["current-context"] = "somebody-elses"
    text = kubelogin_kubeconfig(encoded(yaml.safe_dump(config)), "azurecli", static_allowed=False)
    assert yaml.safe_load(text)["current-context"] == "gpu"
    config["contexts"].append({"name": "second", "context": {}})
    with pytest.raises(UnusableKubeconfig, match="several contexts"):
        kubelogin_kubeconfig(encoded(yaml.safe_dump(config)), "azurecli", static_allowed=False)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("%%%", "not base64"),
        (base64.b64encode(b"\xff\xfe").decode(), "not base64 text"),
        (encoded("just words"), "not YAML"),
        (encoded("{unclosed"), "not YAML"),
        (encoded("clusters: []"), "without clusters"),
        (encoded("clusters: [{cluster: {server: 'https://x'}}]"), "without users"),
    ],
)
def test_nonsense_is_refused_in_plain_words(raw: str, words: str) -> None:
    with pytest.raises(UnusableKubeconfig, match=words):
        kubelogin_kubeconfig(raw, "azurecli", static_allowed=False)
