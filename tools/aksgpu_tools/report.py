"""Says where the tools are, for people and for programs."""

import json
from collections.abc import Sequence
from pathlib import Path

from aksgpu_tools.bring import Wanted
from aksgpu_tools.tool import Binary


def for_people(found: Sequence[Wanted], folder: Path) -> str:
    """Each program with its version and origin, then the folders."""
    programs = [one for one in found if isinstance(one.what, Binary)]
    lines = [f"{one.what.target.removeprefix('bin/'):28}{one.version:40}{one.origin}" for one in programs]
    others = sorted(one.what.target for one in found if not isinstance(one.what, Binary))
    lines += ["", f"in {folder}: {', '.join(others)}"] if others else [""]
    return "\n".join([*lines, f"to put on PATH: {folder / 'bin'}"])


def for_programs(found: Sequence[Wanted], folder: Path) -> str:
    """JSON: `folder`, `bin`, and under `tools` and `files` each thing with its path, version and origin."""

    def rows(programs: bool) -> dict[str, dict[str, str]]:
        return {
            one.what.target.removeprefix("bin/"): {
                "path": str(folder / one.what.target),
                "version": one.version,
                "origin": one.origin,
            }
            for one in found
            if isinstance(one.what, Binary) == programs
        }

    answer = {"folder": str(folder), "bin": str(folder / "bin"), "tools": rows(True), "files": rows(False)}
    return json.dumps(answer, indent=2)
