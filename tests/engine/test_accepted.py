"""Each shipped stack comes up on the real engine, API server and controllers, stays as it is, works, and goes."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

ROOT = Path(__file__).parents[2]
TEAM = "vision"
GPU = "nvidia.com/gpu"
OWN_NAMESPACES = {"default", "kube-node-lease", "kube-public", "kube-system"}
BROUGHT_BY_ADD_ONS = {"podmonitors.azmonitoring.coreos.com", "ciliumnetworkpolicies.cilium.io"}
AGGREGATOR = "clusterrole-aggregation-controller"
"""Kubernetes' own. It applies an aggregated role after a part of it went, and so makes anew one that went with them
(v1.36.3: pkg/controller/clusterroleaggregation, applyClusterRoles)."""

NVIDIA_ON_EVERY_GPU_NODE = {"nvidia-device-plugin-daemonset", "nvidia-dcgm-exporter", "nvidia-operator-validator"}

pytestmark = pytest.mark.engine


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_a_shipped_stack_comes_up_stays_works_and_goes(
    stack: str, tools: Toolbox, work: Path, report: Callable[[str], None]
) -> None:
    with Rehearsal(ROOT / "stacks" / f"Pulumi.{stack}.yaml", tools, work) as rehearsal:
        engine = rehearsal.engine
        start = time.monotonic()
        previewed = engine.preview()
        preview_seconds = time.monotonic() - start
        up = engine.up()
        assert up.counts == {"created": len(previewed)}

        again, refreshed = engine.up(), engine.refresh()
        assert again.counts == {"unchanged": len(previewed)}
        assert refreshed.counts == {"unchanged": len(previewed)}

        operands_run_on_gpu_nodes_only(rehearsal)
        jobs_land_where_they_should(rehearsal)

        assert rehearsal.approve_removal().changes == {}
        destroyed = engine.destroy()
        assert destroyed.counts == {"deleted": len(previewed)}
        assert nothing_left(rehearsal.api, rehearsal.cloud) == {}
        assert rehearsal.controllers.trouble() is None
    took = {"up": up, "second up": again, "refresh": refreshed, "destroy": destroyed}
    seconds = {"preview": preview_seconds, **{what: outcome.seconds for what, outcome in took.items()}}
    words = ", ".join(f"{what} {number:.0f} s" for what, number in seconds.items())
    report(f"{stack}: {len(previewed)} resources, {words}")


def operands_run_on_gpu_nodes_only(rehearsal: Rehearsal) -> None:
    """The ClusterPolicy is ready, and each operand that runs anywhere runs on every GPU node and on no other."""
    api, namespace = rehearsal.api, rehearsal.subject.stack.gpu_software.operator.namespace
    policy = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy"
    until("a ready ClusterPolicy", lambda: (api.get(policy) or {}).get("status", {}).get("state") == "ready", 120)
    gpu = {offer.azure_name for offer in rehearsal.subject.offers.values() if offer.kind == "gpu"}
    pools = pool_of_nodes(api)
    gpu_nodes = {node for node, pool in pools.items() if pool in gpu}
    assert gpu <= set(pools.values())
    places: dict[str, set[str]] = {}
    for pod in api.items(f"/api/v1/namespaces/{namespace}/pods"):
        owner = pod["metadata"]["ownerReferences"][0]
        if owner["kind"] == "DaemonSet":
            places.setdefault(owner["name"], set()).add(pod["spec"].get("nodeName", "nowhere"))
    operands = {name: nodes for name, nodes in places.items() if name.startswith(("nvidia-", "gpu-feature-"))}
    assert set(operands) >= NVIDIA_ON_EVERY_GPU_NODE
    assert {name: nodes ^ gpu_nodes for name, nodes in operands.items() if nodes != gpu_nodes} == {}


def jobs_land_where_they_should(rehearsal: Rehearsal) -> None:
    """A job with a GPU runs on a GPU node. One without never does: it runs on a CPU pool, or waits without quota."""
    api, stack = rehearsal.api, rehearsal.subject.stack
    namespace = namespace_of(stack, TEAM)
    queue = stack.teams[TEAM].queue
    assert queue
    kinds = {offer.azure_name: offer.kind for offer in rehearsal.subject.offers.values()}
    cpu_quota = any(kinds_of(rehearsal)[pool] == "cpu" for pool in queue.quota)
    for name, limits in {"with-gpu": {GPU: "1"}, "without-gpu": {}}.items():
        api.create(f"/apis/batch/v1/namespaces/{namespace}/jobs", job(name, limits))

    def kind_of_node(name: str) -> str | None:
        for pod in api.items(f"/api/v1/namespaces/{namespace}/pods?labelSelector=job-name={name}"):
            if node := pod["spec"].get("nodeName"):
                return kinds[pool_of_nodes(api)[node]]
        return None

    assert until("a node for the job with a GPU", lambda: kind_of_node("with-gpu"), 60) == "gpu"
    if cpu_quota:
        assert until("a node for the job without one", lambda: kind_of_node("without-gpu"), 60) == "cpu"
    else:
        workload = until("a verdict on the job without a GPU", lambda: verdict(api, namespace, "without-gpu"), 60)
        assert (workload["status"], workload["reason"]) == ("False", "Pending")
        assert kind_of_node("without-gpu") is None
    api.delete(f"/apis/batch/v1/namespaces/{namespace}/jobs")
    until("the end of the jobs", lambda: not api.items(f"/api/v1/namespaces/{namespace}/pods"), 60)


def kinds_of(rehearsal: Rehearsal) -> Mapping[str, str]:
    return {name: offer.kind for name, offer in rehearsal.subject.offers.items()}


def pool_of_nodes(api: Api) -> dict[str, str]:
    return {item["metadata"]["name"]: item["metadata"]["labels"]["agentpool"] for item in api.items("/api/v1/nodes")}


def verdict(api: Api, namespace: str, name: str) -> dict[str, Any] | None:
    """Kueue's condition QuotaReserved on the workload of a job, once there is one."""
    for workload in api.items(f"/apis/kueue.x-k8s.io/v1beta2/namespaces/{namespace}/workloads"):
        if workload["metadata"]["ownerReferences"][0]["name"] == name:
            conditions = workload.get("status", {}).get("conditions", [])
            return next((item for item in conditions if item["type"] == "QuotaReserved"), None)
    return None


