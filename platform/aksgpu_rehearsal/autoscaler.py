"""A simulated cluster autoscaler: answers Kueue's ProvisioningRequests as AKS's own does where there is room."""

import contextlib
from datetime import UTC, datetime
from typing import Any

from urllib3.exceptions import HTTPError

from aksgpu_rehearsal.api import Api, Json, Refused
from aksgpu_rehearsal.controllers import Site

API = "/apis/autoscaling.x-k8s.io/v1"
REQUESTS = f"{API}/provisioningrequests"
SECONDS_BETWEEN_LOOKS = 0.5

ATOMIC = "best-effort-atomic-scale-up.autoscaling.x-k8s.io"
"""The autoscaler's own word (k8s.io/autoscaler/cluster-autoscaler/apis, provisioningrequest/v1/types.go), so that a
stack with another one waits, as it does on AKS."""

ACCEPTED, PROVISIONED = "Accepted", "Provisioned"
WORDS = {
    ACCEPTED: "simulated cluster autoscaler: the request is accepted.",
    PROVISIONED: "simulated cluster autoscaler: the fake nodes are there.",
}


def run_autoscaler(site: Site) -> None:
    """Answer requests until the rehearsal ends."""
    while not site.stop.wait(SECONDS_BETWEEN_LOOKS):
        with contextlib.suppress(HTTPError):  # the API server may be away for a while
            answer_requests(site.api)


def answer_requests(api: Api) -> None:
    """Take every request for nodes one step further: accepted at one look, provisioned at the next."""
    for request in api.items(REQUESTS):
        step = next((name for name in (ACCEPTED, PROVISIONED) if not _has(request, name)), None)
        if step and request["spec"]["provisioningClassName"] == ATOMIC:
            _add(api, request, step)


def _has(request: Json, name: str) -> bool:
    return any(item["type"] == name and item["status"] == "True" for item in _conditions(request))


def _conditions(request: Json) -> list[dict[str, Any]]:
    return request.get("status", {}).get("conditions") or []


def _add(api: Api, request: Json, name: str) -> None:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    condition = {"type": name, "status": "True", "reason": name, "message": WORDS[name], "lastTransitionTime": now}
    metadata = request["metadata"]
    path = f"{API}/namespaces/{metadata['namespace']}/provisioningrequests/{metadata['name']}/status"
    try:
        api.merge(path, {"status": {"conditions": [*_conditions(request), condition]}})
    except Refused:
        if api.get(path):  # Kueue takes requests back that it no longer needs
            raise
