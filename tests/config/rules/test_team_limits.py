"""ResourceQuota and LimitRange, also beside a queue."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.teams import team_limits as rules

Make = Callable[..., Subject]


def vision(**changes: Any) -> dict[str, Any]:
    return {"teams": {"vision": changes}}


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("nvidia.com/gpu", "requests.nvidia.com/gpu"),
        ("nvidia.com/mig-1g.10gb", "requests.nvidia.com/mig-1g.10gb"),
        ("limits.nvidia.com/gpu", "requests.nvidia.com/gpu"),
        ("request.cpu", "requests.cpu"),
        ("gpus", "for example"),
    ],
)
def test_names_that_count_nothing_are_refused(subject: Make, name: str, remedy: str) -> None:
    (finding,) = rules.resource_quota_names_count_something(subject(vision(resourceQuota={name: "8"})))
    assert (finding.severity, finding.path) == (Severity.ERROR, ("teams", "vision", "resourceQuota", name))
    assert remedy in finding.remedy


@pytest.mark.parametrize(
    "name",
    [
        "requests.nvidia.com/gpu",
        "requests.nvidia.com/mig-1g.10gb",
        "limits.memory",
        "pods",
        "count/jobs.batch",
        "count/pods",
        "shared.storageclass.storage.k8s.io/requests.storage",
        "hugepages-2Mi",
    ],
)
def test_names_that_count_are_taken(subject: Make, name: str) -> None:
    assert not list(rules.resource_quota_names_count_something(subject(vision(resourceQuota={name: "8"}))))


@pytest.mark.parametrize(
    ("quota", "words"),
    [
        ({"requests.nvidia.com/gpu": "1"}, "stops at 1 of nvidia.com/gpu"),
        ({"requests.cpu": "500m"}, "stops at 0.5 of cpu"),
        ({"memory": "1Gi"}, "stops at 1 GiB of memory"),
    ],
)
def test_a_namespace_that_stops_below_its_queue_is_a_warning(subject: Make, quota: dict[str, str], words: str) -> None:
    (finding,) = rules.resource_quota_leaves_room_for_the_queue(subject(vision(resourceQuota=quota)))
    assert (finding.severity, finding.path[-1]) == (Severity.WARNING, next(iter(quota)))
    assert words in finding.message


@pytest.mark.parametrize(
    "quota",
    [{"requests.nvidia.com/gpu": "2"}, {"requests.memory": "1Ti"}, {"pods": "1"}, {"requests.example.com/fpga": "1"}],
)
def test_room_for_the_queue_is_enough(subject: Make, quota: dict[str, str]) -> None:
    assert not list(rules.resource_quota_leaves_room_for_the_queue(subject(vision(resourceQuota=quota))))


def test_a_queue_of_two_pools_is_added_up(subject: Make) -> None:
    pools = {"t4": {}, "more": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 3}}}
    both = {"quota": {"t4": {"gpus": 2}, "more": {"gpus": 3}}}
    changes = {"gpuPools": pools, **vision(queue=both, resourceQuota={"requests.nvidia.com/gpu": "4"})}
    (finding,) = rules.resource_quota_leaves_room_for_the_queue(subject(changes))
    assert "promises 5" in finding.message


def test_a_queue_of_an_unknown_pool_does_not_stop_the_rule(subject: Make) -> None:
    changes = vision(queue={"quota": {"nothing": {"gpus": 2}}}, resourceQuota={"requests.nvidia.com/gpu": "1"})
    assert [f.path[-1] for f in rules.resource_quota_leaves_room_for_the_queue(subject(changes))] == [
        "requests.nvidia.com/gpu"
    ]


def test_without_a_queue_any_quota_is_the_teams_affair(subject: Make) -> None:
    changes = vision(queue=..., resourceQuota={"requests.nvidia.com/gpu": "0"})
    assert not list(rules.resource_quota_leaves_room_for_the_queue(subject(changes)))


@pytest.mark.parametrize(
    ("name", "limits", "remedy"),
    [
        ("requests.cpu", None, "limitRange: {}"),
        ("memory", None, "limitRange: {}"),
        ("limits.cpu", {}, "limitRange.maxCpu"),
        ("limits.memory", {"maxCpu": "8"}, "limitRange.maxMemory"),
    ],
)
def test_a_quota_needs_defaults_beside_it(subject: Make, name: str, limits: Any, remedy: str) -> None:
    changes = vision(resourceQuota={name: "64"}, **({} if limits is None else {"limitRange": limits}))
    (finding,) = rules.resource_quota_has_defaults_beside_it(subject(changes))
    assert finding.severity is Severity.WARNING
    assert remedy in finding.remedy


@pytest.mark.parametrize(
    ("name", "limits"),
    [("requests.cpu", {}), ("limits.memory", {"maxMemory": "64Gi"}), ("requests.nvidia.com/gpu", None), ("pods", None)],
)
def test_a_quota_with_defaults_is_fine(subject: Make, name: str, limits: Any) -> None:
    changes = vision(resourceQuota={name: "64"}, **({} if limits is None else {"limitRange": limits}))
    assert not list(rules.resource_quota_has_defaults_beside_it(subject(changes)))


@pytest.mark.parametrize(
    ("limits", "key"),
    [({"maxCpu": "500m"}, "maxCpu"), ({"defaultMemory": "8Gi", "maxMemory": "8000Mi"}, "maxMemory")],
)
def test_a_default_above_the_maximum_is_refused(subject: Make, limits: dict[str, str], key: str) -> None:
    (finding,) = rules.limit_range_is_consistent(subject(vision(limitRange=limits)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"teams.vision.limitRange.{key}")


@pytest.mark.parametrize("limits", [{}, {"maxCpu": "1"}, {"maxMemory": "4096Mi"}])
def test_a_default_at_the_maximum_is_fine(subject: Make, limits: dict[str, str]) -> None:
    assert not list(rules.limit_range_is_consistent(subject(vision(limitRange=limits))))


def test_the_amount_to_write_is_enough(subject: Make) -> None:
    (finding,) = rules.resource_quota_leaves_room_for_the_queue(subject(vision(resourceQuota={"memory": "1Gi"})))
    amount = finding.remedy.split('"')[1]
    assert amount.endswith("Gi")
    assert not list(rules.resource_quota_leaves_room_for_the_queue(subject(vision(resourceQuota={"memory": amount}))))
