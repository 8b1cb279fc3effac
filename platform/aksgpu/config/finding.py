"""What a check has to say about one place in a stack."""

from dataclasses import dataclass, replace
from enum import StrEnum

Path = tuple[str | int, ...]


class Severity(StrEnum):
    """How much a finding matters. An error stops the stack; a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem, or one thing worth knowing, at one place of the stack.

    `path` is the YAML path below `aksgpu:stack`, in the file's own camelCase. `message` says what is wrong and why;
    `remedy` says what to write instead. `rule` is the kebab-case name of the rule that speaks, filled in by the runner.
    """

    severity: Severity
    path: Path
    message: str
    remedy: str
    rule: str = ""

    def by(self, rule: str) -> "Finding":
        """The same finding, signed by the rule that found it."""
        return replace(self, rule=rule)

    @property
    def dotted(self) -> str:
        """The path as people write it: `gpuPools.train.zones[0]`."""
        return dotted(self.path)


def dotted(path: Path) -> str:
    """A path as people write it: `gpuPools.train.zones[0]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def error(path: Path, message: str, remedy: str) -> Finding:
    """Something that cannot work."""
    return Finding(Severity.ERROR, path, message, remedy)


def warning(path: Path, message: str, remedy: str) -> Finding:
    """Something that works and will hurt."""
    return Finding(Severity.WARNING, path, message, remedy)


def note(path: Path, message: str, remedy: str = "") -> Finding:
    """Something that the reader should know. It needs no remedy."""
    return Finding(Severity.NOTE, path, message, remedy)
