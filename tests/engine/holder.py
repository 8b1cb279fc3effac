"""Holds a rehearsal until its word comes: `python holder.py STACK_FILE TOOLBOX FOLDER NAME OTHER`.

Writes FOLDER/NAME.json once it runs, with what it sees of itself after it and OTHER have each made a namespace.
"""

import json
import sys
from pathlib import Path

import yaml

from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import toolbox
from aksgpu_rehearsal.waiting import until

SECONDS = 120.0


def hold(stack_file: Path, report: str, folder: Path, name: str, other: str) -> None:
    """Start, meet the other one, say what is there, and answer until FOLDER/NAME.end is there."""
    work = folder / name
    work.mkdir()
    with Rehearsal(stack_file, toolbox(report), work) as rehearsal:
        rehearsal.api.create("/api/v1/namespaces", {"metadata": {"name": name}})
        (folder / f"{name}.there").touch()
        until(other, (folder / f"{other}.there").exists, SECONDS)
        service = rehearsal.api.get("/api/v1/namespaces/default/services/kubernetes") or {}
        seen = {
            "server": yaml.safe_load(rehearsal.admin.read_text())["clusters"][0]["cluster"]["server"],
            "service": service["spec"]["clusterIP"],
            "namespaces": [item["metadata"]["name"] for item in rehearsal.api.items("/api/v1/namespaces")],
        }
        (folder / f"{name}.new").write_text(json.dumps(seen))
        (folder / f"{name}.new").rename(folder / f"{name}.json")
        until(f"{name}.end", (folder / f"{name}.end").exists, SECONDS)
        rehearsal.api.create("/api/v1/namespaces", {"metadata": {"name": "still-here"}})
        (folder / f"{name}.went-on").touch()


if __name__ == "__main__":
    hold(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4], sys.argv[5])
