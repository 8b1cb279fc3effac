"""Findings as text: place, source line, path, what is wrong and why, and the remedy."""

import re

from aksgpu.config.finding import Finding
from aksgpu.config.reading.load import CONFIG_KEY, LoadedStack
from aksgpu.config.reading.yaml12 import Document, NotReadable

_SECRET_KEY = re.compile(r"((?i:[\w-]*(?:pass|secret|token|secure|credential|api_?key)[\w-]*)[\"']?\s*:\s*)([^,}#]+)")
_SECRET_PATH = ("gpuSoftware", "registry")
_VALUE = re.compile(r"([:=]\s+|:(?=[\"'{\[]))([^,}#]+)")


def finding_text(finding: Finding, loaded: LoadedStack) -> str:
    """One finding as lines of plain text, with the file's own line under its place."""
    position = loaded.document.position(("config", CONFIG_KEY, *finding.path))
    place = f"{loaded.shown}:{position.line}:{position.column}"
    lines = [f"{finding.severity}[{finding.rule}] {place}"]
    lines += _excerpt(loaded.document, position.line, position.column, finding.path[:2] == _SECRET_PATH)
    lines.append(f"  {finding.dotted}: {finding.message}" if finding.path else f"  {finding.message}")
    if finding.remedy:
        lines.append(f"  -> {finding.remedy}")
    return "\n".join(lines)


def not_readable_text(problem: NotReadable, shown: str, text: str) -> str:
    """The same for a file that is not YAML or holds no stack."""
    place = f"{shown}:{problem.line}:{problem.column}" if problem.line else shown
    lines = [f"error[yaml] {place}"]
    if problem.line:
        lines += _excerpt(Document(None, {}, text), problem.line, problem.column, hide_values=False)
    return "\n".join([*lines, f"  {problem.message}", f"  -> {problem.remedy}"])


def _excerpt(document: Document, line: int, column: int, hide_values: bool) -> list[str]:
    """The source line and a caret under the column. Values of secrets are not shown."""
    source = document.line(line).expandtabs(1).rstrip()
    if not source:
        return []
    source = _SECRET_KEY.sub(r"\1***", source)
    if hide_values:
        source = _VALUE.sub(r"\1***", source)
    start = max(0, column - 60)
    source = source[start : start + 100]
    gutter = f"{line:>5} | "
    return [f"{gutter}{source}", f"{'':>5} | {' ' * (column - 1 - start)}^"]
