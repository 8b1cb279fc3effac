"""The difference between two plans as plain JSON data."""

from typing import Any

from aksgpu.report.difference import EntryChange


def difference_json(changes: tuple[EntryChange, ...]) -> list[dict[str, Any]]:
    """One object for each entry that differs."""
    return [
        {
            "action": change.action,
            "key": change.key,
            "what": change.what,
            "scarce": change.scarce,
            "approved": change.approved,
            "values": [{"path": item.path, "before": item.before, "after": item.after} for item in change.changes],
        }
        for change in changes
    ]
