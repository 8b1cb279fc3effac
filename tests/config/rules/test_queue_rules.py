"""What is said of queues: order, stopping, weights, pools, jobs without GPUs, and nodes that start."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.queues import provisioning_requests, queues

Make = Callable[..., Subject]
A100 = {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"min": 1, "max": 2}}
SLICES = {**A100, "mig": {"layout": {"1g.10gb": 7}}}
CPU = {"vmSize": "Standard_D8ds_v5", "scale": {"max": 4}}


def queue(make: Make, settings: dict[str, Any], **changes: Any) -> Subject:
    return make({"teams": {"vision": {"queue": settings}}, **changes})


def only(findings: Any) -> Finding:
    (finding,) = findings
    return finding


def test_under_single_a_queue_holds_slices_or_gpus(subject: Make) -> None:
    both = {"quota": {"t4": {"gpus": 1}, "slices": {"slices": {"1g.10gb": 1}}}}
    single = {"gpuPools": {"slices": SLICES}, "gpuSoftware": {"migStrategy": "single"}}
    finding = only(queues.single_strategy_keeps_slices_apart(queue(subject, both, **single)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "teams.vision.queue.quota.slices")
    assert "may get a slice" in finding.message
    assert "migStrategy: mixed" in finding.remedy
    assert not list(queues.single_strategy_keeps_slices_apart(queue(subject, both, gpuPools={"slices": SLICES})))
    alone = {"quota": {"t4": ..., "slices": {"slices": {"1g.10gb": 1}}}}
    assert not list(queues.single_strategy_keeps_slices_apart(queue(subject, alone, **single)))


def test_the_order_names_pools_of_the_quota_once(subject: Make) -> None:
    pools = {"gpuPools": {"a100": A100}}
    settings = {"quota": {"a100": {"gpus": 1}}, "order": ["t4", "a10", "t4", "a100"]}
    strange, twice = queues.order_names_pools_of_the_quota(queue(subject, settings, **pools))
    assert (strange.severity, strange.dotted) == (Severity.ERROR, "teams.vision.queue.order[1]")
    assert "no quota of a pool 'a10'" in strange.message
    assert strange.remedy == "Write a100."
    assert (twice.dotted, twice.remedy) == ("teams.vision.queue.order[2]", "Keep the first of the two.")
    right = {"quota": {"a100": {"gpus": 1}}, "order": ["t4", "a100"]}
    assert not list(queues.order_names_pools_of_the_quota(queue(subject, right, **pools)))


def test_strict_order_is_noted(subject: Make) -> None:
    one = only(queues.strict_order_blocks(queue(subject, {"strategy": "StrictFIFO"})))
    assert one.severity is Severity.NOTE
    assert "holds up all later jobs" in one.message
    assert "another pool" not in one.message
    two = {"strategy": "StrictFIFO", "quota": {"a100": {"gpus": 1}}}
    assert "another pool" in only(queues.strict_order_blocks(queue(subject, two, gpuPools={"a100": A100}))).message
    assert not list(queues.strict_order_blocks(subject()))


@pytest.mark.parametrize(("policy", "word"), [("Hold", "finish"), ("HoldAndDrain", "evicted")])
def test_a_stopped_queue_is_noted(subject: Make, policy: str, word: str) -> None:
    finding = only(queues.stopped_queues_are_meant(queue(subject, {"stopPolicy": policy})))
    assert (finding.severity, finding.path[-1]) == (Severity.NOTE, "stopPolicy")
    assert word in finding.message
    assert not list(queues.stopped_queues_are_meant(subject()))


def test_weights_without_fair_sharing_are_noted(subject: Make) -> None:
    weights: dict[str, Any] = {"cohorts": {"x": {"weight": 2}}}
    found = list(queues.weights_need_fair_sharing(queue(subject, {"weight": 3}, queues=weights)))
    assert [finding.dotted for finding in found] == ["teams.vision.queue.weight", "queues.cohorts.x.weight"]
    fair = queue(subject, {"weight": 3}, queues=weights | {"fairSharing": True})
    assert not list(queues.weights_need_fair_sharing(fair))
    assert not list(queues.weights_need_fair_sharing(subject()))


def test_choosing_the_next_pool_needs_one(subject: Make) -> None:
    settings: dict[str, Any] = {"fungibility": {"whenCanBorrow": "TryNextFlavor"}}
    one = only(queues.fungibility_has_an_effect(queue(subject, settings)))
    assert "no next pool" in one.message
    two = settings | {"quota": {"a100": {"gpus": 1}}}
    alone = only(queues.fungibility_has_an_effect(queue(subject, two, gpuPools={"a100": A100})))
    assert "never borrows" in alone.message
    in_cohort = queue(subject, two | {"cohort": "x"}, gpuPools={"a100": A100})
    assert not list(queues.fungibility_has_an_effect(in_cohort))
    assert not list(queues.fungibility_has_an_effect(subject()))


def test_a_team_without_a_queue_is_noted(subject: Make) -> None:
    finding = only(queues.teams_have_queues(subject({"teams": {"free": {}}})))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "teams.free")
    assert "outside all quotas" in finding.message


def test_a_gpu_pool_without_quota_is_noted(subject: Make) -> None:
    finding = only(queues.gpu_pools_have_quotas(subject({"gpuPools": {"a100": A100}})))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "gpuPools.a100")
    reserved = {"gpuPools": {"a100": {**A100, "reservedForServing": 2}}}
    assert not list(queues.gpu_pools_have_quotas(subject(reserved))), "all of it is for serving"


def test_jobs_without_gpus_wait_where_there_is_no_quota_for_them(subject: Make, existing_subject: Make) -> None:
    system = only(queues.jobs_without_gpus_have_quota(subject()))
    assert (system.severity, system.dotted) == (Severity.NOTE, "teams.vision.queue.quota")
    assert "system: {cores: 4}" in system.remedy
    with_pool = only(queues.jobs_without_gpus_have_quota(subject({"cpuPools": {"cpu": CPU}})))
    assert "cpu: {cores: 4}" in with_pool.remedy
    assert "Add a pool under cpuPools" in only(queues.jobs_without_gpus_have_quota(existing_subject())).remedy
    given = queue(subject, {"quota": {"cpu": {"cores": 4}}}, cpuPools={"cpu": CPU})
    assert not list(queues.jobs_without_gpus_have_quota(given))


def test_provisioning_requests_need_kubernetes_1_33(subject: Make) -> None:
    wanted = {"queues": {"provisioningRequests": True}}
    old = subject({**wanted, "cluster": {"create": {"kubernetesVersion": "1.32"}}})
    finding = only(provisioning_requests.provisioning_requests_are_served(old))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "queues.provisioningRequests")
    assert "from Kubernetes 1.33, and the cluster runs 1.32" in finding.message
    assert not list(provisioning_requests.provisioning_requests_are_served(subject(wanted)))
    default = subject({"cluster": {"create": {"kubernetesVersion": "1.32"}}})
    assert not list(provisioning_requests.provisioning_requests_are_served(default))


def test_provisioning_requests_need_an_autoscaled_pool(subject: Make) -> None:
    fixed = {"gpuPools": {"t4": {"scale": ..., "nodes": 2}}}
    made = subject({**fixed, "queues": {"provisioningRequests": True}})
    finding = only(provisioning_requests.provisioning_requests_are_served(made))
    assert "no queue draws from an autoscaled GPU pool" in finding.message
    assert not list(provisioning_requests.provisioning_requests_are_served(subject(fixed)))


@pytest.mark.parametrize(
    ("changes", "remedy"),
    [
        ({"queues": {"provisioningRequests": False}}, "Take queues.provisioningRequests out."),
        ({"cluster": {"create": {"kubernetesVersion": "1.32"}}}, "Use Kubernetes 1.33 or later"),
    ],
)
def test_large_jobs_without_provisioning_requests_are_a_warning(
    subject: Make, changes: dict[str, Any], remedy: str
) -> None:
    finding = only(provisioning_requests.large_jobs_get_all_their_nodes(subject(changes)))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "gpuPools.t4.scale.min")
    assert "one half may run and hold its GPUs" in finding.message
    assert remedy in finding.remedy


@pytest.mark.parametrize(
    "pool",
    [{"scale": {"min": 1, "max": 2}}, {"scale": {"max": 1}}, {"workload": "inference"}, {"scale": ..., "nodes": 2}],
)
def test_pools_where_nothing_can_get_stuck_are_fine(subject: Make, pool: dict[str, Any]) -> None:
    made = subject({"gpuPools": {"t4": pool}, "queues": {"provisioningRequests": False}})
    assert not list(provisioning_requests.large_jobs_get_all_their_nodes(made))
    assert not list(provisioning_requests.large_jobs_get_all_their_nodes(subject()))
