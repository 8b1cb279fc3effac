"""The judge of Kubernetes objects refuses what a strict API server refuses, in words that name the place."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kubernetes_schemas import SCHEMAS, StrictValidator, validate

GOOD: dict[str, dict[str, Any]] = {
    "job": {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "train", "namespace": "vision", "labels": {"kueue.x-k8s.io/queue-name": "default"}},
        "spec": {
            "template": {
                "spec": {
                    "restartPolicy": "Never",
                    "containers": [
                        {
                            "name": "main",
                            "image": "a:1",
                            "resources": {"limits": {"nvidia.com/gpu": 1, "memory": "2Gi"}},
                        }
                    ],
                }
            }
        },
    },
    "cluster queue": {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ClusterQueue",
        "metadata": {"name": "vision"},
        "spec": {
            "namespaceSelector": {"matchLabels": {"aksgpu/team": "vision"}},
            "resourceGroups": [
                {
                    "coveredResources": ["cpu", "nvidia.com/gpu"],
                    "flavors": [
                        {
                            "name": "t4",
                            "resources": [
                                {"name": "cpu", "nominalQuota": "7500m"},
                                {"name": "nvidia.com/gpu", "nominalQuota": 2, "borrowingLimit": 1},
                            ],
                        }
                    ],
                }
            ],
        },
    },
    "pod monitor": {
        "apiVersion": "azmonitoring.coreos.com/v1",
        "kind": "PodMonitor",
        "metadata": {"name": "dcgm", "namespace": "gpu-operator"},
        "spec": {
            "labelLimit": 63,
            "selector": {"matchLabels": {"app": "nvidia-dcgm-exporter"}},
            "podMetricsEndpoints": [{"port": "metrics", "interval": "30s", "scrapeTimeout": "10s"}],
        },
    },
    "cilium policy": {
        "apiVersion": "cilium.io/v2",
        "kind": "CiliumNetworkPolicy",
        "metadata": {"name": "dns", "namespace": "vision"},
        "spec": {
            "endpointSelector": {},
            "egress": [
                {"toEntities": ["host"], "toPorts": [{"ports": [{"port": "53", "protocol": "UDP"}]}]},
            ],
        },
    },
    "secret": {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "ngc"},
        "type": "kubernetes.io/dockerconfigjson",
        "data": {".dockerconfigjson": "e30="},
    },
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_object_passes(name: str) -> None:
    assert validate(GOOD[name]) == []


CONTAINER = ("spec", "template", "spec", "containers", 0)
FLAVOR = ("spec", "resourceGroups", 0, "flavors", 0)


@pytest.mark.parametrize(
    ("name", "place", "value", "reason"),
    [
        ("job", (*CONTAINER, "imagee"), "a:1", "spec.template.spec.containers[0]: unknown field imagee"),
        ("job", ("metadata", "label"), {}, "metadata: unknown field label"),
        ("job", ("metadata", "labels", "a"), True, "metadata.labels.a: True is not of type 'string'"),
        ("job", ("spec", "completions"), "2", "spec.completions: '2' is not of type 'integer'"),
        ("job", ("spec", "completions"), 2**31, "spec.completions: 2147483648 is not a 'int32'"),
        ("job", ("status",), {}, "object: unknown field status"),
        (
            "job",
            (*CONTAINER, "resources", "limits", "memory"),
            "2GB",
            "spec.template.spec.containers[0].resources.limits.memory: '2GB' does not match",
        ),
        (
            "cluster queue",
            (*FLAVOR, "nominalQuota"),
            1,
            "spec.resourceGroups[0].flavors[0]: unknown field nominalQuota",
        ),
        ("cluster queue", ("spec", "queueingStrategy"), "Fifo", "spec.queueingStrategy: 'Fifo' is not one of"),
        (
            "cluster queue",
            (*FLAVOR, "resources", 1, "name"),
            "cpu",
            "spec.resourceGroups[0].flavors[0].resources: more than one item has name cpu",
        ),
        ("pod monitor", ("spec", "podMetricsEndpoints", 0, "interval"), "30", "does not match"),
        ("pod monitor", ("apiVersion",), "azmonitoring.coreos.com/v2", "no schema for kind 'PodMonitor'"),
        ("cilium policy", ("spec", "egress", 0, "toEntities"), ["hosts"], "'hosts' is not one of"),
        ("cilium policy", ("spec", "egress", 0, "toPort"), [], "spec.egress[0]: unknown field toPort"),
        ("secret", ("data", ".dockerconfigjson"), "{}", "is not a 'byte'"),
        ("secret", ("metadata", "name"), "", "metadata.name: missing"),
    ],
)
def test_a_fault_is_named_with_its_place(name: str, place: tuple[str | int, ...], value: Any, reason: str) -> None:
    manifest = copy.deepcopy(GOOD[name])
    parent: Any = manifest
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = value
    reasons = validate(manifest)
    assert len(reasons) == 1
    assert reason in reasons[0]


def test_a_missing_required_field_is_named() -> None:
    manifest = copy.deepcopy(GOOD["job"])
    del manifest["spec"]["template"]
    assert validate(manifest) == ["spec: 'template' is a required property"]


@pytest.mark.parametrize("file", sorted(SCHEMAS.glob("*.json")), ids=lambda file: file.stem)
def test_every_schema_is_sound_and_says_where_it_comes_from(file: Path) -> None:
    schema = json.loads(file.read_text())
    StrictValidator.check_schema(schema)
    assert schema["x-licence"] == "Apache-2.0"
    assert schema["x-module"]
    assert re.fullmatch(r"v\d+\.\d+\.\d+(-[0-9a-f-]+)?", schema["x-version"])
    assert schema["additionalProperties"] is False
    assert "description" not in file.read_text().replace('"description": {', "")
    if file.name.startswith("azmonitoring"):
        assert schema["x-changed"].startswith("group monitoring.coreos.com: ")


def test_every_pinned_module_has_schemas_of_its_pinned_version() -> None:
    pins = dict(re.findall(r"^\t(\S+) (v\S+)$", (SCHEMAS.parents[1] / "tools/schemas/go.mod").read_text(), re.M))
    found = {(s := json.loads(file.read_text()))["x-module"]: s["x-version"] for file in SCHEMAS.glob("*.json")}
    assert found == pins
