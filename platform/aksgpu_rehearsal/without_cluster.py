"""The engine with the simulated Azure and no cluster: for what a preview shows before anything has been made."""

from pathlib import Path

from aksgpu_rehearsal.engine import Engine, PulumiProgram
from aksgpu_rehearsal.stand_ins import write_stand_ins
from aksgpu_rehearsal.toolbox import Toolbox


def engine_without_cluster(program: PulumiProgram, tools: Toolbox, work: Path, subscription_id: str) -> Engine:
    """An engine with an empty stack of the program. Nothing runs between its commands. Raises EngineFailed.

    `work` is a folder of its own; logs, state and the simulated cloud stay in it. It may hold the program.
    """
    for name in ("stand-ins", "logs"):
        (work / name).mkdir()
    write_stand_ins(work / "stand-ins", work / "azure.json", subscription_id)
    engine = Engine(program, tools, work / "stand-ins", work, lambda: None)
    engine.init()
    return engine
