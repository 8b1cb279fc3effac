"""What a Kubernetes quantity comes to."""

from fractions import Fraction

import pytest

from aksgpu.config.derived.quantity_values import quantity_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("16", 16),
        ("500m", Fraction(1, 2)),
        ("1.5", Fraction(3, 2)),
        ("2k", 2000),
        ("3M", 3_000_000),
        ("4Gi", 4 * 1024**3),
        ("1Ti", 1024**4),
        ("1P", 10**15),
        ("0.1Ki", Fraction(1024, 10)),
    ],
)
def test_values(text: str, value: int | Fraction) -> None:
    assert quantity_value(text) == value


@pytest.mark.parametrize("text", ["", "Gi", "1 Gi", "1g", "-1", "1e3", "٣"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a Kubernetes quantity"):
        quantity_value(text)
