"""The kubeconfig of a cluster: the caller's own sign-in through kubelogin, and nothing that can be stolen from it."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

import pulumi
import yaml

AKS_SERVER_APPLICATION = "6dae42f8-4368-4678-94ff-3960e28e3630"
"""Entra application of every AKS API server, the same in all tenants (kubelogin's README, "AKS AAD server app")."""

_INTERACTIVE = frozenset({"devicecode", "interactive"})
_KEPT_ALWAYS = ("--server-id", "--environment")
_WITH_TENANT = frozenset({"spn", "azd"})
"""Modes that do not learn the tenant from the environment or from a session."""


class UnusableKubeconfig(pulumi.RunError):
    """The kubeconfig that Azure returned cannot serve. The message says why and what to do, without its content."""


def kubelogin_kubeconfig(encoded: str, login: str, static_allowed: bool) -> str:
    """Rewrite AKS's kubeconfig (base64 YAML) so that kubelogin signs in by `login`; stable, sorted YAML.

    AKS hands it out with a device-code prompt, which would stop every unattended run. The login mode is written as
    given, so the text is the same whoever runs. `static_allowed` lets a cluster with local accounts keep the
    credentials that it returned. Raises UnusableKubeconfig.
    """
    return signed_in_by(_decoded(encoded), login, static_allowed)


def signed_in_by(text: str, login: str, static_allowed: bool) -> str:
    """The same for a kubeconfig in plain YAML, such as the one that another stack exports."""
    if login in _INTERACTIVE:
        raise UnusableKubeconfig(f"access.login {login} asks a person to sign in. Choose azurecli or another mode.")
    config = _read(text)
    _refuse_empty_host(config)
    users = [_user(user, login, static_allowed) for user in _items(config, "users")]
    context = _only_context(config)
    return _sorted_yaml({**config, "users": users, "current-context": context})


def _sorted_yaml(config: Mapping[str, Any]) -> str:
    return yaml.safe_dump(config, sort_keys=True)  # pyright: ignore[reportUnknownMemberType] an optional type of its stub


def _decoded(encoded: str) -> str:
    try:
        return base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise UnusableKubeconfig("Azure returned a kubeconfig that is not base64 text.") from None


def _read(text: str) -> dict[str, Any]:
    try:
        config = yaml.safe_load(text)
    except yaml.YAMLError:
        config = None
    if not isinstance(config, dict):
        raise UnusableKubeconfig("Azure returned a kubeconfig that is not YAML.")
    return cast(dict[str, Any], config)


def _items(config: Mapping[str, Any], field: str) -> Sequence[dict[str, Any]]:
    found = config.get(field)
    if not (isinstance(found, list) and found):
        raise UnusableKubeconfig(f"Azure returned a kubeconfig without {field}. Is the cluster still being made?")
    return cast("list[dict[str, Any]]", found)


def _map(config: Mapping[str, Any], field: str) -> dict[str, Any]:
    found = config.get(field)
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


def _refuse_empty_host(config: Mapping[str, Any]) -> None:
    # Kubernetes clients take an empty address for localhost, or for the caller's own current cluster.
    for cluster in _items(config, "clusters"):
        server = _map(cluster, "cluster").get("server")
        if not (isinstance(server, str) and server.startswith("https://") and len(server) > len("https://")):
            raise UnusableKubeconfig(
                "Azure returned a kubeconfig without the API server's address. A stopped cluster has none: "
                "start it with `az aks start`."
            )


def _only_context(config: Mapping[str, Any]) -> str:
    names = [context.get("name") for context in _items(config, "contexts")]
    if len(names) != 1 or not isinstance(names[0], str):
        raise UnusableKubeconfig("Azure returned a kubeconfig with several contexts; which cluster is meant is open.")
    return names[0]


def _user(user: dict[str, Any], login: str, static_allowed: bool) -> dict[str, Any]:
    credentials = _map(user, "user")
    if "exec" not in credentials:
        if static_allowed:
            return user
        raise UnusableKubeconfig(
            "Azure returned static credentials although local accounts are off. Is Entra ID sign-in on in this cluster?"
        )
    options = {"--server-id": AKS_SERVER_APPLICATION, **_options(_map(credentials, "exec").get("args"))}
    kept = (*_KEPT_ALWAYS, "--tenant-id") if login in _WITH_TENANT else _KEPT_ALWAYS
    return {
        "name": user.get("name"),
        "user": {
            "exec": {
                "apiVersion": "client.authentication.k8s.io/v1beta1",
                "command": "kubelogin",
                "args": [
                    *("get-token", "--login", login),
                    *(part for option in kept if option in options for part in (option, options[option])),
                ],
                "installHint": "kubelogin must be on PATH: https://azure.github.io/kubelogin",
                "interactiveMode": "Never",
                "provideClusterInfo": False,
            }
        },
    }


def _options(arguments: Any) -> dict[str, str]:
    words = [str(word) for word in cast(Sequence[Any], arguments or [])]
    return {flag: value for flag, value in pairwise(words) if flag.startswith("--")}
