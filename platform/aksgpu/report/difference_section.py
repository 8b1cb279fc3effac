"""What changes between two plans, as sections of a report."""

import json
from typing import Any

from aksgpu.config.reading.shape_words import shown
from aksgpu.report.difference import EntryChange, scarce_losses
from aksgpu.report.section import Section, Table

_SIGNS = {"add": "+ add", "remove": "- remove", "update": "~ update", "replace": "± replace"}
_VALUES_SHOWN = 6


def difference_sections(changes: tuple[EntryChange, ...], against: str) -> tuple[Section, ...]:
    """What is lost that is scarce, then everything that changes."""
    if not changes:
        return (Section(f"Changes against {against}", lines=("Nothing changes.",)),)
    rows = tuple((_SIGNS[change.action], change.what, _values(change)) for change in changes)
    lost = tuple(f"! {_loss(change)}" for change in scarce_losses(changes))
    counts = {action: sum(change.action == action for change in changes) for action in _SIGNS}
    total = ", ".join(f"{count} to {action}" for action, count in counts.items() if count)
    return (
        Section("Scarce things that would be lost", lines=lost),
        Section(f"Changes against {against}", Table(("Change", "What", "Values"), rows), (f"In all: {total}.",)),
    )


def _loss(change: EntryChange) -> str:
    if change.action == "remove":
        if change.approved:
            return f"{change.what} is removed. Its protection was lifted by an approval, so the engine removes it."
        return (
            f"{change.what} is removed. The engine refuses that: it takes two runs, first one with an approval to "
            "remove it and then one without it."
        )
    name = next((value for value in change.changes if value.path == "agentPoolName"), None)
    new = f"{change.what} takes the place of {name.before}" if name else f"{change.what} is replaced"
    causes = ", ".join(path for path in change.causes if path != "agentPoolName")
    if change.approved:
        return f"{new} ({causes}). An approval allows it: the new one comes first, and work on the old one is requeued."
    return f"{new} ({causes}). The engine refuses that without an entry under `approve` in the stack file."


def _values(change: EntryChange) -> str:
    texts = [f"{value.path}: {_short(value.before)} -> {_short(value.after)}" for value in change.changes]
    more = len(texts) - _VALUES_SHOWN
    return "; ".join(texts[:_VALUES_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _short(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict | list):
        text = json.dumps(value)
        return text if len(text) <= 60 else f"{text[:57]}..."
    return shown(value)
