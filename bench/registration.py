"""Registration of a large plan through the components, beside a bare Pulumi program that registers the same."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from stack_data import stack_of
from table import table

HERE = Path(__file__).parent
POOLS = 60
TEAMS = 20
ROUNDS = 3
GOAL = 1.15
ROWS = {"wall": "s", "cpu": "s", "program": "s", "megabytes": "peak"}


@dataclass(frozen=True, slots=True)
class Run:
    """One process: its whole wall time and processor time, of that the program itself, peak memory in MB."""

    wall: float
    cpu: float
    program: float
    megabytes: float
    resources: tuple[tuple[str, str], ...]


def registration() -> Iterator[str]:
    """A table of medians over rounds of processes, and of ratios within a round."""
    with tempfile.TemporaryDirectory() as folder:
        stack, literals = Path(folder) / "stack.json", Path(folder) / "bare_program.py"
        stack.write_text(json.dumps(stack_of(POOLS, TEAMS, pools_of_a_team=5)))
        literals.write_text(_output("literals", stack))
        rounds = [(_run("ours", stack), _run("bare", literals), _run("tuned", literals)) for _ in range(ROUNDS + 1)][1:]
    made, bare = rounds[0][0].resources, rounds[0][1].resources
    if made != bare:
        raise SystemExit(f"the two programs differ: {sorted(set(made) ^ set(bare))[:10]}")
    objects = sum(kind.startswith("kubernetes:") for kind, _ in made)
    yield (
        f"Registration: {len(made)} resources ({POOLS} GPU pools, {objects} in-cluster), preview mode, "
        f"medians of {ROUNDS} rounds of processes"
    )
    yield from table(
        ["", "ours", "bare", "ratio", "bare, tuned", "ratio"],
        [
            _row(f"{name}, {unit}", [[getattr(run, name) for run in runs] for runs in rounds])
            for name, unit in ROWS.items()
        ],
    )
    yield f"  Ours checks and plans as well. The goal for its wall time is at most {GOAL} times the bare one."
    yield "  `tuned` is the bare program with the garbage collector set as stacks/__main__.py sets it. The rest of the"
    yield "  difference is azure-native's aliases for other API versions, which ours leaves out (docs/decisions/0011)."


def _row(name: str, rounds: list[list[float]]) -> list[str]:
    ours, bare, tuned = (f"{median(values):.1f}" for values in zip(*rounds, strict=True))
    to_bare, to_tuned = (f"{median(values[0] / values[other] for values in rounds):.2f}" for other in (1, 2))
    return [name, ours, bare, to_bare, tuned, to_tuned]


def _run(which: str, file: Path) -> Run:
    start = time.perf_counter()
    answer = _output(which, file)
    wall = time.perf_counter() - start
    found: Mapping[str, Any] = json.loads(answer)
    resources = tuple((kind, name) for kind, name in found["resources"])
    return Run(wall, found["cpu"], found["program"], found["megabytes"], resources)


def _output(which: str, file: Path) -> str:
    # In other processes, and none of it in this one: a child's peak memory starts from what its parent has.
    command = [sys.executable, HERE / "one_registration.py", which, file]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
