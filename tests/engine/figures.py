"""The table of figures that is printed after the engine tests."""

from collections.abc import Mapping, Sequence


def table(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """The rows as lines of a table, with the keys of the first as its head. Nothing for no rows."""
    if not rows:
        return []
    cells = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    return [lines[0], "-" * len(lines[0]), *lines[1:]]
