"""Asks the API server whether it would accept an object, without making it."""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

import yaml
from kubernetes import client, config

_SECONDS_PER_REQUEST = 15


def prober(kubeconfig: str) -> Callable[[Mapping[str, Any]], str | None]:
    """A prober for the cluster of this kubeconfig. Raises what the Kubernetes client raises for one it cannot use."""
    api = _client(yaml.safe_load(kubeconfig))

    def try_once(manifest: Mapping[str, Any]) -> str | None:
        return dry_run(api, manifest)

    return try_once


def dry_run(api: client.ApiClient, manifest: Mapping[str, Any]) -> str | None:
    """None if the API server, with every webhook in between, accepts the object; otherwise its own words.

    Only the object's own API group is asked for, since discovery of all groups fails while any other one is down. An
    object of that name that exists already counts as accepted: the server says so only after all webhooks agreed.
    """
    group = _group_path(str(manifest["apiVersion"]))
    status, answer = _ask(api, "GET", group)
    resource = next((item for item in answer.get("resources", []) if item["kind"] == manifest["kind"]), None)
    if resource is None:
        return _message(answer) if status >= 400 else f"{manifest['kind']} is not known to the API server yet"
    namespace = manifest["metadata"].get("namespace") if resource["namespaced"] else None
    place = f"{group}/namespaces/{namespace}" if namespace else group
    status, answer = _ask(api, "POST", f"{place}/{resource['name']}", manifest)
    return None if status < 300 or status == 409 else _message(answer)


def _client(kubeconfig: Mapping[str, Any]) -> client.ApiClient:
    # The client's functions below have no types of their own.
    return config.new_client_from_config_dict(kubeconfig, persist_config=False)  # pyright: ignore[reportUnknownMemberType]


def _group_path(api_version: str) -> str:
    return f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"


def _ask(
    api: client.ApiClient, method: str, path: str, body: Mapping[str, Any] | None = None
) -> tuple[int, dict[str, Any]]:
    request = api.param_serialize(  # pyright: ignore[reportUnknownMemberType]
        method,
        path,
        query_params=[("dryRun", "All")] if body else None,
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


def _message(answer: Mapping[str, Any]) -> str:
    return str(answer.get("message") or answer.get("reason") or "no reason given")
