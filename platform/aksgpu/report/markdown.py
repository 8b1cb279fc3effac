"""Sections as GitHub-flavoured Markdown, for pull requests."""

from aksgpu.report.section import Section, Table


def markdown(title: str, sections: tuple[Section, ...]) -> str:
    """A whole report as Markdown."""
    parts = [f"## {title}"]
    for section in sections:
        if section.empty:
            continue
        parts.append(f"### {section.title}")
        if section.table and section.table.rows:
            parts.append(_table(section.table))
        if section.lines:
            parts.append("\n".join(_line(line) for line in section.lines))
    return "\n\n".join(parts) + "\n"


def _line(line: str) -> str:
    return f"- **Warning:** {_escaped(line[2:])}" if line.startswith("! ") else f"- {_escaped(line)}"


def _table(table: Table) -> str:
    rules = ["---:" if index in table.numbers else "---" for index in range(len(table.columns))]
    rows = [_row(table.columns), f"| {' | '.join(rules)} |", *(_row(row) for row in table.rows)]
    return "\n".join(rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(_escaped(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is: no HTML, no emphasis by accident, on one line."""
    text = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("*", r"\*").replace("_", r"\_")
