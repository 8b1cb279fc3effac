"""The simulated autoscaler takes requests step by step, leaves other classes alone, and outlives an outage."""

import threading
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from urllib3.exceptions import HTTPError

from aksgpu_rehearsal.api import Api, Json
from aksgpu_rehearsal.autoscaler import ATOMIC, REQUESTS, answer_requests, run_autoscaler


class Requests(Api):
    """The API server as far as requests for nodes go, with one request of a class."""

    def __init__(self, provisioning_class: str) -> None:
        metadata = {"namespace": "vision", "name": "job-1"}
        self.request: Json = {"metadata": metadata, "spec": {"provisioningClassName": provisioning_class}}
        self.seen: list[dict[str, str]] = []

    def items(self, path: str) -> list[Json]:
        assert path == REQUESTS
        self.seen.append(self.conditions())
        return [self.request]

    def merge(self, path: str, body: Mapping[str, Any]) -> Json:
        assert path.endswith("/namespaces/vision/provisioningrequests/job-1/status")
        self.request |= body
        return self.request

    def conditions(self) -> dict[str, str]:
        return {one["type"]: one["message"] for one in self.request.get("status", {}).get("conditions", [])}


def test_a_request_is_accepted_at_one_look_and_provisioned_at_the_next() -> None:
    api = Requests(ATOMIC)
    answer_requests(api)
    assert list(api.conditions()) == ["Accepted"]
    answer_requests(api)
    answer_requests(api)
    assert list(api.conditions()) == ["Accepted", "Provisioned"]
    assert all(message.startswith("simulated cluster autoscaler: ") for message in api.conditions().values())


def test_another_class_waits() -> None:
    api = Requests("check-capacity.autoscaling.x-k8s.io")
    answer_requests(api)
    assert api.conditions() == {}


def test_an_outage_is_outlived() -> None:
    stop = threading.Event()

    class Away(Requests):
        def items(self, path: str) -> list[Json]:
            found = super().items(path)
            if len(self.seen) == 1:
                raise HTTPError("connection refused")
            stop.set()
            return found

    api = Away(ATOMIC)
    run_autoscaler(cast(Any, SimpleNamespace(api=api, stop=stop)))
    assert list(api.conditions()) == ["Accepted"]
