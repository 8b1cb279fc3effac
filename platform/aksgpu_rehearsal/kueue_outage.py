"""Takes Kueue's manager away and brings it back: its program, and with it the readiness of its pods."""

from collections.abc import Generator
from contextlib import contextmanager

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kueue import IN_NAMESPACE, answers, is_visible
from aksgpu_rehearsal.processes import Processes
from aksgpu_rehearsal.waiting import until

SECONDS = 120.0


@contextmanager
def kueue_down(api: Api, processes: Processes) -> Generator[None]:
    """Nothing of Kueue answers here, as after the loss of both of its nodes: new pods come, and none gets ready."""
    processes.stop("kueue")
    api.delete(f"{IN_NAMESPACE}/pods")
    until("an API server that knows that Kueue is away", lambda: not is_visible(api) and not answers(api), SECONDS)
    yield
    processes.again("kueue")
    until("Kueue's return", lambda: is_visible(api) and answers(api), SECONDS)
