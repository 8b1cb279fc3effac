"""What the README shows is real: files as they are, and what commands print."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aksgpu.cli.app import app
from aksgpu.cli.exit_codes import ExitCode

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
_BLOCK = re.compile(
    r"(?P<head><!-- (?P<kind>file|command): (?P<what>[^|>]+?)(?: \| until: (?P<until>[^>]+?))? -->\n```\w*\n)"
    r"(?P<text>.*?)(?P<tail>```\n)",
    re.S,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A block of the README, and what it says it shows."""

    kind: str
    what: str
    until: str | None
    text: str


def blocks(text: str) -> Iterator[Shown]:
    for match in _BLOCK.finditer(text):
        yield Shown(match["kind"], match["what"], match["until"], match["text"])


def truth(block: Shown) -> str:
    if block.kind == "file":
        return (ROOT / block.what).read_text()
    command = block.what.removeprefix("aksgpu ").split()
    output = CliRunner().invoke(app, [*command, "--date", "2026-12-01"]).output
    if block.until is not None:
        assert f"\n{block.until}\n" in output
        output = output.partition(f"\n{block.until}\n")[0]
    return f"{output.rstrip()}\n"


def test_every_shown_block_is_real(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = README.read_text()
    found = list(blocks(text))
    assert len(found) >= 4
    if request.config.getoption("--update-golden"):
        text = _BLOCK.sub(lambda match: f"{match['head']}{truth(next(blocks(match[0])))}{match['tail']}", text)
        README.write_text(text)
    for block in blocks(text):
        assert block.text == truth(block), f"{block.what} has changed: run `make golden` and read the difference"


def test_every_exit_code_is_named() -> None:
    [sentence] = [line for line in README.read_text().splitlines() if line.startswith("Exit codes: ")]
    named = {int(number) for number in re.findall(r"\b(\d+) ", sentence)}
    assert named == {int(code) for code in ExitCode if code is not ExitCode.INTERRUPTED}


def test_every_linked_file_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text())
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


def test_the_readme_is_short() -> None:
    prose = _BLOCK.sub("", README.read_text())
    assert len(prose.split()) < 1000
