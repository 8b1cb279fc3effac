"""Quantities in the form in which the API server writes them back."""

import pytest

from aksgpu.desired.quantities import count, cpu, memory


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (count(0), "0"),
        (count(8), "8"),
        (count(1000), "1k"),
        (count(1500), "1500"),
        (count(2_000_000), "2M"),
        (cpu(0), "0"),
        (cpu(11_500), "11500m"),
        (cpu(12_000), "12"),
        (cpu(1_000_000), "1k"),
        (memory(0), "0"),
        (memory(1536), "1536Mi"),
        (memory(2048), "2Gi"),
        (memory(3 * 1024 * 1024), "3Ti"),
    ],
)
def test_shortest_form(made: str, text: str) -> None:
    assert made == text
