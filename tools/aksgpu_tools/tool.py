"""What a tool is: a Go module with pins, and what comes out of it."""

from dataclasses import dataclass
from enum import Enum


class Fit(Enum):
    """Which versions may stand in for the pinned one, when they are on this machine already."""

    SAME_MINOR = "same minor version, at the pinned patch or later"
    SAME_MAJOR = "same major version, at the pinned version or later"


@dataclass(frozen=True, slots=True)
class Binary:
    """A program that Go builds.

    `minutes` is the time of a first build on two cores, in the order of the table. `stamps` are Go variables to set,
    in which {version}, {major} and {minor} are those of the tool's module. `ask` are the arguments that make an
    installed program print its version; without them only our own build is used. `embeds` are files of the tool's
    module that its own main.go embeds.
    """

    name: str
    package: str
    minutes: float
    stamps: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()
    fit: Fit = Fit.SAME_MINOR
    embeds: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """Where it stands among the tools."""
        return f"bin/{self.name}"


@dataclass(frozen=True, slots=True)
class Files:
    """A file or folder that is copied out of a pinned module: `source` in the module, `target` among the tools."""

    target: str
    module: str
    source: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """One folder of tools/ with its go.mod. `module` is the one whose version is the tool's version."""

    folder: str
    module: str
    licence: str
    binaries: tuple[Binary, ...] = ()
    files: tuple[Files, ...] = ()
