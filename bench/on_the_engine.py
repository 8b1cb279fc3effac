"""Starts the part that needs the real engine, if its programs are there."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
MAKE_TOOLS = HERE.parent / "tools" / "make_tools.py"


def on_the_engine() -> Iterator[str]:
    """What engine_bench.py prints, as it comes; or one line that says how to get it."""
    cache = sys.argv[1:]
    named = ["--cache", *cache] if cache else []
    where = subprocess.run([sys.executable, MAKE_TOOLS, *named, "--where"], capture_output=True, check=False)
    if where.returncode:
        yield "On the engine: not measured. preview and up beside a bare program need: make tools"
        return
    isolated = [sys.executable, "-m", "aksgpu_rehearsal.isolated"]
    command = [*isolated, sys.executable, str(HERE / "engine_bench.py"), *cache]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            yield line.rstrip("\n")
    if child.returncode:
        raise SystemExit(child.returncode)
