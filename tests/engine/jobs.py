"""Jobs as a member of a team writes them, and what becomes of them."""

from collections.abc import Mapping
from typing import Any

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.stages import RUNS_FOR
from aksgpu_rehearsal.waiting import until

GPU = "nvidia.com/gpu"
SECONDS = 60


def job(name: str, limits: Mapping[str, str], runs_for: str = "") -> dict[str, Any]:
    """A job of one pod. Which queue and which node follow from the platform; it is done at once or after `runs_for`."""
    container = {"name": "work", "image": "example/work:1", "resources": {"requests": {"cpu": "1"}, "limits": limits}}
    annotations = {RUNS_FOR: runs_for} if runs_for else {}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "labels": {"kueue.x-k8s.io/queue-name": "default"}},
        "spec": {
            "template": {
                "metadata": {"annotations": annotations},
                "spec": {"restartPolicy": "Never", "containers": [container]},
            }
        },
    }


def submit(api: Api, namespace: str, wanted: Mapping[str, Any]) -> None:
    """Create a job in a team's namespace."""
    api.create(f"/apis/batch/v1/namespaces/{namespace}/jobs", wanted)


def condition(api: Api, namespace: str, name: str, kind: str) -> dict[str, Any] | None:
    """A condition of the workload that Kueue made for a job, once there is one."""
    for workload in api.items(f"/apis/kueue.x-k8s.io/v1beta2/namespaces/{namespace}/workloads"):
        if workload["metadata"]["ownerReferences"][0]["name"] == name:
            conditions = workload.get("status", {}).get("conditions", [])
            return next((item for item in conditions if item["type"] == kind), None)
    return None


def wait_until_runs(api: Api, namespace: str, name: str) -> None:
    """Wait until the job's pod runs."""
    path = f"/api/v1/namespaces/{namespace}/pods?labelSelector=job-name={name}"
    until(f"a running pod of {name}", lambda: "Running" in phases(api, path), SECONDS)


def wait_until_queued(api: Api, namespace: str, name: str) -> None:
    """Wait until Kueue has looked at the job and lets it wait."""

    def waits() -> bool:
        found = condition(api, namespace, name, "QuotaReserved")
        return found is not None and found["status"] == "False"

    until(f"{name} waiting for quota", waits, SECONDS)


def phases(api: Api, path: str) -> set[str]:
    """The phases of the pods in a list."""
    return {pod.get("status", {}).get("phase", "") for pod in api.items(path)}
