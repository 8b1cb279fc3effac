"""Finds programs that are installed already, at a version that fits the pin."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from aksgpu_tools.tool import Binary
from aksgpu_tools.version import Version, fits, release_in

# Where the Kubernetes test environments of controller-runtime put etcd and kube-apiserver.
ASSETS = "KUBEBUILDER_ASSETS"
SECONDS_TO_ANSWER = 10


@dataclass(frozen=True, slots=True)
class Installed:
    """A program that stands on this machine. `origin` is PATH or KUBEBUILDER_ASSETS; `version` None if it said none."""

    path: Path
    origin: str
    version: Version | None
    fits: bool

    def words(self) -> str:
        """How a report names it."""
        version = ".".join(map(str, self.version)) if self.version else "of an unknown version"
        return f"{version} on {self.origin} ({self.path})"


def places(environment: Mapping[str, str], without: Path) -> list[tuple[str, Path]]:
    """Origins and folders to look into, in order. `without` is our own cache: what lies there is known already."""
    found = [(ASSETS, environment.get(ASSETS, ""))]
    found += [("PATH", part) for part in environment.get("PATH", "").split(os.pathsep)]
    folders = [(origin, Path(part)) for origin, part in found if part]
    return [(origin, folder) for origin, folder in folders if not folder.resolve().is_relative_to(without.resolve())]


def installed(binary: Binary, pinned: Version, where: list[tuple[str, Path]]) -> Installed | None:
    """The first that fits, otherwise the first that was found, otherwise None."""
    found: Installed | None = None
    for answer in _answers(binary, pinned, where):
        if answer.fits:
            return answer
        found = found or answer
    return found


def all_installed(wanted: list[tuple[Binary, Version]], where: list[tuple[str, Path]]) -> dict[str, Installed | None]:
    """What is installed of each binary. The programs are asked side by side, since some take a while to start."""
    with ThreadPoolExecutor() as pool:
        asked = {binary.name: pool.submit(installed, binary, pinned, where) for binary, pinned in wanted}
        return {name: answer.result() for name, answer in asked.items()}


def _answers(binary: Binary, pinned: Version, where: list[tuple[str, Path]]) -> Iterator[Installed]:
    if not binary.ask:
        return
    for origin, folder in where:
        path = folder / binary.name
        if path.is_file() and os.access(path, os.X_OK):
            version = _asked(path, binary.ask)
            yield Installed(path, origin, version, version is not None and fits(version, pinned, binary.fit))


def _asked(program: Path, arguments: tuple[str, ...]) -> Version | None:
    try:
        answer = subprocess.run(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS_TO_ANSWER,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return release_in(answer.stdout) if answer.returncode == 0 else None
