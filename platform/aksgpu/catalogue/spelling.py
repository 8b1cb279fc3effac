"""The nearest known name for a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like `name`, whatever its case and hyphens; None where none comes near."""
    by_folded = {_folded(one): one for one in known}
    close = get_close_matches(_folded(name), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy: the nearest of the known names, or all of them."""
    names = sorted(known)
    if intended := nearest(name, names):
        return f"Did you mean {intended}?"
    return f"Write one of: {', '.join(names)}." if names else "Take it out."


def nearest_size(name: str, known: Iterable[str]) -> str | None:
    """The known VM size that looks most like `name`. "Standard_" says nothing, so it is not compared."""
    bare = {one.removeprefix("Standard_"): one for one in known}
    near = nearest(name[9:] if name.casefold().startswith("standard_") else name, bare)
    return bare[near] if near else None


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


def one_of(names: Iterable[str]) -> str:
    """Names as a sentence's end: "a, b or c"."""
    listed = list(names)
    return " or ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else "".join(listed)
