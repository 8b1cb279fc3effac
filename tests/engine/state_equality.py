"""Whether a plan and the state after `up` are the same, with every marker answered from the state itself."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.plan_equality import differences
from engine.planned import RELEASE, entries, holds_secret, inputs_of, key_of
from engine.registered import SECRET, Json, Registered

STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def differences_after_up(plan: Mapping[str, Any], registered: Sequence[Registered]) -> list[str]:
    """All that the state of a stack without secrets shown has otherwise than the plan, in words."""
    planned = {key_of(entry): entry for entry in entries(plan)}
    kept = [replace(one, inputs=_without_additions(planned.get(one.key), one)) for one in registered]
    azure = {one.name: one for one in registered if one.type.startswith("azure-native:")}
    return differences(plan, kept, lambda marker: answered(marker, azure), _as_kept)


def answered(marker: Any, azure: Mapping[str, Registered]) -> Any:
    """What a marker of the plan comes to, by what Azure returned."""
    if holds_secret(marker):
        return SECRET
    if isinstance(marker, str):
        return marker
    if "joined" in marker:
        return "".join(answered(part, azure) for part in marker["joined"])
    key, _, path = marker["fromAzure"].partition(".")
    return azure[key].id if path == "id" else _at(azure[key].outputs, path)


def _at(value: Any, path: str) -> Any:
    for number, name in STEP.findall(path):
        value = value[int(number)] if number else value[name]
    return value


def _as_kept(entry: Mapping[str, Any]) -> Json:
    """The plan's inputs as the Kubernetes provider keeps them: it writes some things another way that mean the same."""
    inputs = dict(inputs_of(entry))
    if entry["kind"] == "chart":
        del inputs["compat"], inputs["version"]  # of a chart in a folder it keeps the folder's own version
    if inputs.get("kind") == "Secret" and "stringData" in inputs:
        inputs["data"] = inputs.pop("stringData")
    # Fields that Kubernetes' own Go types leave out when they are empty: without them, they are.
    if inputs.get("kind") == "PriorityClass" and inputs["globalDefault"] is False:
        del inputs["globalDefault"]
    if inputs.get("kind") == "PersistentVolume" and inputs["spec"]["storageClassName"] == "":
        inputs["spec"] = {name: value for name, value in inputs["spec"].items() if name != "storageClassName"}
    return inputs


def _without_additions(entry: Mapping[str, Any] | None, one: Registered) -> Json:
    """The state's inputs without what the Kubernetes provider adds of its own."""
    if entry is None:
        return one.inputs
    said = _as_kept(entry)
    if one.type == RELEASE:
        return {name: value for name, value in one.inputs.items() if name in said}
    if "metadata" not in said:
        return one.inputs
    metadata = dict(one.inputs["metadata"])
    # It takes kinds for namespaced whose definition it has not seen yet (v4.25, pkg/provider/provider.go, Check).
    if metadata.get("namespace") == "default" and "namespace" not in said["metadata"]:
        del metadata["namespace"]
    # Under client-side apply it signs what it makes (pkg/metadata/labels.go).
    if metadata.get("labels") == {"app.kubernetes.io/managed-by": "pulumi"} and "labels" not in said["metadata"]:
        del metadata["labels"]
    return {**one.inputs, "metadata": metadata}
