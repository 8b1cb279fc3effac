"""A report is a list of sections: a title, a table, and sentences below it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain text under column titles. `numbers` holds the indices of right-aligned columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Section:
    """One section. A line that starts with "! " is a warning to its reader."""

    title: str
    table: Table | None = None
    lines: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.lines and (self.table is None or not self.table.rows)
