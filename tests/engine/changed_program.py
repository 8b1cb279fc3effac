"""The program of the stacks with some entries of its plan changed, as `changes.json` beside it says."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pulumi

from aksgpu.desired.entries import Entry
from aksgpu.ordering import in_order
from aksgpu.plan import Plan
from aksgpu_pulumi import GpuPlatform, checked_plan, stack_settings

CHANGES = Path(__file__).with_name("changes.json")


def changed(plan: Plan, changes: Mapping[str, Mapping[str, Any]]) -> Plan:
    """The plan with other fields in the entries of these keys. Raises KeyError for a key that it does not have."""
    for key in changes:
        plan.entries[key]

    def entry(old: Entry) -> Entry:
        fields = changes.get(old.key, {})
        return replace(old, **{name: tuple(value) if name == "after" else value for name, value in fields.items()})

    parts = tuple(replace(part, entries=tuple(entry(old) for old in part.entries)) for part in plan.parts)
    order = in_order(tuple(entry for part in parts for entry in part.entries))
    return replace(plan, parts=parts, order=order)


if __name__ == "__main__":
    settings = stack_settings()
    plan = changed(checked_plan(settings, date.today()), json.loads(CHANGES.read_text()))
    for name, value in GpuPlatform("aksgpu", plan, secrets=settings).outputs.items():
        pulumi.export(name, value)
