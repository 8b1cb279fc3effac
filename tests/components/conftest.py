"""Makes the recorder importable, and loads the large SDK modules once and from one thread."""

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from aksgpu.config.subject import Subject
from aksgpu.desired.entries import Part
from aksgpu.ordering import in_order
from aksgpu.plan import Plan

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def made_plan(subject: Callable[..., Subject]) -> Callable[..., Plan]:
    """A plan of hand-made parts, for the small valid stack or another subject."""

    def make(*parts: Part, outputs: dict[str, Any] | None = None, of: Subject | None = None) -> Plan:
        entries = tuple(entry for part in parts for entry in part.entries)
        return Plan(of or subject(), parts, in_order(entries), (), (), outputs or {}, date(2026, 12, 1))

    return make
