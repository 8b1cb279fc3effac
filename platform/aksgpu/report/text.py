"""Sections on a terminal, or as plain text where there is none."""

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from aksgpu.report.section import Section, Table


def show(console: Console, title: str, sections: tuple[Section, ...]) -> None:
    """Print a report. Where it is no terminal, sentences are not wrapped and no line ends in spaces."""
    console.print(Text(title, style="bold"))
    for section in sections:
        if section.empty:
            continue
        console.print()
        console.print(Text(section.title, style="bold cyan"))
        if section.table and section.table.rows:
            _print(console, _table(section.table))
        for line in section.lines:
            _print(console, _sentence(line))


def _print(console: Console, item: RichTable) -> None:
    if console.is_terminal:
        console.print(item, soft_wrap=False)
        return
    with console.capture() as captured:
        console.print(item, soft_wrap=False)
    for line in captured.get().splitlines():
        console.print(line.rstrip())


def _sentence(line: str) -> RichTable:
    """A line with its sign, indented where it wraps."""
    warning = line.startswith("! ")
    rich = RichTable.grid(padding=(0, 1))
    rich.add_column(width=3, justify="right")
    rich.add_column(overflow="fold")
    style = "yellow" if warning else ""
    rich.add_row(Text("!" if warning else "-", style), Text(line.removeprefix("! "), style))
    return rich


def _table(table: Table) -> RichTable:
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for index, column in enumerate(table.columns):
        rich.add_column(column, justify="right" if index in table.numbers else "left", overflow="fold")
    for row in table.rows:
        rich.add_row(*(Text(cell) for cell in row))
    return rich
