"""One registration in a process of its own. Prints JSON, or for `literals` the source of the bare program.

one_registration.py ours STACK.json | literals STACK.json | bare PROGRAM.py | tuned PROGRAM.py

`tuned` is the bare program with the garbage collector set as our program sets it.
"""

import atexit
import gc
import json
import resource
import runpy
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from literals import program
from recorder import Recorder, run
from simulated import answers
from simulated_outputs import outputs

ROOT = Path(__file__).resolve().parents[1]


def recorded(main: Callable[[], None], config: Mapping[str, Any]) -> Recorder:
    """What a program registers in preview mode, with this Pulumi config."""
    return run(main, Recorder("preview", config=config), ROOT)


def registered(main: Callable[[], None], config: Mapping[str, Any]) -> Recorder:
    """The same with every value known, as on the simulated Azure when all is made."""
    subscription = config["aksgpu:stack"]["subscriptionId"]
    return run(main, Recorder("update", outputs(subscription), answers(), config), ROOT)


def ours(stack: Path) -> tuple[Callable[[], None], Mapping[str, Any]]:
    """The shipped program, and the config that holds the stack."""

    def main() -> None:
        runpy.run_path(str(ROOT / "stacks"), run_name="__main__")

    return main, {"aksgpu:stack": json.loads(stack.read_text())}


def bare(source: Path) -> tuple[Callable[[], None], Mapping[str, Any]]:
    """The bare program, which takes no config."""

    def main() -> None:
        runpy.run_path(str(source), run_name="__main__")

    return main, {}


def main() -> None:
    """Run the one that the first argument names, against a monitor that only records."""
    which, file = sys.argv[1], Path(sys.argv[2])
    if which == "literals":
        print(program(registered(*ours(file)).resources.values()))
        return
    if which == "tuned":
        gc.set_threshold(200_000, 20, 100)
        atexit.register(gc.freeze)
    start = time.perf_counter()
    recorder = recorded(*(bare(file) if which in ("bare", "tuned") else ours(file)))
    taken = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "resources": sorted([found.type, found.name] for found in recorder.resources.values()),
                "program": taken,
                "cpu": used.ru_utime + used.ru_stime,
                "megabytes": used.ru_maxrss / 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
