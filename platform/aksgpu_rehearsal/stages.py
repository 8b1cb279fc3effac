"""How the fake nodes bring pods up: kwok's own stages, and one for pods whose program really runs."""

import copy
from pathlib import Path
from typing import Any

import yaml

from aksgpu.desired.yaml_text import yaml_text

USED = (
    "node/fast/node-initialize.yaml",
    "node/heartbeat/node-heartbeat.yaml",
    "pod/fast/pod-ready.yaml",
    "pod/fast/pod-complete.yaml",
    "pod/fast/pod-delete.yaml",
)

ANSWERS = "aksgpu-rehearsal/answers"
"""The annotation of a pod whose program answers."""

RUNS_FOR = "aksgpu-rehearsal/runs-for"
"""The annotation of a job's pod that takes a while, such as 5m. Without it, it is done as soon as it runs."""

RUNS_HERE = ("kueue",)
"""Values of app.kubernetes.io/name whose pods are ready only once their program outside answers."""


def write_stages(folder: Path, file: Path) -> None:
    """Write kwok's configuration from the folder of its stages."""
    documents: list[dict[str, Any]] = [yaml.safe_load((folder / name).read_text()) for name in USED]
    ready = next(document for document in documents if document["metadata"]["name"] == "pod-ready")
    name = '.metadata.labels["app.kubernetes.io/name"]'
    answers = copy.deepcopy(ready)
    answers["metadata"]["name"] = "pod-answers"
    answers["spec"]["selector"]["matchExpressions"] += [
        {"key": name, "operator": "In", "values": list(RUNS_HERE)},
        {"key": f'.metadata.annotations["{ANSWERS}"]', "operator": "Exists"},
    ]
    complete = next(document for document in documents if document["metadata"]["name"] == "pod-complete")
    runs_for = {"expressionFrom": f'.metadata.annotations["{RUNS_FOR}"]'}
    complete["spec"]["delay"] = {"durationMilliseconds": 0, "durationFrom": runs_for}
    ready["spec"]["selector"]["matchExpressions"].append({"key": name, "operator": "NotIn", "values": list(RUNS_HERE)})
    file.write_text("---\n".join(yaml_text(document) for document in (*documents, answers)))
