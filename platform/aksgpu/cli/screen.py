"""What the command line prints on: colours only on a terminal, and no wrapping elsewhere."""

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from aksgpu.config.finding import Finding, Severity
from aksgpu.config.reading.finding_text import finding_text
from aksgpu.config.reading.load import LoadedStack

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}
_WIDE = 160


def output() -> Console:
    """Standard output."""
    return _console(stderr=False)


def errors() -> Console:
    """Standard error."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _WIDE
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)


def show_findings(console: Console, loaded: LoadedStack, findings: Iterable[Finding]) -> None:
    """Findings one below the other, with an empty line between, and then their count."""
    shown = tuple(findings)
    for finding in shown:
        head, _, rest = finding_text(finding, loaded).partition("\n")
        console.print(Text(head, style=_STYLES[finding.severity]))
        console.print(f"{rest}\n")
    console.print(f"{loaded.shown}: {counted(shown)}.")


def counted(findings: Iterable[Finding]) -> str:
    """ "2 errors, 1 warning and 3 notes", or "no errors"."""
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
    words = [f"{n} {severity}{'s' * (n != 1)}" for severity, n in counts.items() if n]
    if not counts[Severity.ERROR]:
        words.insert(0, "no errors")
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
