"""Which pools a queue draws from, and in which order."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.queue_flavors import NO_CPU_POOL, QueueFlavor, cpu_flavor, gpu_resources, queue_flavors
from aksgpu.config.derived.quotas import Amounts
from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]

CPU = {"vmSize": "Standard_D8ds_v5", "scale": {"max": 4}}
A100 = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 2}}
SLICES = {**A100, "scale": {"min": 1, "max": 2}, "mig": {"layout": {"3g.40gb": 1, "1g.10gb": 4}}}


def flavors(make: Make, quota: dict[str, Any], **changes: Any) -> tuple[QueueFlavor, ...]:
    base = {
        "gpuPools": {"a100": A100, "slices": SLICES},
        "teams": {"vision": {"queue": {"quota": {"t4": ..., **quota}}}},
    }
    return queue_flavors(make({**base, **changes}), "vision")


def names(found: tuple[QueueFlavor, ...]) -> list[str]:
    return [flavor.name for flavor in found]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([], ["big", "cpu", "spot", "a100", "slices"]),
        (["slices"], ["big", "cpu", "slices", "spot", "a100"]),
        (["a100", "cpu", "spot"], ["cpu", "big", "a100", "spot", "slices"]),
    ],
)
def test_cpu_pools_come_first_and_each_kind_in_the_queues_order(
    subject: Make, order: list[str], expected: list[str]
) -> None:
    quota = {
        "slices": {"slices": {"1g.10gb": 1}},
        "cpu": {"cores": 4},
        "a100": {"gpus": 1},
        "spot": {"gpus": 1},
        "big": {"cores": 4},
        "t4": ...,
    }
    teams = {"vision": {"queue": {"quota": quota, "order": order}}}
    pools = {"a100": A100, "slices": SLICES, "spot": {**A100, "spot": {}}}
    found = queue_flavors(subject({"gpuPools": pools, "cpuPools": {"cpu": CPU, "big": CPU}, "teams": teams}), "vision")
    assert names(found) == expected
    assert all(flavor.written for flavor in found)


def test_a_queue_with_gpus_gets_a_cpu_flavor_with_nothing_in_it(subject: Make) -> None:
    found = flavors(subject, {"a100": {"gpus": 1}}, cpuPools={"cpu": CPU})
    assert names(found) == ["cpu", "a100"]
    assert not found[0].written
    assert found[0].quota.nominal == Amounts(0, 0, {})


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"cpuPools": {"odd": {**CPU, "taints": ["a=b:NoSchedule"]}, "cpu": CPU}}, "cpu"),
        ({"cpuPools": {"odd": {**CPU, "taints": ["a=b:NoSchedule"]}}}, "odd"),
        ({}, "system"),
    ],
    ids=["one without taints", "one with taints", "the system pool"],
)
def test_the_cpu_flavor_is_the_first_pool_that_jobs_may_use(subject: Make, changes: dict[str, Any], name: str) -> None:
    offer = cpu_flavor(subject(changes))
    assert offer is not None
    assert offer.name == name


def test_a_dedicated_system_pool_is_no_place_for_jobs(subject: Make) -> None:
    assert cpu_flavor(subject({"systemPool": {"dedicated": True}})) is None
    assert names(flavors(subject, {"a100": {"gpus": 1}}, systemPool={"dedicated": True}))[0] == NO_CPU_POOL


def test_the_system_pool_of_an_existing_cluster_is_unknown(existing_subject: Make) -> None:
    assert cpu_flavor(existing_subject()) is None
    assert names(queue_flavors(existing_subject(), "vision")) == [NO_CPU_POOL, "t4"]


def test_a_queue_without_gpus_has_its_cpu_pools_only(subject: Make) -> None:
    assert names(flavors(subject, {"cpu": {"cores": 4}}, cpuPools={"cpu": CPU})) == ["cpu"]


def test_pools_that_do_not_exist_or_do_not_fit_are_left_out(subject: Make) -> None:
    assert names(flavors(subject, {"typo": {"gpus": 1}, "slices": {"gpus": 1}, "a100": {"gpus": 1}})) == [
        "system",
        "a100",
    ]


def test_gpu_resources_are_each_there_once(subject: Make) -> None:
    quota = {"a100": {"gpus": 1}, "slices": {"percent": 50}}
    expected = ("nvidia.com/gpu", "nvidia.com/mig-3g.40gb", "nvidia.com/mig-1g.10gb")
    assert gpu_resources(flavors(subject, quota)) == expected
