"""Makes the recorder importable, and runs hand-made plans against it."""

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pulumi
import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import Part
from aksgpu.ordering import in_order
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform

sys.path.insert(0, str(Path(__file__).parent))

from hand_made import OUTPUTS, PARTS, SECRETS
from recorder import Mode, Recorder, run
from simulated import answers, outputs_for


@pytest.fixture
def made_plan(subject: Callable[..., Subject]) -> Callable[..., Plan]:
    """A plan of hand-made parts, for the small valid stack or another subject."""

    def make(*parts: Part, outputs: dict[str, Any] | None = None, of: Subject | None = None) -> Plan:
        entries = tuple(entry for part in parts for entry in part.entries)
        return Plan(of or subject(), parts, in_order(entries), (), (), outputs or {}, date(2026, 12, 1))

    return make


@pytest.fixture
def platform(made_plan: Callable[..., Plan]) -> Callable[..., Recorder]:
    """Runs a program that registers the plan of these parts, and exports its outputs."""

    def go(mode: Mode, *parts: Part, of: Subject | None = None, **recorder: Any) -> Recorder:
        plan = made_plan(*(parts or PARTS), outputs=OUTPUTS if not parts else {}, of=of)

        def program() -> None:
            for name, value in GpuPlatform("aksgpu", plan, SECRETS).outputs.items():
                pulumi.export(name, value)

        settings = {"simulate": outputs_for(plan), "invoke": answers(), **recorder}
        return run(program, Recorder(mode, **settings))

    return go
