"""Kubernetes objects reach the engine under the SDK's own type tokens and exactly as their manifests stand."""

import json
import re
from pathlib import Path
from typing import Any

import pulumi
import pulumi_kubernetes
import pytest
from recorder import Recorder, SecretValue, run, unwrapped

from aksgpu.desired.entries import KubernetesObject
from aksgpu_pulumi.kubernetes_objects import register_object, type_token

SDK = Path(pulumi_kubernetes.__file__).read_text()
MODULES: list[dict[str, Any]] = json.loads(re.search(r'resource_modules="""(.*?)"""', SDK, re.DOTALL)[1])
BUILT_IN = sorted(
    token
    for module in MODULES
    for token in module["classes"]
    if module["fqn"].count(".") == 2 and "helm" not in token and "Patch" not in token
)


def test_tokens_are_the_sdks_own_for_every_built_in_kind() -> None:
    assert len(BUILT_IN) > 100
    for token in BUILT_IN:
        _, api_version, kind = token.split(":")
        manifest = {"apiVersion": api_version.removeprefix("core/"), "kind": kind}
        assert type_token(manifest) == token


def test_the_token_of_a_custom_kind_is_that_of_the_sdks_custom_resource() -> None:
    def program() -> None:
        pulumi_kubernetes.apiextensions.CustomResource("queue", "kueue.x-k8s.io/v1beta2", "ClusterQueue")

    recorded = run(program, Recorder("preview")).named("queue")
    assert recorded.type == type_token({"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue"})


AWKWARD: dict[str, Any] = {
    "apiVersion": "kueue.x-k8s.io/v1beta2",
    "kind": "WorkloadPriorityClass",
    "metadata": {"name": "training", "labels": {"node_name": "x", "cluster_ip": "y"}},
    "value": 10000,
    "description": "",
    "spec": {"api_version": 1, "clusterIP": None, "ref": {"$ref": "#"}, "ratio": 0.5, "on": True, "empty": {}, "l": []},
}


def registered(entry: KubernetesObject, manifest: dict[str, Any]) -> Any:
    def program() -> None:
        register_object(entry, "it", manifest, pulumi.ResourceOptions())

    return run(program, Recorder("preview")).named("it")


def test_awkward_keys_and_values_are_sent_as_they_stand() -> None:
    recorded = registered(KubernetesObject("it", AWKWARD), AWKWARD)
    assert recorded.inputs == AWKWARD
    assert recorded.delete_before_replace is True
    assert recorded.request.version == pulumi_kubernetes._utilities.get_version()


def test_options_of_the_plan_reach_the_engine() -> None:
    entry = KubernetesObject("it", AWKWARD, replace_on_changes=("value",), ignore_changes=("metadata.labels.a_b",))
    request = registered(entry, AWKWARD).request
    assert list(request.replaceOnChanges) == ["value"]
    assert list(request.ignoreChanges) == ["metadata.labels.a_b"]


@pytest.mark.parametrize("field", ["data", "stringData"])
def test_the_content_of_a_secret_is_secret_although_the_manifest_is_plain(field: str) -> None:
    manifest = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "pull"}, field: {"key": "c2VjcmV0"}}
    recorded = registered(KubernetesObject("it", manifest, secret=True), manifest)
    assert isinstance(recorded.inputs[field], SecretValue)
    assert unwrapped(recorded.inputs) == manifest
    assert set(recorded.request.additionalSecretOutputs) == {"data", "stringData"}


def test_a_secret_that_the_cluster_fills_is_secret_in_the_state() -> None:
    manifest = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "token"}, "type": "token"}
    request = registered(KubernetesObject("it", manifest), manifest).request
    assert set(request.additionalSecretOutputs) == {"data", "stringData"}
