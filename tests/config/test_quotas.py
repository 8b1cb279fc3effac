"""A team's quota of a pool becomes GPUs, CPU and memory, with limits in the same proportion."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.quotas import Amounts, capacity, node_share, pool_quota, queue_quotas
from aksgpu.config.derived.subject import Subject

Make = Callable[..., Subject]

H100 = {"vmSize": "Standard_NC80adis_H100_v5", "scale": {"max": 6}}
SLICED = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 2}}
MIXED = {**SLICED, "mig": {"layout": {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}}}


def pools(**gpu: Any) -> dict[str, Any]:
    return {"gpuPools": {"t4": ..., **gpu}, "cpuPools": {"cpu": {"vmSize": "Standard_D16ds_v5", "scale": {"max": 10}}}}


def with_quota(make: Make, pool: dict[str, Any], quota: dict[str, Any], cohort: str | None = "all") -> Subject:
    queue: dict[str, Any] = {"quota": {"t4": ..., "p": quota}}
    return make({**pools(p=pool), "teams": {"vision": {"queue": queue | ({"cohort": cohort} if cohort else {})}}})


def quota_of(make: Make, pool: dict[str, Any], quota: dict[str, Any]) -> Any:
    return pool_quota(with_quota(make, pool, quota), "vision", "p")


def test_gpus_take_their_share_of_the_node(subject: Make) -> None:
    made = with_quota(subject, H100, {"gpus": 5})
    offer = made.offers["p"]
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal.gpus == {"nvidia.com/gpu": 5}
    assert quota.nominal.cpu_millicores == offer.allocatable_cpu_millicores * 5 // 2
    assert quota.nominal.memory_mib == offer.allocatable_memory_mib * 5 // 2
    assert (quota.borrow, quota.lend) == (None, None)


def test_all_slices_of_a_node_come_to_one_node(subject: Make) -> None:
    made = with_quota(subject, MIXED, {"slices": {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}})
    offer = made.offers["p"]
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal.cpu_millicores == offer.allocatable_cpu_millicores
    assert quota.nominal.memory_mib == offer.allocatable_memory_mib


def test_slices_count_by_their_compute(subject: Make) -> None:
    made = with_quota(subject, MIXED, {"slices": {"3g.40gb": 1}})
    offer = made.offers["p"]
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal.gpus == {"nvidia.com/mig-3g.40gb": 1}
    assert quota.nominal.cpu_millicores == offer.allocatable_cpu_millicores * 3 // 7


def test_slices_under_the_single_strategy_are_one_resource(subject: Make) -> None:
    made = subject(
        {
            **pools(p={**SLICED, "mig": {"layout": {"1g.10gb": 7}}}),
            "gpuSoftware": {"migStrategy": "single"},
            "teams": {"vision": {"queue": {"quota": {"t4": ..., "p": {"slices": {"1g.10gb": 9}}}}}},
        }
    )
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal.gpus == {"nvidia.com/gpu": 9}
    assert quota.nominal.cpu_millicores == made.offers["p"].allocatable_cpu_millicores * 9 // 7


@pytest.mark.parametrize("way", ["timeSlicing", "mps"])
def test_shares_of_a_shared_pool(subject: Make, way: str) -> None:
    made = with_quota(subject, {**H100, way: {"replicas": 4}}, {"shares": 4})
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal.gpus == {"nvidia.com/gpu.shared": 4}
    assert quota.nominal.cpu_millicores == made.offers["p"].allocatable_cpu_millicores // 2


def test_percent_is_of_what_queues_may_have_and_rounded_down(subject: Make) -> None:
    pool = {**SLICED, "mig": {"layout": {"1g.10gb": 7}}, "reservedForServing": 3}
    made = with_quota(subject, pool, {"percent": 50})
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert made.offers["p"].queueable == {"nvidia.com/mig-1g.10gb": 11}
    assert quota.nominal.gpus == {"nvidia.com/mig-1g.10gb": 5}
    assert quota.nominal.cpu_millicores == made.offers["p"].allocatable_cpu_millicores * 5 // 7


def test_percents_never_add_up_to_more_than_there_is(subject: Make) -> None:
    thirds = [quota_of(subject, MIXED, {"percent": 33}) for _ in range(3)]
    total = {name: sum(quota.nominal.gpus[name] for quota in thirds) for name in thirds[0].nominal.gpus}
    assert all(
        total[name] <= most for name, most in with_quota(subject, MIXED, {"percent": 33}).offers["p"].queueable.items()
    )


def test_cores_of_a_cpu_pool_bring_their_memory(subject: Make) -> None:
    made = subject({**pools(p=H100), "teams": {"vision": {"queue": {"quota": {"t4": ..., "cpu": {"cores": 24}}}}}})
    offer = made.offers["cpu"]
    quota = pool_quota(made, "vision", "cpu")
    assert quota is not None
    memory = offer.allocatable_memory_mib * 24_000 // offer.allocatable_cpu_millicores
    assert quota.nominal == Amounts(24_000, memory, {})


def test_percent_of_a_cpu_pool_is_of_all_its_nodes(subject: Make) -> None:
    made = subject({**pools(p=H100), "teams": {"vision": {"queue": {"quota": {"t4": ..., "cpu": {"percent": 25}}}}}})
    offer = made.offers["cpu"]
    quota = pool_quota(made, "vision", "cpu")
    assert quota is not None
    assert quota.nominal.cpu_millicores == offer.allocatable_cpu_millicores * 10 // 4


def test_given_cpu_and_memory_stand_and_scale_the_limits(subject: Make) -> None:
    quota = quota_of(subject, H100, {"gpus": 4, "cpu": 40, "memoryGib": 200, "borrow": 2, "lend": 1})
    assert quota.nominal == Amounts(40_000, 200 * 1024, {"nvidia.com/gpu": 4})
    assert quota.borrow == Amounts(20_000, 100 * 1024, {"nvidia.com/gpu": 2})
    assert quota.lend == Amounts(10_000, 50 * 1024, {"nvidia.com/gpu": 1})


def test_limits_of_slices_count_for_each_profile_that_the_quota_names(subject: Make) -> None:
    quota = quota_of(subject, MIXED, {"slices": {"3g.40gb": 2, "1g.10gb": 4}, "borrow": 1, "lend": 3})
    assert quota.borrow.gpus == {"nvidia.com/mig-3g.40gb": 1, "nvidia.com/mig-1g.10gb": 1}
    assert quota.lend.gpus == {"nvidia.com/mig-3g.40gb": 2, "nvidia.com/mig-1g.10gb": 3}
    assert quota.lend.cpu_millicores <= quota.nominal.cpu_millicores


def test_a_quota_of_nothing_may_borrow_by_the_share_of_a_node(subject: Make) -> None:
    quota = quota_of(subject, H100, {"gpus": 0, "borrow": 2})
    assert quota.nominal == Amounts(0, 0, {"nvidia.com/gpu": 0})
    assert quota.borrow.gpus == {"nvidia.com/gpu": 2}
    assert quota.borrow.cpu_millicores > 0


@pytest.mark.parametrize(
    "quota",
    [{}, {"gpus": 1, "percent": 10}, {"slices": {"1g.10gb": 1}}, {"cores": 4}, {"shares": 1}],
    ids=["nothing", "two units", "slices of whole GPUs", "cores of GPUs", "shares of whole GPUs"],
)
def test_a_quota_that_does_not_fit_is_none(subject: Make, quota: dict[str, Any]) -> None:
    assert quota_of(subject, H100, quota) is None


def test_reports_get_cores_gib_and_counts(subject: Make) -> None:
    made = with_quota(subject, H100, {"gpus": 2, "cpu": 10, "memoryGib": 100})
    assert queue_quotas(made, "vision", "p") == {"cpu": 10.0, "memory": 100.0, "nvidia.com/gpu": 2}
    assert queue_quotas(made, "vision", "cpu") == {}
    assert queue_quotas(made, "nobody", "p") == {}


def test_all_gpus_of_a_pool_bring_all_of_its_cpu(subject: Make) -> None:
    made = with_quota(subject, H100, {"gpus": 12})
    quota = pool_quota(made, "vision", "p")
    assert quota is not None
    assert quota.nominal == capacity(made.offers["p"])
    assert node_share(made.offers["p"], {"nvidia.com/gpu": 12}) == 6
