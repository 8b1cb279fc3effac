"""Each shipped stack comes up on the real engine, API server and controllers, stays as it is, works, and goes."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from engine.leftovers import leftovers

from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

ROOT = Path(__file__).parents[2]
TEAM = "vision"
GPU = "nvidia.com/gpu"
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
        assert leftovers(rehearsal.api, rehearsal.cloud) == {}
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
