"""Builds one program from its pinned module."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from aksgpu_tools.assets import RUN, module_folder
from aksgpu_tools.cache import digest
from aksgpu_tools.go import LINKER_FLAGS, SETTINGS, Go, environment
from aksgpu_tools.pins import Pins
from aksgpu_tools.progress import Step
from aksgpu_tools.tool import Binary, Tool
from aksgpu_tools.version import release_in


def key(binary: Binary, tool: Tool, pins: Pins) -> str:
    """The name in the cache, up to the Go that builds it. It changes with pins, sums, sources and flags."""
    recipe = (binary.package, linker_flags(binary, tool, pins), *binary.embeds, repr(sorted(SETTINGS.items())))
    sources = [part for file in pins.sources() for part in (file.name.encode(), file.read_bytes())]
    return f"{binary.name}-{digest(*recipe, *sources)}-"


def linker_flags(binary: Binary, tool: Tool, pins: Pins) -> str:
    """What the linker is told: no debug symbols, and which version this is."""
    version = pins.versions[tool.module]
    major, minor, _ = release_in(version) or (0, 0, 0)
    stamps = [f"-X {stamp.format(version=version, major=major, minor=minor)}" for stamp in binary.stamps]
    return " ".join([LINKER_FLAGS, *stamps])


@contextmanager
def working_copy(pins: Pins) -> Generator[Path]:
    """A copy of the tool's folder, so that nothing is ever written into the checkout."""
    with tempfile.TemporaryDirectory(prefix="aksgpu-tools-") as name:
        for file in pins.sources():
            shutil.copyfile(file, Path(name) / file.name)
        yield Path(name)


def build(binary: Binary, tool: Tool, pins: Pins, go: Go, place: Path) -> None:
    """Build to `place`. Refused, with Go's own words, if that fails."""
    with working_copy(pins) as folder:
        if binary.embeds:
            module = module_folder(tool.module, pins, go, folder)
            for name in binary.embeds:
                shutil.copyfile(module / name, folder / Path(name).name)
        flags = ["-ldflags", linker_flags(binary, tool, pins)]
        command = [go.program, "build", "-o", place, *flags, binary.package]
        Step(f"building {binary.name}", binary.minutes * 60).run(command, folder, environment())
    place.chmod(RUN)
