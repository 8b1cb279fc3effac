"""Kueue's objects: flavors, queues, cohorts, checks, priorities and the order among them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.config.derived.cpu_only_jobs import WITHOUT_GPU
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue import local_queue_parts, parts
from aksgpu.desired.entries import Entry, KubernetesObject
from aksgpu.desired.quantities import cpu, memory

Make = Callable[..., Subject]

CPU = {"vmSize": "Standard_D16ds_v5", "scale": {"min": 1, "max": 10}}
TEAMS: dict[str, Any] = {
    "gpuPools": {
        "t4": ...,
        "train": {"vmSize": "Standard_NC80adis_H100_v5", "scale": {"max": 6}},
        "fixed": {"vmSize": "Standard_NC24ads_A100_v4", "nodes": 2, "gpuTaint": "sku", "taints": ["team=a:NoExecute"]},
        "slices": {
            "vmSize": "Standard_NC24ads_A100_v4",
            "scale": {"min": 1, "max": 2},
            "mig": {"layout": {"3g.40gb": 1, "1g.10gb": 4}},
        },
        "spot": {"vmSize": "Standard_NC40ads_H100_v5", "scale": {"max": 8}, "spot": {}},
    },
    "cpuPools": {"cpu": CPU},
    "queues": {"cohorts": {"company": {}, "research": {"parent": "company"}}},
    "teams": {
        "vision": {
            "namespace": "team-vision",
            "queue": {
                "cohort": "research",
                "quota": {
                    "t4": ...,
                    "train": {"gpus": 4, "borrow": 2, "lend": 1},
                    "slices": {"slices": {"3g.40gb": 1, "1g.10gb": 2}},
                    "cpu": {"cores": 24},
                },
            },
        },
        "speech": {"queue": {"cohort": "company", "quota": {"fixed": {"gpus": 1}, "spot": {"gpus": 2}}}},
        "batch": {"queue": {"quota": {"cpu": {"cores": 8}}}},
    },
}


def entries(made: Subject) -> dict[str, Entry]:
    return {entry.key: entry for part in (*parts(made), *local_queue_parts(made)) for entry in part.entries}


def manifest(made: Subject, key: str) -> Mapping[str, Any]:
    entry = entries(made)[key]
    assert isinstance(entry, KubernetesObject)
    return entry.manifest


def quotas(made: Subject, team: str) -> dict[str, dict[str, Any]]:
    """Nominal quota, limits and all of each flavor of a queue: flavor to resource to row."""
    (group,) = manifest(made, f"clusterqueue-{team}")["spec"]["resourceGroups"]
    return {flavor["name"]: {row["name"]: row for row in flavor["resources"]} for flavor in group["flavors"]}


def test_every_object_is_valid_by_the_real_schemas(subject: Make) -> None:
    for made in (subject(), subject(TEAMS), subject({**TEAMS, "queues": {"fairSharing": True}})):
        for entry in entries(made).values():
            if isinstance(entry, KubernetesObject):
                assert validate(entry.manifest) == [], entry.key


def test_the_part_is_team_queues_and_only_there_with_a_queue(subject: Make) -> None:
    assert [(part.name, part.component) for part in parts(subject())] == [("queues", "TeamQueues")]
    assert list(parts(subject({"teams": {"vision": {"queue": None}}}))) == []


def test_a_flavor_selects_our_own_label_alone_and_tolerates_exactly_its_pool(subject: Make) -> None:
    made = subject(TEAMS)
    assert manifest(made, "resourceflavor-fixed")["spec"] == {
        "nodeLabels": {"aksgpu/pool": "fixed"},
        "tolerations": [
            {"key": "sku", "operator": "Equal", "value": "gpu", "effect": "NoSchedule"},
            {"key": "team", "operator": "Equal", "value": "a", "effect": "NoExecute"},
        ],
    }
    assert manifest(made, "resourceflavor-cpu")["spec"] == {"nodeLabels": {"aksgpu/pool": "cpu"}}
    spot = manifest(made, "resourceflavor-spot")["spec"]["tolerations"]
    assert [taint["key"] for taint in spot] == ["nvidia.com/gpu", "kubernetes.azure.com/scalesetpriority"]


def test_only_pools_that_a_queue_draws_from_have_a_flavor(subject: Make) -> None:
    changes = {**TEAMS, "teams": {"vision": {"queue": {"quota": {"t4": ..., "train": {"gpus": 1}}}}}}
    assert [key for key in entries(subject(changes)) if "flavor" in key] == [
        "resourceflavor-cpu",
        "resourceflavor-train",
    ]


def test_every_flavor_lists_every_covered_resource_in_order(subject: Make) -> None:
    for team in ("vision", "speech", "batch"):
        (group,) = manifest(subject(TEAMS), f"clusterqueue-{team}")["spec"]["resourceGroups"]
        for flavor in group["flavors"]:
            assert [row["name"] for row in flavor["resources"]] == group["coveredResources"]


def test_the_cpu_flavor_is_first_and_has_no_gpus(subject: Make) -> None:
    vision = quotas(subject(TEAMS), "vision")
    assert list(vision) == ["cpu", "slices", "train"]
    assert vision["cpu"]["cpu"]["nominalQuota"] == "24"
    gpus = [row["nominalQuota"] for name, row in vision["cpu"].items() if name.startswith("nvidia.com/")]
    assert gpus == ["0", "0", "0"]


def test_gpu_flavors_have_nothing_for_jobs_without_gpus(subject: Make) -> None:
    vision = quotas(subject(TEAMS), "vision")
    assert {name: rows[WITHOUT_GPU]["nominalQuota"] for name, rows in vision.items()} == {
        "cpu": "1G",
        "train": "0",
        "slices": "0",
    }
    assert WITHOUT_GPU in quotas(subject(TEAMS), "batch")["cpu"], "every job without GPUs requests it, in every queue"


def test_gpus_come_with_their_share_and_limits_in_proportion(subject: Make) -> None:
    made = subject(TEAMS)
    rows, offer = quotas(made, "vision")["train"], made.offers["train"]
    assert rows["nvidia.com/gpu"] == {
        "name": "nvidia.com/gpu",
        "nominalQuota": "4",
        "borrowingLimit": "2",
        "lendingLimit": "1",
    }
    node = offer.allocatable_cpu_millicores
    assert rows["cpu"] == {
        "name": "cpu",
        "nominalQuota": cpu(2 * node),
        "borrowingLimit": cpu(node),
        "lendingLimit": cpu(node // 2),
    }
    assert rows["memory"]["nominalQuota"] == memory(2 * offer.allocatable_memory_mib)
    assert rows["nvidia.com/mig-1g.10gb"]["nominalQuota"] == "0"
    assert set(rows["nvidia.com/mig-1g.10gb"]) == {"name", "nominalQuota", "borrowingLimit", "lendingLimit"}


def test_limits_are_left_out_where_none_is_given_or_there_is_no_cohort(subject: Make) -> None:
    made = subject(TEAMS)
    assert set(quotas(made, "speech")["spot"]["nvidia.com/gpu"]) == {"name", "nominalQuota"}
    assert set(quotas(made, "batch")["cpu"]["cpu"]) == {"name", "nominalQuota"}
    assert "cohortName" not in manifest(made, "clusterqueue-batch")["spec"]


def test_a_queue_takes_jobs_of_its_own_namespace_only(subject: Make) -> None:
    spec = manifest(subject(TEAMS), "clusterqueue-vision")["spec"]
    assert spec["namespaceSelector"] == {"matchLabels": {"kubernetes.io/metadata.name": "team-vision"}}
    assert manifest(subject(TEAMS), "localqueue-team-vision-default")["spec"] == {"clusterQueue": "vision"}


def test_a_queue_behaves_as_the_stack_says(subject: Make) -> None:
    queue = {
        "cohort": "research",
        "strategy": "StrictFIFO",
        "stopPolicy": "Hold",
        "weight": 3,
        "preemption": {"reclaimWithinCohort": "LowerPriority", "withinClusterQueue": "Never"},
        "fungibility": {"whenCanBorrow": "TryNextFlavor", "whenCanPreempt": "MayStopSearch"},
    }
    made = subject(
        {
            **TEAMS,
            "teams": {**TEAMS["teams"], "vision": {"queue": {**queue, "quota": {"t4": ..., "train": {"gpus": 1}}}}},
        }
    )
    spec = manifest(made, "clusterqueue-vision")["spec"]
    assert spec["cohortName"] == "research"
    assert spec["queueingStrategy"] == "StrictFIFO"
    assert spec["stopPolicy"] == "Hold"
    assert "fairSharing" not in spec
    assert spec["preemption"] == {
        "reclaimWithinCohort": "LowerPriority",
        "withinClusterQueue": "Never",
        "borrowWithinCohort": {"policy": "Never"},
    }
    assert spec["flavorFungibility"] == {"whenCanBorrow": "TryNextFlavor", "whenCanPreempt": "MayStopSearch"}


def test_weights_are_there_in_fair_sharing(subject: Make) -> None:
    made = subject(
        {
            **TEAMS,
            "queues": {"fairSharing": True, "cohorts": {"company": {}, "research": {"parent": "company", "weight": 3}}},
            "teams": {
                **TEAMS["teams"],
                "batch": {"queue": {"weight": 2, "cohort": "research", "quota": {"cpu": {"cores": 1}}}},
            },
        }
    )
    assert manifest(made, "clusterqueue-batch")["spec"]["fairSharing"] == {"weight": "2"}
    assert manifest(made, "cohort-research")["spec"] == {"parentName": "company", "fairSharing": {"weight": "3"}}


def test_every_cohort_is_an_object_after_its_parent(subject: Make) -> None:
    made = subject({**TEAMS, "queues": {"cohorts": {"research": {"parent": "company"}}}})
    assert manifest(made, "cohort-company")["spec"] == {}
    assert manifest(made, "cohort-research")["spec"] == {"parentName": "company"}
    assert entries(made)["cohort-research"].after == ("chart-kueue", "cohort-company")


def test_the_check_is_on_autoscaled_gpu_flavors_only(subject: Make) -> None:
    made = subject(TEAMS)
    check = manifest(made, "clusterqueue-vision")["spec"]["admissionChecksStrategy"]
    assert check == {"admissionChecks": [{"name": "gpu-nodes", "onFlavors": ["slices", "train"]}]}
    speech = manifest(made, "clusterqueue-speech")["spec"]["admissionChecksStrategy"]["admissionChecks"]
    assert speech == [{"name": "gpu-nodes", "onFlavors": ["spot"]}]
    assert "admissionChecksStrategy" not in manifest(made, "clusterqueue-batch")["spec"]


def test_provisioning_manages_gpus_only(subject: Make) -> None:
    made = subject(TEAMS)
    spec = manifest(made, "provisioningrequestconfig-gpu-nodes")["spec"]
    assert spec["provisioningClassName"] == "best-effort-atomic-scale-up.autoscaling.x-k8s.io"
    assert spec["managedResources"] == ["nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "nvidia.com/mig-3g.40gb"]
    assert manifest(made, "admissioncheck-gpu-nodes")["spec"] == {
        "controllerName": "kueue.x-k8s.io/provisioning-request",
        "parameters": {"apiGroup": "kueue.x-k8s.io", "kind": "ProvisioningRequestConfig", "name": "gpu-nodes"},
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"cluster": {"create": {"kubernetesVersion": "1.32"}}},
        {"queues": {"provisioningRequests": False}},
        {"gpuPools": {"t4": {"scale": ..., "nodes": 2}}},
    ],
    ids=["Kubernetes below 1.33", "switched off", "no autoscaled pool"],
)
def test_there_is_no_check_where_it_cannot_be_answered(subject: Make, changes: dict[str, Any]) -> None:
    made = subject(changes)
    assert not [key for key in entries(made) if "check" in key or "provisioning" in key]
    assert "admissionChecksStrategy" not in manifest(made, "clusterqueue-vision")["spec"]


def test_each_priority_has_a_class_of_the_same_name_and_value(subject: Make) -> None:
    made = subject({"priorities": {"training": {"value": 10000, "description": "waits"}, "urgent": {"value": 500}}})
    training = manifest(made, "workloadpriorityclass-training")
    assert (training["value"], training["description"]) == (10000, "waits")
    assert "description" not in manifest(made, "workloadpriorityclass-urgent")


def test_each_object_comes_after_what_it_names(subject: Make) -> None:
    found = entries(subject(TEAMS))
    flavors = {key for key in found if key.startswith("resourceflavor-")}
    assert all(found[key].after == ("chart-kueue",) for key in flavors)
    vision = set(found["clusterqueue-vision"].after)
    wanted = {"resourceflavor-cpu", "resourceflavor-train", "resourceflavor-slices", "cohort-research"}
    assert vision == {"chart-kueue", "admissioncheck-gpu-nodes", *wanted}
    assert found["localqueue-team-vision-default"].after == ("clusterqueue-vision", "namespace-team-vision")
    assert found["admissioncheck-gpu-nodes"].after == ("provisioningrequestconfig-gpu-nodes",)


def test_what_kueue_does_not_let_change_is_replaced(subject: Make) -> None:
    found = entries(subject())
    replaced = {
        key: entry.replace_on_changes
        for key, entry in found.items()
        if isinstance(entry, KubernetesObject) and entry.replace_on_changes
    }
    assert replaced == {
        "admissioncheck-gpu-nodes": ("spec.controllerName",),
        "localqueue-vision-default": ("spec.clusterQueue",),
    }


def test_kueue_comes_after_every_chart_that_its_webhooks_could_block(subject: Make) -> None:
    assert charts_before_kueue(subject()) == ["chart-nfd", "chart-gpu-operator"]
    without_gpus = subject(
        {
            "gpuPools": {"t4": ...},
            "cpuPools": {"cpu": CPU},
            "teams": {"vision": {"queue": {"quota": {"t4": ..., "cpu": {"cores": 4}}}}},
        }
    )
    assert charts_before_kueue(without_gpus) == []


def charts_before_kueue(made: Subject) -> list[str]:
    return [key for key in entries(made)["chart-kueue"].after if key.startswith("chart-")]
