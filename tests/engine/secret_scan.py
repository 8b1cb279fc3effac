"""Looks for secrets in texts, however they are wrapped: in JSON, in base64, in base64 of base64."""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

SHORTEST_LINE = 16
"""A secret of several lines is known by its longer ones: a PEM's first and last are everybody's."""

LINES = 3
LONGEST_FRAGMENT = 48
"""From the end: all tokens of one cluster begin alike."""


def leaks(secrets: Mapping[str, bytes], places: Iterable[Path]) -> list[str]:
    """Which secret is in which file, in words. `secrets` maps what each is to its value."""
    shapes = {what: set(_shapes(value)) for what, value in secrets.items()}
    found: list[str] = []
    for place in places:
        text = place.read_bytes()
        found += [f"{what} in {place.name}" for what, ways in shapes.items() if any(way in text for way in ways)]
    return found


def files_below(*folders: Path) -> list[Path]:
    """Every file in these folders, sorted."""
    return sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())


def _shapes(secret: bytes) -> Iterator[bytes]:
    for fragment in _fragments(secret):
        yield fragment
        yield json.dumps(fragment.decode(errors="replace"))[1:-1].encode()
        for once in _in_base64(fragment):
            yield once
            yield from _in_base64(once)


def _fragments(secret: bytes) -> list[bytes]:
    lines = [line for line in secret.splitlines() if len(line) >= SHORTEST_LINE and not line.startswith(b"-----")]
    return [line[-LONGEST_FRAGMENT:] for line in lines[:LINES] or [secret]]


def _in_base64(text: bytes) -> Iterator[bytes]:
    """How this text looks inside base64, after any number of other bytes. What its neighbours decide is left out."""
    for before in range(3):
        encoded = base64.b64encode(bytes(before) + text)
        first = (0, 2, 3)[before]
        yield encoded[first : (before + len(text)) * 8 // 6]
