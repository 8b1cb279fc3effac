"""Takes Kueue's manager away and brings it back: its program, and with it the readiness of its pods."""

from collections.abc import Generator
from contextlib import contextmanager

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kueue import IN_NAMESPACE, answers
from aksgpu_rehearsal.processes import Processes
from aksgpu_rehearsal.waiting import until

VISIBILITY = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta2.visibility.kueue.x-k8s.io"
SECONDS = 120.0


@contextmanager
def kueue_down(api: Api, processes: Processes) -> Generator[None]:
    """Nothing of Kueue answers here, as after the loss of both of its nodes: new pods come, and none gets ready."""
    processes.stop("kueue")
    api.delete(f"{IN_NAMESPACE}/pods")
    until("an API server that knows that Kueue is away", lambda: not _visible(api) and not answers(api), SECONDS)
    yield
    processes.again("kueue")
    until("Kueue's return", lambda: _visible(api) and answers(api), SECONDS)


def _visible(api: Api) -> bool:
    conditions = (api.get(VISIBILITY) or {}).get("status", {}).get("conditions", [])
    return any(item["type"] == "Available" and item["status"] == "True" for item in conditions)
