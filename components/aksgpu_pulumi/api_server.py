"""Asks the API server of a kubeconfig, with the official Kubernetes client."""

import json
from collections.abc import Mapping
from typing import Any, cast

import yaml
from kubernetes import client, config

_SECONDS_PER_REQUEST = 15

Answer = tuple[int, dict[str, Any]]
"""Status and body."""


class ApiServer:
    """Requests by path. Raises what the Kubernetes client raises for a kubeconfig that it cannot use."""

    def __init__(self, kubeconfig: str) -> None:
        self._client = _client(yaml.safe_load(kubeconfig))

    def get(self, path: str, **query: str) -> Answer:
        """What is at a path."""
        return _ask(self._client, "GET", path, query)

    def dry_run(self, path: str, body: Mapping[str, Any]) -> Answer:
        """What the API server, with every webhook in between, would say to this object."""
        return _ask(self._client, "POST", path, {"dryRun": "All"}, body)

    def delete(self, path: str) -> Answer:
        """Delete the object at a path."""
        return _ask(self._client, "DELETE", path, {})


def message(answer: Mapping[str, Any]) -> str:
    """The API server's own words."""
    return str(answer.get("message") or answer.get("reason") or "no reason given")


def _client(kubeconfig: Mapping[str, Any]) -> client.ApiClient:
    # The client's functions below have no types of their own.
    return config.new_client_from_config_dict(kubeconfig, persist_config=False)  # pyright: ignore[reportUnknownMemberType]


def _ask(
    api: client.ApiClient, method: str, path: str, query: Mapping[str, str], body: Mapping[str, Any] | None = None
) -> Answer:
    request = api.param_serialize(  # pyright: ignore[reportUnknownMemberType]
        method,
        path,
        query_params=list(query.items()),
        header_params={"Accept": "application/json", "Content-Type": "application/json"},
        body=body,
        auth_settings=["BearerToken"],
    )
    response = cast(Any, api.call_api(*request, _request_timeout=_SECONDS_PER_REQUEST))  # pyright: ignore[reportUnknownMemberType]
    text = bytes(response.read() or b"").decode(errors="replace")
    try:
        answer = json.loads(text)
    except ValueError:
        answer = text[:500]
    return int(response.status), cast(dict[str, Any], answer) if isinstance(answer, dict) else {"message": str(answer)}
