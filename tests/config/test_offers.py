"""What pools offer: counts, labels, allocatable resources, and what is left out."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]
T4 = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}
SHAPE = {
    "family": "standardXFamily",
    "vcpu": 40,
    "ramGib": 300,
    "gpuModel": "H100-NVL",
    "gpuCount": 1,
    "gpuMemoryGb": 94,
}


def test_pools_come_in_order_system_cpu_gpu(subject: Make) -> None:
    cpu = {"vmSize": "Standard_D8ds_v5", "nodes": 2}
    offers = subject({"cpuPools": {"apps": cpu}, "gpuPools": {"t4": T4}}).offers
    assert [(name, offer.kind) for name, offer in offers.items()] == [
        ("system", "system"),
        ("apps", "cpu"),
        ("t4", "gpu"),
    ]


def test_somebody_elses_cluster_keeps_its_system_pool_to_itself(existing_subject: Make) -> None:
    assert list(existing_subject({"gpuPools": {"t4": T4}}).offers) == ["t4"]


@pytest.mark.parametrize("size", ["Standard_Nonsense", "Standard_NC8ads_A10_v4"])
def test_a_pool_of_unknown_shape_has_no_offer(subject: Make, size: str) -> None:
    assert "t4" not in subject({"gpuPools": {"t4": {**T4, "vmSize": size}}}).offers


def test_a_shape_makes_an_offer_for_a_new_size(subject: Make) -> None:
    offer = subject({"gpuPools": {"t4": {**T4, "vmSize": "Standard_NC40new_v9", "shape": SHAPE}}}).offers["t4"]
    assert (offer.quota_family, offer.vcpu, offer.ram_gib, offer.gpu_model) == ("standardXFamily", 40, 300, "H100-NVL")


def test_the_catalogue_wins_over_a_shape_for_a_size_it_knows(subject: Make) -> None:
    assert subject({"gpuPools": {"t4": {**T4, "shape": SHAPE}}}).offers["t4"].gpu_model == "T4"


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"scale": {"min": 1, "max": 5}}, (1, 5, True)),
        ({"nodes": 3}, (3, 3, False)),
        ({}, (0, 0, False)),
        ({"scale": {"min": 7, "max": 5}}, (7, 7, True)),
    ],
)
def test_node_counts(subject: Make, counts: dict[str, Any], expected: tuple[int, int, bool]) -> None:
    offer = subject(
        {
            "gpuPools": {
                "t4": {"vmSize": "Standard_NC4as_T4_v3", **counts, **({} if "scale" in counts else {"scale": None})}
            }
        }
    ).offers["t4"]
    assert (offer.min_nodes, offer.max_nodes, offer.autoscaled) == expected


@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        ({}, 0),
        ({"upgrade": {"maxSurge": 2}}, 2),
        ({"upgrade": {"maxSurge": "10%"}}, 1),
        ({"upgrade": {"maxSurge": "34%"}}, 4),
        ({"upgrade": {"maxSurge": 1}, "spot": {}}, 0),
    ],
)
def test_surge_is_rounded_up_and_never_on_spot(subject: Make, pool: dict[str, Any], expected: int) -> None:
    assert subject({"gpuPools": {"t4": {**T4, "scale": {"max": 10}, **pool}}}).offers["t4"].surge_nodes == expected


def test_cpu_pools_surge_by_a_third(subject: Make) -> None:
    offers = subject({"cpuPools": {"apps": {"vmSize": "Standard_D8ds_v5", "nodes": 4}}}).offers
    assert (offers["apps"].surge_nodes, offers["system"].surge_nodes) == (2, 1)


def test_serving_outside_the_queues_leaves_the_quota(subject: Make) -> None:
    pool = {"vmSize": "Standard_NC48ads_A100_v4", "scale": {"max": 4}, "reservedForServing": 3}
    offer = subject({"gpuPools": {"t4": pool}}).offers["t4"]
    assert offer.gpu_resources == {"nvidia.com/gpu": 2}
    assert offer.queueable == {"nvidia.com/gpu": 5}


def test_more_reserved_than_there_is_leaves_nothing(subject: Make) -> None:
    assert subject({"gpuPools": {"t4": {**T4, "reservedForServing": 9}}}).offers["t4"].queueable == {
        "nvidia.com/gpu": 0
    }


def test_labels_of_a_pool(subject: Make) -> None:
    pool = {**T4, "labels": {"tier": "gold", "aksgpu/pool": "mine"}, "spot": {}}
    assert subject({"gpuPools": {"t4": pool}}).offers["t4"].labels == {
        "tier": "gold",
        "aksgpu/pool": "t4",
        "kubernetes.azure.com/scalesetpriority": "spot",
    }


def test_a_node_leaves_less_to_pods_than_it_has(subject: Make) -> None:
    offer = subject({"gpuPools": {"t4": T4}}).offers["t4"]
    assert 3000 < offer.allocatable_cpu_millicores < offer.vcpu * 1000
    assert 20_000 < offer.allocatable_memory_mib < offer.ram_gib * 1024


def test_more_pods_on_a_node_reserve_more_memory(subject: Make) -> None:
    few, many = (
        subject({"gpuPools": {"t4": {**T4, "maxPods": pods}}}).offers["t4"].allocatable_memory_mib for pods in (30, 250)
    )
    assert few - many == 20 * 220


def test_a_tiny_node_leaves_nothing_rather_than_less(subject: Make) -> None:
    tiny = {"vmSize": "Standard_Tiny", "family": "f", "vcpu": 1, "ramGib": 1, "nodes": 1}
    offer = subject({"cpuPools": {"apps": tiny}}).offers["apps"]
    assert offer.allocatable_memory_mib == 0


def test_pools_with_one_name_do_not_hide_each_other_silently(subject: Make) -> None:
    offers = subject({"cpuPools": {"t4": {"vmSize": "Standard_D8ds_v5", "nodes": 1}}, "gpuPools": {"t4": T4}}).offers
    assert offers["t4"].kind == "cpu"
