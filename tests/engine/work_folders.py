"""Folders of rehearsals: they stay, logs and all, when a test fails."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest


@contextmanager
def work_folder(request: pytest.FixtureRequest, folders: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a name of its own on this machine, taken away unless a test fails meanwhile."""
    folder = folders.mktemp("engine") / f"rehearsal-{uuid4().hex[:8]}"
    folder.mkdir()
    failed = request.session.testsfailed
    yield folder
    if request.session.testsfailed == failed:
        shutil.rmtree(folder)
