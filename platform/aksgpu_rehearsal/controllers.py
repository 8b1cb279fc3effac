"""Runs controllers outside the cluster, each from the moment that its chart is there."""

import threading
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from urllib3.exceptions import HTTPError

from aksgpu_rehearsal.api import Api, Json, Refused
from aksgpu_rehearsal.forward import Forwards
from aksgpu_rehearsal.pod_root import PodRoot
from aksgpu_rehearsal.processes import Processes
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import SECONDS_BETWEEN_LOOKS, Stopped, until

T = TypeVar("T")

SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Site:
    """What a controller is run with. `stop` is set when the rehearsal ends."""

    api: Api
    admin: Path
    tools: Toolbox
    work: Path
    processes: Processes
    forwards: Forwards
    stop: threading.Event

    def until(self, what: str, look: Callable[[], T | None]) -> T:
        """The first true answer. Raises NotInTime, and Stopped when the rehearsal ends.

        An API server that is away for a while, or does not know its own rights yet, has not answered.
        """

        def patient() -> T | None:
            try:
                return look()
            except (HTTPError, Refused):
                return None

        return until(what, patient, SECONDS, self.stop)

    def wait_for(self, path: str) -> Json:
        """The object at a path, once it is there."""
        return self.until(path, lambda: self.api.get(path))

    def pod(self, program: str, namespace: str, account: str) -> PodRoot:
        """A root folder for this program."""
        folder = self.work / "pods" / program
        return PodRoot(folder, self.tools.program(program), self.api, self.admin, namespace, account)

    def start(self, name: str, pod: PodRoot, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the pod's program."""
        self.processes.start(name, pod.command(arguments), pod.environment(environment))


class Controllers:
    """A thread for each controller. What goes wrong in one is kept for whoever asks.

    Those whose names are in `held` begin with `let_go`.
    """

    def __init__(self, stop: threading.Event, processes: Processes, held: Collection[str] = ()) -> None:
        self._stop = stop
        self._processes = processes
        self._held = held
        self._threads: list[threading.Thread] = []
        self._gates: dict[str, threading.Event] = {}
        self._failures: list[str] = []

    def start(self, name: str, run: Callable[[], None]) -> None:
        """Begin to wait for the controller's chart; for a held one, only once it is let go."""
        gate = self._gates[name] = threading.Event()
        if name not in self._held:
            gate.set()

        def guarded() -> None:
            try:
                while not gate.wait(SECONDS_BETWEEN_LOOKS):
                    if self._stop.is_set():
                        return
                run()
            except Stopped:
                pass
            except Exception:  # a thread's own end is seen by nobody: whatever it was becomes the run's trouble
                self._failures.append(f"{name}: {traceback.format_exc()}")

        thread = threading.Thread(target=guarded, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def let_go(self, name: str) -> None:
        """Let a held controller begin."""
        self._gates[name].set()

    def trouble(self) -> str | None:
        """Why what the engine waits for will not come; None while all goes well."""
        return self._failures[0] if self._failures else self._processes.ended()

    def end(self) -> None:
        """Wait no longer for anything."""
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
