"""Cold start of the command line, beside a Python that only imports pydantic and yaml."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from table import table

ROOT = Path(__file__).resolve().parents[1]
AKSGPU = str(Path(sys.executable).parent / "aksgpu")
ROUNDS = 15

BARE = [sys.executable, "-c", "import pydantic, yaml"]
MEASURED = {
    'python -c "import pydantic, yaml"': BARE,
    "aksgpu check dev": [AKSGPU, "check", "dev"],
    "aksgpu check prod": [AKSGPU, "check", "prod"],
    "aksgpu plan dev": [AKSGPU, "plan", "dev"],
    "aksgpu plan prod": [AKSGPU, "plan", "prod"],
}


def start_up() -> Iterator[str]:
    """A table of medians. Each ratio is the median over rounds in which bare and measured ran one after the other."""
    yield f"Start-up: wall time of a new process, medians of {ROUNDS} rounds after one that is not counted"
    seconds: dict[str, list[float]] = {name: [] for name in MEASURED}
    for round_ in range(ROUNDS + 1):
        for name, command in MEASURED.items():
            taken = wall_time(command)
            if round_:
                seconds[name].append(taken)
    bare = next(iter(seconds.values()))
    rows = [
        [name, f"{median(taken) * 1000:.0f}", f"{median(a / b for a, b in zip(taken, bare, strict=True)):.2f}"]
        for name, taken in seconds.items()
    ]
    yield from table(["", "ms", "times the bare"], rows)


def wall_time(command: list[str]) -> float:
    """Seconds from start to end. Raises CalledProcessError if the command fails."""
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
