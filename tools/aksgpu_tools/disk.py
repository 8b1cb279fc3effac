"""Says beforehand when the disk is too full for a build."""

import shutil
from pathlib import Path

from aksgpu_tools.refusal import Refused

GB = 1e9
# All of it takes 40 minutes and leaves 13 GB of compiled packages. What is compiled already is not known beforehand.
GB_PER_MINUTE = 13 / 40
LEAST_GB = 0.5


def needed_gb(minutes: float) -> float:
    """What a build of that length may take, compiled packages and program together."""
    return LEAST_GB + GB_PER_MINUTE * minutes


def free_gb(folder: Path) -> float:
    """Free space where the folder is, or will be."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free / GB


def refuse_if_full(what: str, needed: float, folders: dict[str, Path]) -> None:
    """Refused if one of the folders has less than `needed` GB left. They go by what they are."""
    for meaning, folder in folders.items():
        free = free_gb(folder)
        if free < needed:
            raise Refused(
                f"{what} may need {needed:.1f} GB of disk, and {meaning} ({folder}) has {free:.1f} GB left.",
                "Free some space (`go clean -cache` drops what Go compiled), or choose another place "
                "(GOCACHE for Go; make tools TOOLS_CACHE=... for the finished tools).",
            )
