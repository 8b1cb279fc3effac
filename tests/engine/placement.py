"""What runs where on a platform that is up: the GPU Operator's operands, and jobs."""

from typing import Any

from engine.jobs import GPU, condition, job, submit

from aksgpu.config.derived.provisioning import provisioning_on
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.waiting import until

TEAM = "vision"
CHECK = "gpu-nodes"
NVIDIA_ON_EVERY_GPU_NODE = {"nvidia-device-plugin-daemonset", "nvidia-dcgm-exporter", "nvidia-operator-validator"}


def operands_run_on_gpu_nodes_only(rehearsal: Rehearsal) -> None:
    """The ClusterPolicy is ready, and each operand that runs anywhere runs on every GPU node and on no other."""
    api, subject = rehearsal.api, rehearsal.subject
    policy = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy"
    until("a ready ClusterPolicy", lambda: (api.get(policy) or {}).get("status", {}).get("state") == "ready", 120)
    gpu = {offer.azure_name for offer in subject.offers.values() if offer.kind == "gpu"}
    pools = pool_of_nodes(api)
    gpu_nodes = {node for node, pool in pools.items() if pool in gpu}
    assert gpu <= set(pools.values())
    places: dict[str, set[str]] = {}
    for pod in api.items(f"/api/v1/namespaces/{subject.stack.gpu_software.operator.namespace}/pods"):
        owner = pod["metadata"]["ownerReferences"][0]
        if owner["kind"] == "DaemonSet":
            places.setdefault(owner["name"], set()).add(pod["spec"].get("nodeName", "nowhere"))
    operands = {name: nodes for name, nodes in places.items() if name.startswith(("nvidia-", "gpu-feature-"))}
    assert set(operands) >= NVIDIA_ON_EVERY_GPU_NODE
    assert {name: nodes ^ gpu_nodes for name, nodes in operands.items() if nodes != gpu_nodes} == {}


def jobs_land_where_they_should(rehearsal: Rehearsal) -> None:
    """A job with a GPU gets its nodes from the autoscaler and runs on a GPU node. One without never does: it runs on a
    CPU pool, or waits without quota."""
    api, subject = rehearsal.api, rehearsal.subject
    namespace = namespace_of(subject.stack, TEAM)
    kinds = {offer.azure_name: offer.kind for offer in subject.offers.values()}
    for name, limits in {"with-gpu": {GPU: "1"}, "without-gpu": {}}.items():
        submit(api, namespace, job(name, limits))

    def kind_of_node(name: str) -> str | None:
        for pod in api.items(f"/api/v1/namespaces/{namespace}/pods?labelSelector=job-name={name}"):
            if node := pod["spec"].get("nodeName"):
                return kinds[pool_of_nodes(api)[node]]
        return None

    assert until("a node for the job with a GPU", lambda: kind_of_node("with-gpu"), 60) == "gpu"
    assert provisioning_on(subject)
    check = admission_check(api, namespace, "with-gpu")
    assert (check["state"], check["message"]) == ("Ready", "simulated cluster autoscaler: the fake nodes are there.")
    if has_cpu_quota(subject):
        assert until("a node for the job without one", lambda: kind_of_node("without-gpu"), 60) == "cpu"
    else:
        verdict = until(
            "a verdict on the job without a GPU",
            lambda: condition(api, namespace, "without-gpu", "QuotaReserved"),
            60,
        )
        assert (verdict["status"], verdict["reason"]) == ("False", "Pending")
        assert kind_of_node("without-gpu") is None
    api.delete(f"/apis/batch/v1/namespaces/{namespace}/jobs")
    until("the end of the jobs", lambda: not api.items(f"/api/v1/namespaces/{namespace}/pods"), 60)


def has_cpu_quota(subject: Subject) -> bool:
    """Whether the team may run jobs without GPUs."""
    queue = subject.stack.teams[TEAM].queue
    assert queue
    return any(subject.offers[pool].kind == "cpu" for pool in queue.quota)


def admission_check(api: Api, namespace: str, name: str) -> dict[str, Any]:
    """The state of the check for GPU nodes on the workload of a job."""
    workloads = api.items(f"/apis/kueue.x-k8s.io/v1beta2/namespaces/{namespace}/workloads")
    own = next(item for item in workloads if item["metadata"]["ownerReferences"][0]["name"] == name)
    return next(check for check in own["status"]["admissionChecks"] if check["name"] == CHECK)


def pool_of_nodes(api: Api) -> dict[str, str]:
    """The pool of each node, by its name in Azure."""
    return {item["metadata"]["name"]: item["metadata"]["labels"]["agentpool"] for item in api.items("/api/v1/nodes")}
