"""Sections on a terminal, or as plain text where there is none."""

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from aksgpu.report.section import Section, Table


def show(console: Console, title: str, sections: tuple[Section, ...]) -> None:
    """Print a report."""
    console.print(Text(title, style="bold"))
    for section in sections:
        if section.empty:
            continue
        console.print()
        console.print(Text(section.title, style="bold cyan"))
        if section.table and section.table.rows:
            console.print(_table(section.table), soft_wrap=False)
        for line in section.lines:
            warning = line.startswith("! ")
            text = Text(f"! {line[2:]}" if warning else f"- {line}", style="yellow" if warning else "")
            console.print(Padding(text, (0, 0, 0, 2)), soft_wrap=False)


def _table(table: Table) -> RichTable:
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    rich.title_justify = "left"
    for index, column in enumerate(table.columns):
        rich.add_column(column, justify="right" if index in table.numbers else "left", overflow="fold")
    for row in table.rows:
        rich.add_row(*(Text(cell) for cell in row))
    return rich
