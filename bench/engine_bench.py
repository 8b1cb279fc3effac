"""Preview and up of the shipped stacks, beside bare programs that register the same, on the real engine.

`engine_bench.py [TOOLS_CACHE]`. Needs make tools, and an isolated process: bench/on_the_engine.py starts it. Azure is
simulated and takes no time of its own; the API server, Kueue and the GPU Operator are real.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from engine_tables import Compared, comparison, processors, whereabouts
from measured import measured
from programs import ROOT, bare_program, literals_of, time_it

from aksgpu_rehearsal.engine import Engine
from aksgpu_rehearsal.program import Program
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox, toolbox
from aksgpu_rehearsal.without_cluster import engine_without_cluster

STACKS = ("dev", "staging", "prod")
ROUNDS = 3
PACK = ("--policy-pack", "policies")
PREVIEW = ("preview",)
UP = ("up", "--yes", "--skip-preview")
EMPTY = "empty"


def stack_file(stack: str) -> Path:
    """The file of a shipped stack."""
    return ROOT / "stacks" / f"Pulumi.{stack}.yaml"


def previews(stack: str, tools: Toolbox, work: Path, warm: bool) -> tuple[str, list[Compared]]:
    """Previews of an empty stack, without and with the policies, and the source of the bare program."""
    folders = work / "ours", work / "bare"
    for folder in folders:
        folder.mkdir()
    ours = Program(stack_file(stack), folders[0] / "program")
    ours.rehearse(tools.folder / "charts")
    source = literals_of(ours)
    time_it(ours)
    bare = bare_program(folders[1] / "program", source, stack, tools.folder / "charts")
    subscription = ours.stack["subscriptionId"]
    with_ours, with_bare = (
        engine_without_cluster(program, tools, folder, subscription)
        for program, folder in zip((ours, bare), folders, strict=True)
    )
    found = [Compared(f"{stack} preview"), Compared(f"{stack} preview, policies")]
    moments = ours.folder / "phases.json"
    for round_ in range(0 if warm else -1, ROUNDS):  # round -1 is not counted
        for one, command in zip(found, (PREVIEW, PREVIEW + PACK), strict=True):
            pair = {
                "ours": lambda command=command: measured(with_ours, command, moments),
                "bare": lambda command=command: measured(with_bare, command),
            }
            runs = {name: pair[name]() for name in (pair if round_ % 2 else reversed(pair))}
            if round_ >= 0:
                one.ours.append(runs["ours"])
                one.bare.append(runs["bare"])
    return source, found


def updates(stack: str, source: str, tools: Toolbox, work: Path) -> list[Compared]:
    """An up from nothing, another that changes nothing, and one from nothing with the policies."""
    found = [Compared(f"{stack} up"), Compared(f"{stack} up again"), Compared(f"{stack} up, policies")]
    first, again, policies = found
    with Rehearsal(stack_file(stack), tools, work) as rehearsal:
        time_it(rehearsal.program)
        moments = rehearsal.program.folder / "phases.json"
        rehearsal.save(EMPTY)

        def bare(number: int) -> Engine:
            folder = work / f"bare-{number}"
            (folder / "logs").mkdir(parents=True)
            program = bare_program(folder / "program", source, stack, tools.folder / "charts")
            engine = Engine(program, tools, work / "stand-ins", folder, lambda: rehearsal.controllers.trouble())
            engine.init()
            return engine

        first.ours.append(measured(rehearsal.engine, UP, moments))
        again.ours.append(measured(rehearsal.engine, UP, moments))
        for number, (command, into) in enumerate(((UP, first), (UP + PACK, policies))):
            rehearsal.restore(EMPTY)
            engine = bare(number)
            into.bare.append(measured(engine, command))
            if into is first:
                again.bare.append(measured(engine, UP))
        rehearsal.restore(EMPTY)
        policies.ours.append(measured(rehearsal.engine, UP + PACK, moments))
    return found


def lines(tools: Toolbox) -> Iterator[str]:
    """Measures every stack, and then the tables."""
    found: list[Compared] = []
    for stack in STACKS:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            work = Path(folder)
            source, some = previews(stack, tools, work, warm=bool(found))
            place = work / f"rehearsal-{work.name}"
            place.mkdir()
            some += updates(stack, source, tools, place)
        for one in some:
            one.same()
        found += some
        yield f"  {stack}: measured in {time.monotonic() - start:.0f} s"
    for part in (comparison, whereabouts, processors):
        yield ""
        yield from part(found)


def main() -> None:
    """Print what was measured. The argument is the cache that make tools filled, if not its usual one."""
    cache = ["--cache", sys.argv[1]] if sys.argv[1:] else []
    command = [sys.executable, str(ROOT / "tools" / "make_tools.py"), *cache, "--json"]
    tools = toolbox(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    print(f"On the engine: {', '.join(STACKS)} beside bare programs, medians of {ROUNDS} previews, one up of each kind")
    for line in lines(tools):
        print(line, flush=True)


if __name__ == "__main__":
    main()
