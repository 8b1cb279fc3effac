"""Every component by itself: checked as a whole stack is, and only its own part registered."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pulumi
import pytest
from recorder import Recorded, Recorder, run
from simulated import GET_CLUSTER, SHARED_CLUSTER, answers

from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu_pulumi import (
    Autoscaler,
    Cluster,
    CpuNodePool,
    GpuNodePool,
    GpuOperator,
    LocalQueues,
    Monitoring,
    Network,
    NodeFeatureDiscovery,
    PriorityClasses,
    Site,
    Storage,
    TeamQueues,
    Tenancy,
)

GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
EXISTING = {"existing": {"name": "shared", "resourceGroup": "rg-shared", "facts": {"kubernetesVersion": "1.35"}}}
CREATED = {
    "create": {
        "name": "lab",
        "entra": {"adminGroups": [GROUP]},
        "apiServer": {"authorizedRanges": ["203.0.113.16/28"]},
    }
}
POOLS = {"train": {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 4}}}
TEAMS = {"vision": {"groups": {"edit": [GROUP]}, "queue": {"quota": {"train": {"gpus": 4}}}}}


def site(cluster: Any = EXISTING, **changes: Any) -> Site:
    head = {"environment": "staging", "owner": "ml", "cost_centre": "cc", "region": "swedencentral"}
    subscription = "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"
    return Site(**{**head, "subscription_id": subscription, "cluster": cluster, "today": date(2026, 12, 1), **changes})


def simulated(recorded: Recorded) -> dict[str, Any]:
    name = recorded.name
    return {
        "id": f"/simulated/{name}",
        "name": f"simulated {name}",
        "principalId": f"simulated principal of {name}",
        "clientId": f"simulated client of {name}",
        "metricsIngestion": {"endpoint": "https://simulated.example"},
    }


def ran(program: Callable[[], Any]) -> Recorder:
    recorder = Recorder("update", simulated, answers({GET_CLUSTER: SHARED_CLUSTER}))
    return run(lambda: program() and None, recorder)


class MadeHere:
    """A cluster that the program has already."""

    @property
    def resources(self) -> dict[str, Any]:
        return {"cluster": {"id": "/simulated/lab"}}


IN_THIS_PROGRAM: Any = MadeHere()
ALONE: dict[str, tuple[Callable[[], pulumi.ComponentResource], set[str]]] = {
    "Network": (lambda: Network("net", site(CREATED)), {"net-vnet", "net-subnet-nodes", "net-resource-group"}),
    "CpuNodePool": (
        lambda: CpuNodePool("cpu", site(), pool={"vmSize": "Standard_D8ds_v5", "nodes": 2}),
        {"cpu-pool-cpu"},
    ),
    "GpuNodePool": (lambda: GpuNodePool("train", site(), pool=POOLS["train"]), {"train-pool-train"}),
    "NodeFeatureDiscovery": (lambda: NodeFeatureDiscovery("nfd", site(), gpu_pools=POOLS), {"nfd-chart-nfd"}),
    "GpuOperator": (lambda: GpuOperator("gpus", site(), gpu_pools=POOLS), {"gpus-chart-gpu-operator"}),
    "Monitoring": (
        lambda: Monitoring("mon", site(), gpu_pools=POOLS),
        {"mon-podmonitor-gpu-operator-dcgm-exporter"},
    ),
    "TeamQueues": (
        lambda: TeamQueues("queues", site(), teams=TEAMS, gpu_pools=POOLS),
        {"queues-chart-kueue", "queues-clusterqueue-vision"},
    ),
    "LocalQueues": (
        lambda: LocalQueues("way", site(), teams=TEAMS, gpu_pools=POOLS),
        {"way-localqueue-vision-default"},
    ),
    "PriorityClasses": (
        lambda: PriorityClasses("prio", site(), priorities={"gold": {"value": 500}}),
        {"prio-priorityclass-gold"},
    ),
    "Tenancy": (lambda: Tenancy("teams", site(), teams=TEAMS, gpu_pools=POOLS), {"teams-namespace-vision"}),
    "Storage": (lambda: Storage("disks", site()), {"disks-storageclass-shared", "disks-storageclass-scratch"}),
    "Autoscaler": (
        lambda: Autoscaler(
            "growth",
            site(CREATED),
            autoscaler={"expander": "priority"},
            gpu_pools={**POOLS, "spot": {**POOLS["train"], "spot": {}}},
            uses=[IN_THIS_PROGRAM],
        ),
        {"growth-configmap-kube-system-cluster-autoscaler-priority-expander"},
    ),
}


@pytest.mark.parametrize("name", ALONE)
def test_a_component_alone_registers_only_its_own_part(name: str) -> None:
    make, expected = ALONE[name]
    recorder = ran(make)
    assert expected <= {resource.name for resource in recorder.custom}
    components = [resource for resource in recorder.resources.values() if not resource.custom]
    assert [component.type for component in components] == ["pulumi:pulumi:Stack", f"aksgpu:index:{name}"]
    assert {resource.parent for resource in recorder.custom} == {components[1].urn}
    ids = {resource.name for resource in recorder.custom}
    assert {f"{components[1].name}-{key}" for key in components[1].outputs["ids"]} == ids


def test_every_component_is_tried_here() -> None:
    import aksgpu_pulumi

    components = {
        name
        for name in aksgpu_pulumi.__all__
        if isinstance(found := getattr(aksgpu_pulumi, name), type) and issubclass(found, pulumi.ComponentResource)
    }
    assert components == {*ALONE, "Cluster", "GpuPlatform"}


def test_a_cluster_takes_its_subnet_from_the_network_it_uses() -> None:
    recorder = ran(lambda: Cluster("aks", site(CREATED), uses=[Network("net", site(CREATED))]))
    profile = recorder.named("aks-cluster").inputs["agentPoolProfiles"][0]
    assert profile["vnetSubnetID"] == "/simulated/net-subnet-nodes"
    assert recorder.named("aks-cluster").protect is True


def test_what_is_inside_a_cluster_of_the_same_program_comes_after_its_roles() -> None:
    def program() -> None:
        network = Network("net", site(CREATED))
        Storage("disks", site(CREATED), uses=[network, Cluster("aks", site(CREATED), uses=[network])])

    recorder = ran(program)
    before = {urn.rpartition("::")[2] for urn in recorder.named("disks-kubernetes").depends_on}
    assert {"aks-cluster", f"aks-role-group-{GROUP}-cluster-admin"} <= before
    assert recorder.named("disks-kubernetes").inputs["clusterIdentifier"] == "/simulated/aks-cluster"


def test_what_needs_another_components_release_waits_for_it() -> None:
    def program() -> None:
        queues = TeamQueues("queues", site(), teams=TEAMS, gpu_pools=POOLS)
        Tenancy("teams", site(), teams=TEAMS, gpu_pools=POOLS, uses=[queues])

    role = ran(program).named("teams-rolebinding-vision-queue-user")
    assert role.hooks == dict.fromkeys(("before_create", "before_update"), ("teams-ready-chart-kueue",))


def test_what_nobody_registers_is_named_with_what_to_do() -> None:
    with pytest.raises(pulumi.RunError, match=r"is needed here \(.*\) and this program does not register it") as said:
        ran(lambda: Cluster("aks", site(CREATED)))
    assert "`uses`" in str(said.value)


def test_a_component_is_checked_as_the_whole_stack_is() -> None:
    with pytest.raises(pulumi.RunError) as refusal:
        ran(lambda: GpuNodePool("train", site(), pool={"vmSize": "Standard_NC24ads_A100_v5", "nodes": 1, "zone": "1"}))
    words = str(refusal.value)
    assert words.startswith("GpuNodePool train has ")
    assert "aksgpu check" not in words
    assert "gpuPools.train.zone" in words
    with pytest.raises(pulumi.RunError, match=r"region"):
        ran(lambda: Storage("disks", site(region="Sweden Central")))


def test_settings_may_be_the_configs_own_models() -> None:
    pool = GpuPool.model_validate(POOLS["train"])
    as_model = ran(lambda: GpuNodePool("train", site(), pool=pool))
    as_data = ran(lambda: GpuNodePool("train", site(), pool=POOLS["train"]))
    assert as_model.named("train-pool-train").inputs == as_data.named("train-pool-train").inputs


def test_an_output_stands_only_where_a_secret_belongs() -> None:
    with pytest.raises(pulumi.RunError, match=r"owner"):
        ran(lambda: Storage("disks", site(owner=pulumi.Output.from_input("ml"))))


def test_a_pool_tells_what_to_select_and_request() -> None:
    told: dict[str, Any] = {}

    def program() -> None:
        pool = GpuNodePool("train", site(), pool=POOLS["train"])
        told.update(labels=dict(pool.labels), resources=dict(pool.gpu_resources))

    ran(program)
    assert told["labels"]["aksgpu/pool"] == "train"
    assert told["resources"] == {"nvidia.com/gpu": 1}


def test_two_components_of_one_kind_do_not_share_names() -> None:
    def program() -> None:
        GpuNodePool("train", site(), pool=POOLS["train"])
        GpuNodePool("serve", site(), pool=POOLS["train"])

    assert {resource.name for resource in ran(program).custom} == {"train-pool-train", "serve-pool-serve"}
