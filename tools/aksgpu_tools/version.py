"""Compares versions: what a program prints, and what is pinned."""

import re

from aksgpu_tools.tool import Fit

Version = tuple[int, int, int]

_RELEASE = re.compile(r"(?<![\w.])(?:v|go)?(\d+)\.(\d+)(?:\.(\d+))?(?P<more>[-+\w.]*)")


def release_in(text: str) -> Version | None:
    """The first version in `text`. None if there is none, or if it is a pre-release or somebody's own build."""
    found = _RELEASE.search(text)
    if found is None or found["more"]:
        return None
    return int(found[1]), int(found[2]), int(found[3] or 0)


def fits(found: Version, pinned: Version, fit: Fit) -> bool:
    """Whether a program at `found` may stand in for the pinned one."""
    same = 2 if fit is Fit.SAME_MINOR else 1
    return found[:same] == pinned[:same] and found >= pinned
