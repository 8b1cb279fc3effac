"""Where the programs, charts and definitions of a rehearsal are: what `make_tools.py --json` says."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class NoTool(Exception):
    """A program that a rehearsal needs is nowhere. The message says what to run."""


@dataclass(frozen=True, slots=True)
class Toolbox:
    """`folder` holds charts, crds, stages and gpu-operator; `programs` maps each program's name to its file."""

    folder: Path
    programs: Mapping[str, Path]

    def program(self, name: str) -> Path:
        """The file of a program. Raises NoTool."""
        found = self.programs.get(name) or self.folder / "bin" / name
        if found.is_file():
            return found
        on_path = shutil.which(name)
        if on_path is None:
            raise NoTool(f"{name} is neither in {self.folder / 'bin'} nor on PATH. Run: make tools")
        return Path(on_path)

    @property
    def search_path(self) -> str:
        """What belongs in front of PATH, so that the engine finds its provider and its executor."""
        folders = dict.fromkeys([self.folder / "bin", *(file.parent for file in self.programs.values())])
        return ":".join(str(folder) for folder in folders)


def toolbox(report: str) -> Toolbox:
    """The toolbox that this JSON report describes."""
    said = json.loads(report)
    return Toolbox(Path(said["folder"]), {name: Path(row["path"]) for name, row in said["tools"].items()})
