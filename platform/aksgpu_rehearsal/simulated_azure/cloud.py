"""The simulated cloud: one JSON file with what exists, the settings and the planted faults.

    {"settings": {"subscriptionId": "...", "tenantId": "...", "timeScale": 0, "kubeconfig": "/a/file"},
     "resources": {"<ARM id>": {"type": "<type token>", "inputs": {...}, "outputs": {...}}},
     "faults": [{"fault": "throttled-429", "times": 2, "on": "create", "of": "AgentPool"}],
     "requests": [{"operation": "create", "id": "<ARM id>", "answer": "201"}]}

Every part and every setting may be left out.
"""

import fcntl
import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from aksgpu_rehearsal.simulated_azure.faults import Failure
from aksgpu_rehearsal.simulated_azure.names import type_of_id

Content = dict[str, Any]

REQUESTS_KEPT = 2000
_EMPTY: Mapping[str, Any] = {"settings": {}, "resources": {}, "faults": [], "requests": []}
_SETTINGS: Mapping[str, Any] = {
    "subscriptionId": "00000000-0000-0000-0000-000000000000",
    "tenantId": "00000000-0000-0000-0000-000000000001",
    "timeScale": 0,  # seconds here for one second of Azure's
    "kubeconfig": None,  # a file that listManagedClusterUserCredentials hands out
}


class Cloud:
    """The cloud in `file`, made empty if it is not there. Several processes may use it at once.

    A change is written to a file beside it which then takes its place, so a killed process leaves the old or the new
    cloud and never half of one. The lock is a file of its own: `<file>.lock`.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def content(self) -> Content:
        """All of it, as it is now; the caller's own copy."""
        found = cast(Content, json.loads(self.file.read_text())) if self.file.exists() else {}
        fresh = cast(Content, json.loads(json.dumps(_EMPTY)))
        return {**fresh, **found, "settings": {**_SETTINGS, **found.get("settings", {})}}

    @contextmanager
    def changing(self) -> Generator[Content]:
        """All of it, to be changed in place. Written at the end, unless the block raises."""
        with self.file.with_name(f"{self.file.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            content = self.content()
            yield content
            content["requests"] = content["requests"][-REQUESTS_KEPT:]
            scratch = self.file.with_name(f"{self.file.name}.new")
            scratch.write_text(_text(content))
            os.replace(scratch, self.file)

    @property
    def settings(self) -> Mapping[str, Any]:
        """Every setting, by name."""
        return self.content()["settings"]

    @property
    def resources(self) -> Mapping[str, Mapping[str, Any]]:
        """What exists, by ARM id."""
        return self.content()["resources"]

    def set_up(self, **settings: Any) -> None:
        """Change settings by their names in the file: `timeScale`, `kubeconfig`, `subscriptionId`, `tenantId`.

        Raises LookupError for any other name.
        """
        unknown = settings.keys() - _SETTINGS.keys()
        if unknown:
            raise LookupError(f"no such setting of the simulated cloud: {', '.join(sorted(unknown))}")
        with self.changing() as content:
            content["settings"] |= settings

    def plant(self, fault: str, times: int | None = 1, on: str = "", of: str = "") -> None:
        """Plant a fault for the next `times` requests that it fits; None for all, until `clear_faults`.

        `on` is an operation (create, update, delete, read), `of` a part of the type token or of the ARM id; empty fits
        everything. The faults are listed in faults.py; raises LookupError for one that is not there.
        """
        planted = {"fault": fault, "times": times, "on": on, "of": of}
        Failure.of(fault, "check")
        with self.changing() as content:
            content["faults"].append(planted)

    def clear_faults(self) -> None:
        """Take all planted faults out."""
        with self.changing() as content:
            content["faults"] = []

    def put(self, id_: str, outputs: Mapping[str, Any]) -> None:
        """Something that somebody else made: a resource of this ARM id with these outputs, in the engine's camelCase.

        Raises LookupError for an id of no known type.
        """
        with self.changing() as content:
            name = id_.rsplit("/", 1)[-1]
            record = {"type": type_of_id(id_), "inputs": {}, "outputs": {"name": name, **outputs}}
            content["resources"][id_] = record

    def change(self, id_: str, **outputs: Any) -> None:
        """Drift: somebody changes these values of a resource. Raises KeyError where there is no such resource."""
        with self.changing() as content:
            content["resources"][id_]["outputs"] |= outputs

    def remove(self, id_: str) -> None:
        """Drift: somebody deletes a resource, and so all below it. Raises KeyError where there is no such resource."""
        with self.changing() as content:
            del content["resources"][id_]
            remove_below(content, id_)

    def move_count(self, pool_id: str, count: int) -> None:
        """The autoscaler moves the count of a node pool. Raises ValueError outside its bounds, or without them."""
        with self.changing() as content:
            pool = content["resources"][pool_id]["outputs"]
            low, high = pool.get("minCount"), pool.get("maxCount")
            if not pool.get("enableAutoScaling") or low is None or high is None or not low <= count <= high:
                raise ValueError(f"the simulated autoscaler moves this pool between {low} and {high}, not to {count}")
            pool["count"] = count


def remove_below(content: Content, id_: str) -> None:
    """Take everything out that goes with a deleted resource: its children, and what is attached to it."""
    for other in [other for other in content["resources"] if other.startswith(f"{id_}/")]:
        del content["resources"][other]


def _text(content: Content) -> str:
    """JSON with a line for each resource, fault and request: to be read and compared, and quicker than indenting."""
    parts: list[str] = []
    for name, part in content.items():
        if isinstance(part, dict):
            items = cast(Content, part).items()
            lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in items)
            parts.append(f" {json.dumps(name)}: {{\n{lines}\n }}")
        else:
            lines = ",\n".join(f"  {json.dumps(value)}" for value in part)
            parts.append(f" {json.dumps(name)}: [\n{lines}\n ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"
