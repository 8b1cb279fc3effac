"""Kubernetes quantities as the API server writes them back.

A webhook that fills in defaults sends quantities in their shortest form. Sent in another form, they would show as a
change in every preview.
"""

_DECIMAL = ("", "k", "M", "G", "T", "P")
_BINARY = ("Mi", "Gi", "Ti", "Pi")


def count(number: int) -> str:
    """A whole number, 0 or more: 8 is "8", 1000 is "1k"."""
    power = 0
    while number and number % 1000 == 0 and power < len(_DECIMAL) - 1:
        number //= 1000
        power += 1
    return f"{number}{_DECIMAL[power]}"


def cpu(millicores: int) -> str:
    """CPU: 11500 is "11500m", 12000 is "12"."""
    return f"{millicores}m" if millicores % 1000 else count(millicores // 1000)


def memory(mib: int) -> str:
    """Memory: 1536 is "1536Mi", 2048 is "2Gi"."""
    power = 0
    while mib and mib % 1024 == 0 and power < len(_BINARY) - 1:
        mib //= 1024
        power += 1
    return f"{mib}{_BINARY[power]}" if mib else "0"
