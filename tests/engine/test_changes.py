"""What teams change on a running platform: the engine's own plan, and how things stand afterwards."""

import shutil
from typing import Any

import pytest
import yaml
from engine.changing import change, cloud, edit, names, pool, pools, previewed, refused
from engine.jobs import GPU, job, submit, wait_until_runs

from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

QUEUES = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues"
REPLACE = {"action": "replace", "owner": "ml-platform", "reason": "more CPU beside each GPU", "expires": "2027-01-31"}


def t4_name(platform: Rehearsal) -> str:
    return platform.subject.offers["t4"].azure_name


def quota(platform: Rehearsal, team: str) -> dict[str, Any]:
    """Nominal quotas of a team's queue by flavor, of the resource that the flavor is about."""
    groups = (platform.api.get(f"{QUEUES}/{team}") or {})["spec"]["resourceGroups"]
    flavors = [flavor for group in groups for flavor in group["flavors"]]
    return {flavor["name"]: {one["name"]: one["nominalQuota"] for one in flavor["resources"]} for flavor in flavors}


def test_a_larger_maximum_changes_the_pool_in_place_and_leaves_the_autoscalers_count(small: Rehearsal) -> None:
    pool_id = next(id_ for id_ in cloud(small)["resources"] if id_.endswith(f"/agentPools/{t4_name(small)}"))
    small.simulated.move_count(pool_id, 1)
    steps = change(small, {"gpuPools": {"t4": {"scale": {"max": 3}}}})
    assert [(step.op, step.name) for step in steps] == [("update", "pool-t4")]
    assert (pool(small, t4_name(small))["maxCount"], pool(small, t4_name(small))["count"]) == (3, 1)


def test_a_new_vm_size_without_approval_is_refused_in_the_preview(small: Rehearsal) -> None:
    before = cloud(small)["resources"]
    said = refused(small, {"gpuPools": {"t4": {"vmSize": "Standard_NC8as_T4_v3"}}})
    assert "unable to replace resource" in said.text
    assert "marked for protection" in said.text
    assert cloud(small)["resources"] == before


def test_an_approved_new_vm_size_brings_the_new_pool_before_the_old_one_goes(small: Rehearsal) -> None:
    old = t4_name(small)
    asked = len(cloud(small)["requests"])
    steps = change(small, {"gpuPools": {"t4": {"vmSize": "Standard_NC8as_T4_v3"}}, "approve": {"t4": REPLACE}})
    new = t4_name(small)
    assert new != old
    assert len(new) <= 12
    of_the_pool = [step.op for step in steps if step.name == "pool-t4"]
    assert of_the_pool == ["create-replacement", "replace", "delete-replaced"]
    requests = [(one["operation"], one["id"].rsplit("/", 1)[-1]) for one in cloud(small)["requests"][asked:]]
    assert [one for one in requests if one[1] in (old, new)] == [("create", new), ("delete", old)]
    assert new in pools(small)
    assert old not in pools(small)
    assert pool(small, new)["vmSize"] == "Standard_NC8as_T4_v3"
    assert change(small, {"approve": ...}) == []


def test_another_mig_layout_relabels_the_nodes_and_renames_the_quota(small: Rehearsal) -> None:
    layout = {"2g.20gb": 3, "1g.10gb": 1}
    slices = {"slices": {"2g.20gb": 6, "1g.10gb": 2}}
    steps = change(
        small,
        {
            "gpuPools": {"a100": {"mig": {"layout": layout}}},
            "teams": {"speech": {"queue": {"quota": {"a100": slices}}}},
        },
    )
    assert set(names(steps, "update")) == {
        *("pool-a100", "chart-gpu-operator", "chart-kueue", "clusterqueue-speech"),
        "provisioningrequestconfig-gpu-nodes",
    }
    assert len(steps) == 5
    offer = small.subject.offers["a100"]
    label = pool(small, offer.azure_name)["nodeLabels"]["nvidia.com/mig.config"]
    policy = small.api.get("/apis/nvidia.com/v1/clusterpolicies/cluster-policy") or {}
    config_map = policy["spec"]["migManager"]["config"]["name"]
    layouts = small.api.get(f"/api/v1/namespaces/gpu-operator/configmaps/{config_map}") or {}
    assert label in yaml.safe_load(layouts["data"]["config.yaml"])["mig-configs"]
    assert quota(small, "speech")["a100"]["nvidia.com/mig-2g.20gb"] == "6"


