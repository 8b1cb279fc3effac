"""Reads the exact versions that a tool's go.mod asks for."""

import re
from dataclasses import dataclass
from pathlib import Path

_REQUIREMENT = re.compile(r"^(?:require)?\s+(\S+/\S+|\S+\.\S+) (v\S+)(?: // indirect)?$", re.M)
_GO = re.compile(r"^go (\S+)$", re.M)


@dataclass(frozen=True, slots=True)
class Pins:
    """A folder of tools/ as it is committed. `versions` goes by module path, such as "v1.36.3"; `go` is "1.26.0"."""

    folder: Path
    go: str
    versions: dict[str, str]

    def sources(self) -> tuple[Path, ...]:
        """Every file that a build reads, in a fixed order."""
        return (self.folder / "go.mod", self.folder / "go.sum", *sorted(self.folder.glob("*.go")))


def read(folder: Path) -> Pins:
    """The pins of one folder."""
    text = (folder / "go.mod").read_text()
    go = _GO.search(text)
    if go is None:
        raise ValueError(f"{folder / 'go.mod'} does not say which Go it needs")
    return Pins(folder, go[1], dict(_REQUIREMENT.findall(text)))
