"""Sends objects to the API server in a dry run, through strict decoding, admission and every webhook."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.registered import Json, Registered

from aksgpu_rehearsal.api import Api

ALREADY_THERE = 409
"""Comes only at the end: a dry run looks for the name once the object has been decoded, admitted and validated, where
it would be stored (k8s.io/apiserver v0.36.3, pkg/registry/generic/registry/dryrun.go, DryRunnableStorage.Create)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the API server said of one object."""

    name: str
    status: int
    message: str
    warnings: tuple[str, ...]

    @property
    def refused(self) -> bool:
        """Whether it would not be made as it is."""
        return self.status >= 300 and self.status != ALREADY_THERE


class DryRuns:
    """Dry runs of CREATE. That of APPLY would add nothing: `up` itself has applied every object."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._lists: dict[tuple[str, str], Json] = {}

    def judge(self, name: str, manifest: Json, validation: Literal["Strict", "Warn"] = "Strict") -> Verdict:
        """Send the object once."""
        path = f"{self._path(manifest)}?dryRun=All&fieldValidation={validation}"
        answer = self._api.answer("POST", path, manifest)
        return Verdict(name, answer.status, str(answer.body.get("message", "")), answer.warnings)

    def judge_all(self, registered: Sequence[Registered]) -> list[Verdict]:
        """Send every Kubernetes object that the engine has sent, as it sent it."""
        return [self.judge(one.name, one.inputs) for one in registered if is_object(one)]

    def _path(self, manifest: Mapping[str, Any]) -> str:
        version, kind = str(manifest["apiVersion"]), str(manifest["kind"])
        group = f"/apis/{version}" if "/" in version else f"/api/{version}"
        if (group, kind) not in self._lists:
            known = (self._api.get(group) or {}).get("resources", [])
            self._lists |= {(group, item["kind"]): item for item in known if "/" not in item["name"]}
        there = self._lists[group, kind]
        within = f"/namespaces/{manifest['metadata']['namespace']}" if there["namespaced"] else ""
        return f"{group}{within}/{there['name']}"


def is_object(one: Registered) -> bool:
    """Whether it is a Kubernetes object, and not a release or a provider."""
    return one.type.startswith("kubernetes:") and "apiVersion" in one.inputs


def changed(manifest: Json, name: str, **fields: Any) -> Json:
    """A copy under another name with other top-level fields."""
    return {**copy.deepcopy(manifest), "metadata": {**manifest["metadata"], "name": name}, **fields}
