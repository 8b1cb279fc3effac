"""What a Kubernetes quantity comes to, for comparisons."""

import re
from fractions import Fraction

_SUFFIXES = {
    "": Fraction(1),
    "m": Fraction(1, 1000),
    **{suffix: Fraction(1000**power) for power, suffix in enumerate("kMGTP", start=1)},
    **{f"{suffix}i": Fraction(1024**power) for power, suffix in enumerate("KMGTP", start=1)},
}
_PARTS = re.compile(r"([0-9]+(?:\.[0-9]+)?)([a-zA-Z]*)")

GIB = 1024**3


def quantity_value(quantity: str) -> Fraction:
    """The number that a quantity stands for: "500m" is 1/2, "4Gi" is 4294967296. Raises ValueError for other text."""
    parts = _PARTS.fullmatch(quantity)
    if parts is None or parts[2] not in _SUFFIXES:
        raise ValueError(f"{quantity!r} is not a Kubernetes quantity")
    return Fraction(parts[1]) * _SUFFIXES[parts[2]]
