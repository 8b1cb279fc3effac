"""Columns of text."""

from collections.abc import Iterator, Sequence


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a table: the first column to the left, figures to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        first, *figures = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join([first.strip().ljust(widths[0]), *figures])
