"""Asks the API server whether it would accept an object, without making it."""

from collections.abc import Callable, Mapping
from typing import Any

from aksgpu_pulumi.api_server import ApiServer, message


def prober(kubeconfig: str) -> Callable[[Mapping[str, Any]], str | None]:
    """A prober for the cluster of this kubeconfig. Raises what the Kubernetes client raises for one it cannot use."""
    api = ApiServer(kubeconfig)

    def try_once(manifest: Mapping[str, Any]) -> str | None:
        return dry_run(api, manifest)

    return try_once


def dry_run(api: ApiServer, manifest: Mapping[str, Any]) -> str | None:
    """None if the API server, with every webhook in between, accepts the object; otherwise its own words.

    Only the object's own API group is asked for, since discovery of all groups fails while any other one is down. An
    object of that name that exists already counts as accepted: the server says so only after all webhooks agreed.
    """
    group = _group_path(str(manifest["apiVersion"]))
    status, answer = api.get(group)
    resource = next((item for item in answer.get("resources", []) if item["kind"] == manifest["kind"]), None)
    if resource is None:
        return message(answer) if status >= 400 else f"{manifest['kind']} is not known to the API server yet"
    namespace = manifest["metadata"].get("namespace") if resource["namespaced"] else None
    place = f"{group}/namespaces/{namespace}" if namespace else group
    status, answer = api.dry_run(f"{place}/{resource['name']}", manifest)
    return None if status < 300 or status == 409 else message(answer)


def _group_path(api_version: str) -> str:
    return f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
