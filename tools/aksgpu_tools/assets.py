"""Copies charts, definitions and other files out of pinned modules."""

import json
import shutil
from pathlib import Path

from aksgpu_tools.cache import digest
from aksgpu_tools.go import Go, environment
from aksgpu_tools.pins import Pins
from aksgpu_tools.progress import Step
from aksgpu_tools.tool import Files

READ, RUN, BROWSE = 0o444, 0o555, 0o755


def key(files: Files, pins: Pins) -> str:
    """The name in the cache: the same files of the same version of the same module have the same."""
    parts = (files.module, pins.versions[files.module], files.source, str(files.program))
    return f"{files.target.replace('/', '-')}-{digest(*parts)}"


def module_folder(module: str, pins: Pins, go: Go, folder: Path) -> Path:
    """Where Go unpacked the pinned version of a module. `folder` is a copy of the pins' folder."""
    wanted = f"{module}@{pins.versions[module]}"
    command = [go.program, "mod", "download", "-json", wanted]
    return Path(json.loads(Step(f"fetching {wanted}").run(command, folder, environment()))["Dir"])


def copy(files: Files, module: Path, place: Path) -> None:
    """Copy what `files` names to `place`. Go's own copies cannot be written to, and neither can these."""
    source = module / files.source
    if source.is_dir():
        shutil.copytree(source, place, copy_function=shutil.copyfile)
        for path in (place, *place.rglob("*")):
            path.chmod(BROWSE if path.is_dir() else READ)
    else:
        shutil.copyfile(source, place)
        place.chmod(RUN if files.program else READ)
