"""A Pulumi program that registers given resources, each as it stands, with the policy pack beside it."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from aksgpu_policies.resource import Resource, Unknown

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "tests" / "engine" / "literal_program"
CHARTS = {"kueue": "kueue", "charts/kueue": "kueue"}
"""Where the resources look for charts, and which one they find there."""


class LiteralProgram:
    """The program in a folder of its own. `charts` is the folder of the charts that make tools brought."""

    def __init__(self, folder: Path, charts: Path) -> None:
        self.folder = folder
        self.stack_name = "prod"
        shutil.copytree(SOURCE, folder)
        shutil.copytree(ROOT / "policies", folder / "policies")
        (folder / ".venv").symlink_to(ROOT / ".venv")
        for place, chart in CHARTS.items():
            shutil.copytree(charts / chart, folder / place)

    def register(self, resources: Iterable[Resource]) -> None:
        """Say what the next run registers."""
        (self.folder / "resources.json").write_text(json.dumps([_written(one) for one in resources]))


def _written(resource: Resource) -> dict[str, Any]:
    return {
        "type": resource.type,
        "name": resource.name,
        "inputs": _plain(resource.inputs),
        "protect": resource.protect,
        "ignoreChanges": list(resource.ignore_changes),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Unknown):
        return {"not": "known yet"}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