@pytest.mark.parametrize("version", ["1.36.2", "1.37"])
def test_a_newer_kubernetes_comes_to_the_control_plane_first_and_replaces_nothing(
    small: Rehearsal, version: str
) -> None:
    steps = change(small, {"cluster": {"create": {"kubernetesVersion": version}}})
    assert {step.op for step in steps} <= {"update", "create"}
    updated = names(steps, "update")
    assert updated[0] == "cluster"
    assert sorted(updated) == ["cluster", "pool-a100", "pool-t4"]
    assert {pool(small, name)["orchestratorVersion"] for name in pools(small)} == {version}


def test_quota_moves_from_team_to_team(small: Rehearsal) -> None:
    moved = {
        "vision": {"queue": {"quota": {"t4": {"gpus": 0}}}},
        "speech": {"queue": {"quota": {"t4": {"gpus": 2}}}},
    }
    steps = change(small, {"teams": moved})
    assert sorted((step.op, step.name) for step in steps) == [
        ("update", "clusterqueue-speech"),
        ("update", "clusterqueue-vision"),
    ]
    counts = {team: quota(small, team)["t4"]["nvidia.com/gpu"] for team in ("vision", "speech")}
    assert counts == {"vision": "0", "speech": "2"}


def test_another_parameter_replaces_a_storage_class_and_nothing_else(small: Rehearsal) -> None:
    steps = change(small, {"storage": {"classes": {"shared": {"sku": "Premium_ZRS"}}}})
    assert [(step.op, step.name) for step in steps] == [
        ("delete-replaced", "storageclass-shared"),
        ("replace", "storageclass-shared"),
        ("create-replacement", "storageclass-shared"),
    ]
    found = small.api.get("/apis/storage.k8s.io/v1/storageclasses/shared") or {}
    assert found["parameters"]["skuName"] == "Premium_ZRS"


def test_another_value_replaces_a_pod_priority_and_updates_the_one_of_jobs(small: Rehearsal) -> None:
    steps = change(small, {"priorities": {"training": {"value": 20_000}}})
    assert names(steps, "replace") == ["priorityclass-training"]
    assert names(steps, "update") == ["workloadpriorityclass-training"]
    assert (small.api.get("/apis/scheduling.k8s.io/v1/priorityclasses/training") or {})["value"] == 20_000


def test_a_pool_that_a_queue_still_uses_cannot_be_taken_out(small: Rehearsal) -> None:
    before = cloud(small)
    said = refused(small, {"gpuPools": {"t4": ...}})
    assert "teams.vision.queue.quota.t4: the stack has no pool 't4' to give a quota of." in said.text
    assert cloud(small) == before


def test_a_default_that_is_written_out_changes_nothing(small: Rehearsal) -> None:
    queue = {"queue": {"strategy": "BestEffortFIFO", "weight": 1, "preemption": {"reclaimWithinCohort": "Any"}}}
    edit(
        small,
        {
            "teams": {"vision": {"podSecurity": "baseline", **queue}},
            "queues": {"waitForPodsReady": {"timeoutMinutes": 45}},
            "gpuPools": {"t4": {"scale": {"min": 0}}},
        },
    )
    assert previewed(small) == []


NEXT_CATALOGUE = """
import dataclasses
from aksgpu.catalogue import charts

charts.CHART_VERSIONS = tuple(
    dataclasses.replace(row, version="{version}") if row.chart == "kueue" else row for row in charts.CHART_VERSIONS
)
"""


def test_a_newer_chart_is_an_upgrade_of_its_release_and_of_nothing_else(small: Rehearsal) -> None:
    """A SIMULATED release: the chart at hand under the next version number, as a newer aksgpu would name it."""
    version = "0.19.3"
    charts = small.program.folder / "stacks" / "charts"
    built = charts.resolve()
    charts.unlink()
    shutil.copytree(built, charts, copy_function=shutil.copy)
    chart = charts / "kueue" / "Chart.yaml"
    chart.write_text(chart.read_text().replace("version: 0.19.2", f"version: {version}"))
    program = small.program.folder / "stacks" / "__main__.py"
    program.write_text(NEXT_CATALOGUE.format(version=version) + program.read_text())
    steps = change(small, {})
    assert [(step.op, step.name) for step in steps] == [("update", "chart-kueue")]
    (record,) = [
        secret["metadata"]["labels"]
        for secret in small.api.items("/api/v1/namespaces/kueue-system/secrets?labelSelector=owner=helm")
        if secret["metadata"]["labels"]["status"] == "deployed"
    ]
    assert record["version"] == "2"
    submit(small.api, "vision", job("after", {GPU: "1"}, runs_for="1h"))
    wait_until_runs(small.api, "vision", "after")
