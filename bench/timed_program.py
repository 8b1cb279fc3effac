"""Stands in for stacks/__main__.py while it is measured: runs the shipped program, which is beside it, and times it.

Writes phases.json into the project. Of each moment: seconds since the epoch, processor seconds until then, and seconds
and processor seconds of imports until then.
"""

import atexit
import builtins
import importlib
import json
import os
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
moments: dict[str, tuple[float, float, float, float]] = {}
importing = (0.0, 0.0)
depth = 0


def note(name: str) -> None:
    """Keep this moment."""
    moments[name] = (time.time(), time.process_time(), *importing)


def started() -> float:
    """When this process began."""
    ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    up = float(Path("/proc/uptime").read_text().split()[0])
    return time.time() - (up - ticks / os.sysconf("SC_CLK_TCK"))


def timed_import(plain: Callable[..., Any]) -> Callable[..., Any]:
    """An import that counts its time, unless another import asks for it."""

    def load(*arguments: Any, **named: Any) -> Any:
        global importing, depth
        start, used, depth = time.perf_counter(), time.process_time(), depth + 1
        try:
            return plain(*arguments, **named)
        finally:
            depth -= 1
            if not depth:
                wall, cpu = importing
                importing = wall + time.perf_counter() - start, cpu + time.process_time() - used

    return load


def noted(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """The same, with the moment kept at which it is done."""

    def call(*arguments: Any, **named: Any) -> Any:
        made = plain(*arguments, **named)
        note(name)
        return made

    return call


moments["process"] = (started(), 0.0, 0.0, 0.0)
note("program")
builtins.__import__ = timed_import(builtins.__import__)
importlib.import_module = timed_import(importlib.import_module)

import aksgpu_pulumi  # noqa: E402  after the imports are timed

note("imported")
aksgpu_pulumi.checked_plan = noted("planned", aksgpu_pulumi.checked_plan)
atexit.register(lambda: (HERE.parent / "phases.json").write_text(json.dumps(moments)))
atexit.register(note, "answered")
runpy.run_path(str(HERE / "shipped.py"), run_name="__main__")
note("constructed")
