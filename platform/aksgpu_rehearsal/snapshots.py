"""Copies of all that a rehearsal remembers: the engine's state, the simulated cloud, the stack file, etcd's data."""

import shutil
from collections.abc import Sequence
from pathlib import Path


class Snapshots:
    """Named copies of these files and folders of the rehearsal's folder. Only while nothing writes into them."""

    def __init__(self, work: Path, parts: Sequence[Path]) -> None:
        self._work = work
        self._parts = parts

    def __contains__(self, name: str) -> bool:
        return self._folder(name).exists()

    def save(self, name: str) -> None:
        """Copy everything. A name can be used once."""
        folder = self._folder(name)
        for part in self._parts:
            copy = folder / part.relative_to(self._work)
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copy(part, copy)

    def restore(self, name: str) -> None:
        """Put everything back as it was. What was not there then is taken away."""
        for part in self._parts:
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink(missing_ok=True)
            _copy(self._folder(name) / part.relative_to(self._work), part)

    def _folder(self, name: str) -> Path:
        return self._work / "snapshots" / name


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True)
    elif source.exists():
        shutil.copy2(source, target)
