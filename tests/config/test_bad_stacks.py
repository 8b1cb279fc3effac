"""Each bad stack beside the exact words a person gets for it."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from aksgpu.config.reading.finding_text import finding_text, not_readable_text
from aksgpu.config.reading.load import load_text
from aksgpu.config.reading.yaml12 import NotReadable

BAD_STACKS = sorted((Path(__file__).parent / "bad_stacks").glob("*.yaml"))


def words(path: Path) -> str:
    text = path.read_text()
    try:
        loaded = load_text(text, path.stem, path.name, date(2026, 12, 1))
    except NotReadable as problem:
        return not_readable_text(problem, path.name, text)
    assert loaded.checked.stack is None, "a stack in bad_stacks must have an error"
    return "\n\n".join(finding_text(finding, loaded) for finding in loaded.checked.errors)


@pytest.mark.parametrize("path", BAD_STACKS, ids=lambda path: path.stem)
def test_says_what_is_wrong_and_what_to_write_instead(path: Path, golden: Callable[[str, str], None]) -> None:
    text = words(path)
    assert "hunter2" not in text, "a secret is in the message"
    golden(f"errors/{path.stem}.txt", f"{text}\n")
