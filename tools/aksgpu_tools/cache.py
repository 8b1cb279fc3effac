"""A folder of finished tools outside the checkout, which several runs may fill at once."""

import fcntl
import hashlib
import os
import shutil
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_UNFINISHED = ".unfinished-"


def digest(*parts: str | bytes) -> str:
    """A short name for `parts`: other parts, other name."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Cache:
    """`finished/<key>` appears at once and whole; `sets/<digest>` holds what one version of the pins needs."""

    root: Path

    def place(self, key: str) -> Path:
        """Where the finished thing of that key stands, or will stand."""
        return self.root / "finished" / key

    def newest(self, beginning: str) -> Path | None:
        """The finished thing that was made last, among those whose key starts so."""
        found = [path for path in self.root.glob(f"finished/{beginning}*") if _UNFINISHED not in path.name]
        return max(found, key=lambda path: path.stat().st_mtime, default=None)

    @contextmanager
    def lock(self, key: str, waiting: Callable[[], None]) -> Generator[None]:
        """Hold the key against every other run. `waiting` is called once if another run holds it.

        The operating system lets go of the lock when its holder ends, however it ends.
        """
        folder = self.root / "locks"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / key).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                waiting()
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    @contextmanager
    def making(self, key: str) -> Generator[Path]:
        """A path to make the thing at. It gets its final name when the block ends well, and goes otherwise.

        To be used under the key's lock: what an earlier run left behind here is cleared away.
        """
        place = self.place(key)
        place.parent.mkdir(parents=True, exist_ok=True)
        for left in place.parent.glob(f"{key}{_UNFINISHED}*"):
            remove(left)
        # A name of its own, since a Go that outlived its killed parent may still write to the earlier one.
        unfinished = _unfinished(place)
        try:
            yield unfinished
            unfinished.rename(place)
        finally:
            remove(unfinished)

    def gather(self, contents: dict[str, tuple[Path, bool]]) -> Path:
        """A folder with everything under its target. The flag says whether the thing is ours (else it is linked to).

        Ours are hard links: a program that looks beside itself finds its neighbours, and no space is used twice.
        """
        key = digest(*(f"{target}={path}" for target, (path, _) in sorted(contents.items())))
        folder = self.root / "sets" / key
        if folder.is_dir():
            return folder
        unfinished = _unfinished(folder)
        try:
            for target, (path, ours) in contents.items():
                place = unfinished / target
                place.parent.mkdir(parents=True, exist_ok=True)
                if not ours:
                    place.symlink_to(path)
                elif path.is_dir():
                    shutil.copytree(path, place, copy_function=os.link)
                else:
                    os.link(path, place)
            try:
                unfinished.rename(folder)
            except OSError:
                if not folder.is_dir():  # otherwise another run was quicker
                    raise
        finally:
            remove(unfinished)
        return folder


def _unfinished(place: Path) -> Path:
    # Not the process id: runs in two containers may share the cache and have the same.
    return place.with_name(f"{place.name}{_UNFINISHED}{uuid.uuid4().hex}")


def remove(path: Path) -> None:
    """Take a file or folder away, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
