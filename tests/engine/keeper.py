"""Keeps one rehearsal running for the tests that share its stack, so that not every test waits for an `up`."""

import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox

UP = "up"
"""The snapshot after the first `up`."""

EMPTY = "empty"
"""The snapshot before it."""


class Keeper:
    """At most one rehearsal runs at a time: Services have fixed addresses.

    `kept` is for what tests learn about the platform that runs, and is emptied when it ends.
    """

    def __init__(self, tools: Toolbox, folders: pytest.TempPathFactory) -> None:
        self._tools = tools
        self._folders = folders
        self._stack_file: Path | None = None
        self._rehearsal: Rehearsal | None = None
        self._exits = ExitStack()
        self._as_saved: str | None = None
        self._resources = 0
        self.kept: dict[str, Any] = {}

    def platform(self, stack_file: Path, snapshot: str = UP) -> Rehearsal:
        """The rehearsal of this stack as it was when the snapshot was saved; brought up if it does not run yet."""
        if self._stack_file != stack_file or self._rehearsal is None:
            self._bring_up(stack_file)
        assert self._rehearsal
        if self._as_saved != snapshot:
            self._rehearsal.restore(snapshot)
        self._as_saved = None  # whoever asked for it changes it
        return self._rehearsal

    def has(self, stack_file: Path, snapshot: str) -> bool:
        """Whether the rehearsal of this stack runs and has this snapshot."""
        return self._rehearsal is not None and self._stack_file == stack_file and self._rehearsal.has(snapshot)

    def resources(self, stack_file: Path) -> int:
        """How many resources the first `up` of this stack created."""
        if self._stack_file != stack_file:
            self._bring_up(stack_file)
        return self._resources

    def close(self) -> None:
        """End the rehearsal that runs, if one does."""
        work = self._rehearsal.work if self._rehearsal else None
        self._rehearsal = self._stack_file = None
        self.kept.clear()
        self._exits.close()
        if work:
            shutil.rmtree(work / "snapshots", ignore_errors=True)

    def _bring_up(self, stack_file: Path) -> None:
        self.close()
        work = self._folders.mktemp("kept") / f"rehearsal-{uuid4().hex[:8]}"
        work.mkdir()
        rehearsal = self._exits.enter_context(Rehearsal(stack_file, self._tools, work))
        rehearsal.save(EMPTY)
        self._resources = rehearsal.engine.up().counts["created"]
        rehearsal.save(UP)
        self._stack_file, self._rehearsal, self._as_saved = stack_file, rehearsal, UP