def job(name: str, limits: Mapping[str, str]) -> dict[str, Any]:
    """As a member of the team would write it: which queue and which node follow from the platform."""
    container = {"name": "work", "image": "example/work:1", "resources": {"requests": {"cpu": "1"}, "limits": limits}}
    pod = {"restartPolicy": "Never", "containers": [container]}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "labels": {"kueue.x-k8s.io/queue-name": "default"}},
        "spec": {"template": {"spec": pod}},
    }


def nothing_left(api: Api, cloud: Path) -> dict[str, object]:
    """What a destroyed platform left behind, by where."""
    definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    found = {
        "azure": sorted(json.loads(cloud.read_text())["resources"]),
        "namespaces": sorted(names(api, "/api/v1/namespaces") - OWN_NAMESPACES),
        "webhooks": sorted(
            name
            for kind in ("mutating", "validating")
            for name in names(api, f"/apis/admissionregistration.k8s.io/v1/{kind}webhookconfigurations")
        ),
        "aggregated APIs": sorted(
            item["metadata"]["name"]
            for item in api.items("/apis/apiregistration.k8s.io/v1/apiservices")
            if item["spec"].get("service")
        ),
        "priorities": sorted(
            name for name in names(api, "/apis/scheduling.k8s.io/v1/priorityclasses") if not name.startswith("system-")
        ),
        "storage classes": sorted(names(api, "/apis/storage.k8s.io/v1/storageclasses")),
        "cluster roles": sorted(
            item["metadata"]["name"]
            for item in api.items("/apis/rbac.authorization.k8s.io/v1/clusterroles")
            if item["metadata"]["name"].startswith(("aksgpu", "kueue", "gpu-operator", "nvidia"))
            and managers(item) != {AGGREGATOR}
        ),
        "custom resources": [
            f"{item['spec']['names']['plural']}/{name}"
            for item in api.items(definitions)
            if item["metadata"]["name"] not in BROUGHT_BY_ADD_ONS and "kwok" not in item["spec"]["group"]
            for name in names(api, path_of(item))
        ],
    }
    return {where: what for where, what in found.items() if what}


def managers(item: Mapping[str, Any]) -> set[str]:
    return {field["manager"] for field in item["metadata"].get("managedFields", [])}


def path_of(definition: Mapping[str, Any]) -> str:
    spec = definition["spec"]
    version = next(item["name"] for item in spec["versions"] if item["storage"])
    return f"/apis/{spec['group']}/{version}/{spec['names']['plural']}"


def names(api: Api, path: str) -> set[str]:
    return {item["metadata"]["name"] for item in api.items(path)}
