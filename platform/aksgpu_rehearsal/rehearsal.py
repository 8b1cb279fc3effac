"""A whole rehearsal of one stack: everything that it starts ends with it."""

import tempfile
import threading
from collections.abc import Collection, Generator
from contextlib import ExitStack, contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from aksgpu.config.derived.subject import Subject
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.autoscaler import run_autoscaler
from aksgpu_rehearsal.control_plane import SECONDS_TO_START, ControlPlane
from aksgpu_rehearsal.controllers import Controllers, Site
from aksgpu_rehearsal.crds import add_definitions
from aksgpu_rehearsal.engine import Engine
from aksgpu_rehearsal.forward import Forwards
from aksgpu_rehearsal.gpu_operator import run_gpu_operator
from aksgpu_rehearsal.kubeconfig import write_aks_kubeconfig, write_credential
from aksgpu_rehearsal.kueue import answers, is_installed, run_kueue
from aksgpu_rehearsal.nodes import nodes
from aksgpu_rehearsal.outcomes import Outcome
from aksgpu_rehearsal.processes import Processes
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.settings import removable, subject_of
from aksgpu_rehearsal.simulated_azure import Cloud
from aksgpu_rehearsal.snapshots import Snapshots
from aksgpu_rehearsal.stages import write_stages
from aksgpu_rehearsal.stand_ins import write_stand_ins
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

NODES = "/api/v1/nodes"


class Rehearsal:
    """`with Rehearsal(stack_file, tools, work) as rehearsal: rehearsal.engine.up()`.

    `work` is a folder of its own; logs, state and the simulated cloud stay in it afterwards. Its name must be unique on
    the machine while the rehearsal runs. `held` names controllers that do not begin before
    `rehearsal.controllers.let_go(name)`, as if their images could not be pulled. Needs root or user namespaces.
    """

    def __init__(
        self, stack_file: Path, tools: Toolbox, work: Path, today: date | None = None, held: Collection[str] = ()
    ) -> None:
        self.work = work.resolve()
        self.cloud = self.work / "azure.json"
        self.program = Program(stack_file, self.work / "program")
        self.program.rehearse(tools.folder / "charts")
        self._today = today or date.today()
        self._tools = tools
        self._held = held
        self._plane = ControlPlane(tools, self.work / "stages.yaml", self.work)
        parts = [self.work / ".pulumi", self.cloud, self.program.folder / "stacks", self._plane.data]
        self._snapshots = Snapshots(self.work, parts)
        self._exits = ExitStack()
        self._controllers = ExitStack()

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._exits.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, reason: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._exits.close()

    def _start(self) -> None:
        work, tools = self.work, self._tools
        for name in ("stand-ins", "logs"):
            (work / name).mkdir()
        write_stages(tools.folder / "stages", work / "stages.yaml")
        self._exits.enter_context(self._plane.running())
        self._exits.push(self._controllers)
        self.admin = self._plane.kubeconfig
        write_credential(self.admin, work / "credential.json")
        write_aks_kubeconfig(self.admin, work / "aks-kubeconfig")
        write_stand_ins(
            work / "stand-ins",
            self.cloud,
            self.subject.stack.subscription_id,
            work / "aks-kubeconfig",
            work / "credential.json",
        )
        self.api = Api(self.admin)
        self._exits.callback(self.api.close)
        add_definitions(self.api, tools.folder / "crds")
        self.bring_nodes()
        self._run_controllers()
        self.engine = self.engine_of(self.program)

    def engine_of(self, program: Program) -> Engine:
        """The engine on a new stack of a program, beside the others on the same state, cloud and cluster."""
        stand_ins = self.work / "stand-ins"
        engine = Engine(program, self._tools, stand_ins, self.work, lambda: self.controllers.trouble())
        engine.init()
        return engine

    def _run_controllers(self) -> None:
        exits = self._controllers
        # Their root folders hold secrets and links to large programs: they are not for keeping.
        pods = Path(exits.enter_context(tempfile.TemporaryDirectory(dir=self.work, prefix="roots-")))
        self.processes, forwards = Processes(self.work / "logs"), Forwards()
        exits.callback(forwards.close)
        exits.callback(self.processes.end)
        stop = threading.Event()
        self.controllers = Controllers(stop, self.processes, self._held)
        exits.callback(self.controllers.end)
        site = Site(self.api, self.admin, self._tools, pods, self.processes, forwards, stop)
        self.controllers.start("kueue", partial(run_kueue, site))
        self.controllers.start("autoscaler", partial(run_autoscaler, site))
        namespace = self.subject.stack.gpu_software.operator.namespace
        self.controllers.start("gpu-operator", partial(run_gpu_operator, site, namespace))

    @property
    def subject(self) -> Subject:
        """The stack as its file says it now, under examination."""
        return subject_of(self.program.stack, self._today)

    @property
    def simulated(self) -> Cloud:
        """The simulated Azure, to look into and to plant faults in."""
        return Cloud(self.cloud)

    def bring_nodes(self) -> None:
        """Make the fake nodes of the pools that the stack has now, and take away those of pools that it has not."""
        wanted = {node["metadata"]["name"]: node for node in nodes(self.subject)}
        there = {node["metadata"]["name"] for node in self.api.items(NODES)}
        for name in there - wanted.keys():
            self.api.delete(f"{NODES}/{name}")
        for name in wanted.keys() - there:
            self.api.create(NODES, wanted[name])

    def approve_removal(self) -> Outcome:
        """Approve the removal of everything scarce, and let the engine take that over."""
        self.program.stack = removable(self.program.stack, self.subject)
        return self.engine.up()

    def restart_api_server(self) -> None:
        """Kill the API server and start it again, with everything else running."""
        self._plane.restart_api_server()

    def save(self, name: str) -> None:
        """Keep everything as it is now, to be restored under this name. Nothing may be running on the engine."""
        with self._at_rest():
            self._snapshots.save(name)

    def has(self, name: str) -> bool:
        """Whether something was saved under this name."""
        return name in self._snapshots

    def restore(self, name: str) -> None:
        """Put everything back as it was when it was saved, with the controllers running."""
        with self._at_rest():
            self._snapshots.restore(name)

    @contextmanager
    def _at_rest(self) -> Generator[None]:
        self._controllers.close()
        self._plane.stop()
        yield
        self._plane.start()
        until("the API server", lambda: self.api.answers("/readyz"), SECONDS_TO_START)
        self._run_controllers()
        if is_installed(self.api):
            until("Kueue's webhooks", lambda: answers(self.api), SECONDS_TO_START)
