"""What is said of quotas: pools, units, numbers, and sums."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.queues import quota_sums, quotas

Make = Callable[..., Subject]

A100 = {"vmSize": "Standard_NC48ads_A100_v4", "scale": {"max": 4}}
SLICES = {
    "vmSize": "Standard_NC24ads_A100_v4",
    "scale": {"min": 1, "max": 2},
    "mig": {"layout": {"3g.40gb": 1, "1g.10gb": 4}},
}
POOLS: dict[str, Any] = {
    "gpuPools": {
        "t4": ...,
        "train": A100,
        "slices": SLICES,
        "shared": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}, "timeSlicing": {"replicas": 4}},
    },
    "cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "scale": {"max": 4}}},
}


def with_quota(make: Make, quota: dict[str, Any], **changes: Any) -> Subject:
    return make({**POOLS, "teams": {"vision": {"queue": {"quota": {"t4": ..., **quota}}}}, **changes})


def only(findings: Any) -> Finding:
    (finding,) = findings
    return finding


@pytest.mark.parametrize(
    ("pool", "remedy"), [("trian", "Write train."), ("zzz", "Write train, slices, shared or cpu, or add zzz under")]
)
def test_an_unknown_pool_gets_the_nearest_name(subject: Make, pool: str, remedy: str) -> None:
    finding = only(quotas.quota_names_a_pool(with_quota(subject, {pool: {"gpus": 1}})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"teams.vision.queue.quota.{pool}")
    assert finding.message == f"the stack has no pool '{pool}' to give a quota of."
    assert finding.remedy.startswith(remedy)


def test_known_pools_are_fine_whatever_their_size(subject: Make) -> None:
    fine = with_quota(subject, {"train": {"gpus": 1}, "cpu": {"cores": 1}, "system": {"cores": 1}})
    assert not list(quotas.quota_names_a_pool(fine))
    unknown_size = {"gpuPools": {**POOLS["gpuPools"], "new": {"vmSize": "Standard_X", "nodes": 1}}}
    assert not list(quotas.quota_names_a_pool(with_quota(subject, {"new": {"gpus": 1}}, **unknown_size)))


def test_the_system_pool_of_an_existing_cluster_is_refused(existing_subject: Make) -> None:
    finding = only(quotas.quota_names_a_pool(with_quota(existing_subject, {"system": {"cores": 1}})))
    assert "existing cluster" in finding.message
    assert "cpuPools" in finding.remedy


def test_a_dedicated_system_pool_takes_no_jobs(subject: Make) -> None:
    quota = {"system": {"cores": 1}}
    dedicated = only(quotas.quota_leaves_aks_its_pool(with_quota(subject, quota, systemPool={"dedicated": True})))
    assert dedicated.severity is Severity.ERROR
    assert "taint" in dedicated.message
    shared = only(quotas.quota_leaves_aks_its_pool(with_quota(subject, quota)))
    assert shared.severity is Severity.NOTE
    assert not list(quotas.quota_leaves_aks_its_pool(with_quota(subject, {"cpu": {"cores": 1}})))


@pytest.mark.parametrize(
    ("pool", "quota", "where", "remedy"),
    [
        ("train", {}, "train", "Write one of gpus or percent, for example gpus: 1."),
        ("slices", {}, "slices", "Write one of slices or percent, for example slices: {3g.40gb: 1, 1g.10gb: 4}."),
        ("cpu", {"cpu": 4}, "cpu", "Write one of cores or percent, for example cores: 1."),
        ("train", {"gpus": 1, "percent": 5}, "train.percent", "Keep gpus or percent and take the rest out."),
        ("train", {"gpus": 1, "cores": 5}, "train.cores", "Keep gpus and take the rest out."),
    ],
)
def test_a_quota_has_one_unit(subject: Make, pool: str, quota: dict[str, Any], where: str, remedy: str) -> None:
    made = with_quota(subject, {pool: quota})
    finding = only(quotas.quota_has_one_unit(made))
    assert finding.dotted == f"teams.vision.queue.quota.{where}"
    assert finding.remedy == remedy
    assert not list(quotas.quota_unit_fits_pool(made)), "one finding for one fault"


def test_one_unit_is_fine_next_to_cpu_and_limits(subject: Make) -> None:
    made = with_quota(subject, {"train": {"gpus": 1, "cpu": 8, "memoryGib": 64, "borrow": 1}, "slices": {"percent": 5}})
    assert not list(quotas.quota_has_one_unit(made))


@pytest.mark.parametrize(
    ("pool", "quota", "reason", "remedy"),
    [
        ("slices", {"gpus": 2}, "divided into MIG slices (3g.40gb, 1g.10gb)", "slices: {3g.40gb: 2, 1g.10gb: 8}"),
        ("shared", {"gpus": 2}, "shared by 4 pods", "shares: 8"),
        ("train", {"slices": {"1g.10gb": 7}}, "whole", "for example gpus: 1"),
        ("train", {"shares": 7}, "whole", "for example gpus: 1"),
        ("train", {"cores": 7}, "counts CPU cores", "for example gpus: 1"),
        ("cpu", {"gpus": 7}, "have no GPUs", "for example cores: 7"),
        ("slices", {"shares": 7}, "divided into MIG slices", "for example slices: {3g.40gb: 1, 1g.10gb: 4}"),
    ],
)
def test_a_unit_fits_its_pool(subject: Make, pool: str, quota: dict[str, Any], reason: str, remedy: str) -> None:
    finding = only(quotas.quota_unit_fits_pool(with_quota(subject, {pool: quota})))
    assert finding.severity is Severity.ERROR
    assert finding.dotted == f"teams.vision.queue.quota.{pool}.{next(iter(quota))}"
    assert reason in finding.message
    assert remedy in finding.remedy


def test_fitting_units_and_percent_of_any_pool_are_fine(subject: Make) -> None:
    fitting = {"train": {"gpus": 1}, "slices": {"slices": {"1g.10gb": 1}}, "shared": {"shares": 1}, "cpu": {"cores": 1}}
    assert not list(quotas.quota_unit_fits_pool(with_quota(subject, fitting)))
    assert not list(quotas.quota_unit_fits_pool(with_quota(subject, {pool: {"percent": 10} for pool in fitting})))


def test_shares_of_a_divided_and_shared_pool(subject: Make) -> None:
    pool = {**SLICES, "mig": {"layout": {"1g.10gb": 7}}, "timeSlicing": {"replicas": 2}}
    changes = {"gpuPools": {"t4": ..., "both": pool}}
    for quota in ({"shares": 3}, {"slices": {"1g.10gb": 3}}):
        assert not list(quotas.quota_unit_fits_pool(with_quota(subject, {"both": quota}, **changes)))


def test_slices_are_of_the_pools_own_layout(subject: Make) -> None:
    finding = only(quotas.quota_slices_exist(with_quota(subject, {"slices": {"slices": {"1g.12gb": 1, "3g.40gb": 1}}})))
    assert finding.dotted == "teams.vision.queue.quota.slices.slices.1g.12gb"
    assert "divided into 3g.40gb and 1g.10gb" in finding.message
    assert finding.remedy == "Write 1g.10gb, or change gpuPools.slices.mig.layout."
    empty = only(quotas.quota_slices_exist(with_quota(subject, {"slices": {"slices": {}}})))
    assert "no slice is named, so team 'vision' would get nothing" in empty.message
    assert not list(quotas.quota_slices_exist(with_quota(subject, {"slices": {"slices": {"1g.10gb": 1}}})))
    assert not list(quotas.quota_slices_exist(with_quota(subject, {"train": {"slices": {"1g.10gb": 1}}})))


def test_numbers_make_sense(subject: Make) -> None:
    made = with_quota(subject, {"train": {"gpus": 1, "cpu": -1, "memoryGib": -2, "borrow": -3}})
    found = [(finding.path[-1], finding.severity) for finding in quotas.quota_numbers_make_sense(made)]
    assert found == [("cpu", Severity.ERROR), ("memoryGib", Severity.ERROR), ("borrow", Severity.ERROR)]
    twice = only(quotas.quota_numbers_make_sense(with_quota(subject, {"cpu": {"cores": 4, "cpu": 6}})))
    assert "itself an amount of CPU" in twice.message
    assert "cores: 6" in twice.remedy
    assert not list(quotas.quota_numbers_make_sense(with_quota(subject, {"train": {"gpus": 1, "cpu": 6}})))


@pytest.mark.parametrize(("key", "what"), [("cpu", "CPU"), ("memoryGib", "memory")])
def test_guaranteed_gpus_have_cpu_and_memory(subject: Make, key: str, what: str) -> None:
    finding = only(quotas.guaranteed_gpus_can_be_taken_back(with_quota(subject, {"train": {"gpus": 1, key: 0}})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"teams.vision.queue.quota.train.{key}")
    assert f"0 {what}" in finding.message
    assert f"Leave `{key}` out" in finding.remedy
    assert f"No job that asks for {what} is ever admitted" in finding.message
    made = subject({**POOLS, "teams": {"vision": {"queue": {"cohort": "x", "quota": {"train": {"gpus": 1, key: 0}}}}}})
    assert "takes no GPU back" in only(quotas.guaranteed_gpus_can_be_taken_back(made)).message


@pytest.mark.parametrize("quota", [{"gpus": 1}, {"gpus": 1, "cpu": 1}, {"gpus": 0, "cpu": 0, "memoryGib": 0}])
def test_no_guarantee_or_some_cpu_is_fine(subject: Make, quota: dict[str, Any]) -> None:
    assert not list(quotas.guaranteed_gpus_can_be_taken_back(with_quota(subject, {"train": quota})))


def two_teams(make: Make, one: dict[str, Any], two: dict[str, Any], **changes: Any) -> Subject:
    teams = {"vision": {"queue": {"quota": {"t4": ..., **one}}}, "speech": {"queue": {"quota": two}}}
    return make({**POOLS, "teams": teams, **changes})


def test_the_sum_of_gpus_is_at_most_what_the_pool_has(subject: Make) -> None:
    finding = only(quota_sums.quotas_fit_pools(two_teams(subject, {"train": {"gpus": 6}}, {"train": {"gpus": 4}})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.speech.queue.quota.train")
    assert "teams hold 10 nvidia.com/gpu of pool 'train' (vision 6, speech 4), and it can give 8" in finding.message
    assert "4 nodes x 2 GPUs" in finding.message
    assert "Lower quotas to 8 in all, raise gpuPools.train.scale.max to 5, or write" in finding.remedy
    assert "queues.allowOvercommit: true" in finding.remedy
    assert not list(quota_sums.quotas_fit_pools(two_teams(subject, {"train": {"gpus": 4}}, {"train": {"gpus": 4}})))


def test_slices_and_reserved_ones_show_in_the_arithmetic(subject: Make) -> None:
    pool = {**SLICES, "mig": {"layout": {"1g.10gb": 7}}, "reservedForServing": 3}
    made = with_quota(subject, {"s": {"slices": {"1g.10gb": 12}}}, gpuPools={"t4": ..., "s": pool})
    finding = only(quota_sums.quotas_fit_pools(made))
    assert "it can give 11: 2 nodes x 1 GPU x 7 slices - 3 reserved for serving" in finding.message
    assert "scale.max to 3" in finding.remedy


def test_shares_show_in_the_arithmetic(subject: Make) -> None:
    finding = only(quota_sums.quotas_fit_pools(with_quota(subject, {"shared": {"shares": 9}})))
    assert "it can give 8: 2 nodes x 1 GPU x 4 shares" in finding.message


def test_cores_and_given_memory_are_summed_too(subject: Make) -> None:
    cores = only(quota_sums.quotas_fit_pools(two_teams(subject, {"cpu": {"cores": 20}}, {"cpu": {"cores": 20}})))
    assert "teams hold 40 cores of pool 'cpu' (vision 20, speech 20)" in cores.message
    assert "4 nodes x " in cores.message
    assert "raise cpuPools.cpu.scale.max to" in cores.remedy
    memory = only(quota_sums.quotas_fit_pools(with_quota(subject, {"train": {"gpus": 1, "memoryGib": 4000}})))
    assert "GiB of memory of pool 'train'" in memory.message
    assert "scale.max" not in memory.remedy, "more GPU nodes are no answer to a number written by hand"


def test_more_is_allowed_where_the_stack_says_so(subject: Make) -> None:
    made = two_teams(subject, {"train": {"gpus": 6}}, {"train": {"gpus": 4}}, queues={"allowOvercommit": True})
    finding = only(quota_sums.quotas_fit_pools(made))
    assert finding.severity is Severity.NOTE
    assert "allowOvercommit allows it" in finding.message
