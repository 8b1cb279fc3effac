"""One change of one taint reaches everything that must tolerate it (field case F05)."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles import gpu_operator, node_feature_discovery
from aksgpu.desired.entries import ChartRelease
from aksgpu.desired.tolerations import system_tolerations, tolerations

Make = Callable[..., Subject]
T4: dict[str, Any] = {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}


def values(made: Subject) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Values of discovery and operator."""
    releases = [
        entry
        for part in (*node_feature_discovery.parts(made), *gpu_operator.parts(made))
        for entry in part.entries
        if isinstance(entry, ChartRelease)
    ]
    return releases[0].values, releases[1].values


def tolerated(taint: str, found: list[dict[str, Any]]) -> bool:
    """Whether Kubernetes would let a pod with these tolerations onto a node with this taint."""
    rest, _, effect = taint.rpartition(":")
    key, _, value = rest.partition("=")
    return any(
        one["key"] == key and one["effect"] == effect and (one["operator"] == "Exists" or one.get("value", "") == value)
        for one in found
    )


@pytest.mark.parametrize("taint", ["team=vision:NoExecute", "example.com/hold:PreferNoSchedule"])
def test_a_new_taint_of_one_pool_reaches_all_components(subject: Make, taint: str) -> None:
    before, after = (values(subject({"gpuPools": {"p": {**T4, "taints": taints}}})) for taints in ([], [taint]))
    for values_before, values_after, path in (
        (before[0], after[0], ("worker", "tolerations")),
        (before[1], after[1], ("daemonsets", "tolerations")),
    ):
        assert not tolerated(taint, values_before[path[0]][path[1]])
        assert tolerated(taint, values_after[path[0]][path[1]])


def test_every_taint_of_every_gpu_pool_is_tolerated(subject: Make) -> None:
    pools = {"a": {**T4, "spot": {}}, "b": {**T4, "gpuTaint": "sku", "taints": ["x=y:NoExecute"]}}
    made = subject({"gpuPools": pools})
    for offer in made.offers.values():
        for taint in offer.taints:
            assert tolerated(str(taint), tolerations(made.offers.values())), taint


def test_taints_of_cpu_pools_are_not_tolerated(subject: Make) -> None:
    pool = {"vmSize": "Standard_D8ds_v5", "nodes": 1, "taints": ["apps=only:NoSchedule"]}
    assert not tolerated("apps=only:NoSchedule", tolerations(subject({"cpuPools": {"apps": pool}}).offers.values()))


def test_each_toleration_is_there_once_and_in_a_fixed_order(subject: Make) -> None:
    one = tolerations(subject({"gpuPools": {"a": {**T4, "spot": {}}, "b": T4}}).offers.values())
    other = tolerations(subject({"gpuPools": {"b": T4, "a": {**T4, "spot": {}}}}).offers.values())
    assert one == other
    assert len({str(item) for item in one}) == len(one) == 2


def test_a_dedicated_system_pool_is_tolerated_by_controllers(subject: Make, existing_subject: Make) -> None:
    assert system_tolerations(subject()) == []
    dedicated = subject({"systemPool": {"dedicated": True}})
    only = "CriticalAddonsOnly=true:NoSchedule"
    assert tolerated(only, system_tolerations(dedicated))
    assert tolerated(only, system_tolerations(existing_subject()))
    discovery, operator = values(dedicated)
    assert tolerated(only, operator["operator"]["tolerations"])
    assert tolerated(only, operator["daemonsets"]["tolerations"])
    assert tolerated(only, discovery["master"]["tolerations"])
