"""States that earlier versions left: how one is recorded, and what today's program would do to it."""

import copy
import gzip
import json
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aksgpu_rehearsal.engine import Engine
from aksgpu_rehearsal.outcomes import Step, step_of
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.settings import CHARTS
from aksgpu_rehearsal.toolbox import Toolbox

ROOT = Path(__file__).parents[2]
STATES = Path(__file__).parent / "states"
STATE = "state.json.gz"
STACK_FILE = "Pulumi.dev.yaml"
OF_THE_MACHINE = ("sourcePosition", "stackTrace")
"""Where the program's lines stood: they decide nothing, and name folders of whoever recorded."""


def present_version() -> str:
    """The version of this checkout."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def record(rehearsal: Rehearsal) -> Path:
    """Keep the state and the stack file of a stack that is up, as this version's. Secrets stay encrypted."""
    folder = STATES / present_version()
    folder.mkdir(parents=True, exist_ok=True)
    export = json.loads(rehearsal.engine.must("stack", "export").text)
    text = json.dumps(_without_places(export), separators=(",", ":"), sort_keys=True)
    (folder / STATE).write_bytes(gzip.compress(text.encode(), mtime=0))
    shutil.copy(rehearsal.program.folder / "stacks" / STACK_FILE, folder / STACK_FILE)
    return folder


class Past:
    """A recorded stack before today's program, on the cluster of a rehearsal that is up.

    The state's own cluster is gone. This one stands in for it, so that objects that differ can be tried out on it: in a
    preview the provider asks the API server about every change.
    """

    def __init__(self, folder: Path, rehearsal: Rehearsal, tools: Toolbox) -> None:
        self.state: dict[str, Any] = json.loads(gzip.decompress((folder / STATE).read_bytes()))
        self._work = rehearsal.work / f"state-of-{folder.name}"
        (self._work / "logs").mkdir(parents=True)
        program = Program(folder / STACK_FILE, self._work / "program")
        (program.folder / "stacks" / CHARTS).symlink_to(tools.folder / "charts")
        stand_ins = rehearsal.work / "stand-ins"
        self._engine = Engine(program, tools, stand_ins, self._work, rehearsal.controllers.trouble)
        self._engine.init()

    def preview(self, state: Mapping[str, Any]) -> list[Step]:
        """What today's program would do to this state."""
        file = self._work / "state.json"
        file.write_text(json.dumps(state))
        self._engine.must("stack", "import", "--file", str(file))
        events = self._engine.must("preview").events
        return [step for event in events if (step := step_of(event, "resourcePreEvent"))]


def with_another(state: Mapping[str, Any], name: str, field: str, value: Any) -> dict[str, Any]:
    """A copy of a state in which an object was made with another value in a top-level field."""
    changed = copy.deepcopy(dict(state))
    one = next(item for item in changed["deployment"]["resources"] if item["urn"].endswith(f"::{name}"))
    for inputs in (one["inputs"], one["outputs"], one["outputs"]["__inputs"]):
        inputs[field] = value
    return changed


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_places(item) for key, item in value.items() if key not in OF_THE_MACHINE}
    return [_without_places(item) for item in value] if isinstance(value, list) else value
