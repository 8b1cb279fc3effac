"""Rows of the catalogue that are kept as CSV."""

import csv
from pathlib import Path


def read_rows(name: str) -> list[dict[str, str]]:
    """All rows of data/<name>.csv, by column. Callers cache what they make of them."""
    with (Path(__file__).parent / "data" / f"{name}.csv").open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))
