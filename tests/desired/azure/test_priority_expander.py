"""The ConfigMap that tells the autoscaler which pool to try first."""

import re
from collections.abc import Callable
from typing import Any

import yaml

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import priority_expander
from aksgpu.desired.entries import KubernetesObject

Make = Callable[..., Subject]
T4 = "Standard_NC4as_T4_v3"
POOLS: dict[str, Any] = {
    "gpuPools": {
        "t4": {"scale": {"max": 2}},
        "t4s": {"vmSize": T4, "scale": {"max": 2}, "spot": {}},
        "fixed": {"vmSize": T4, "nodes": 1},
    }
}


def config_map(subject: Subject) -> KubernetesObject:
    (part,) = priority_expander.parts(subject)
    (entry,) = part.entries
    assert (part.name, part.component) == ("autoscaler", "Autoscaler")
    assert isinstance(entry, KubernetesObject)
    return entry


def with_expander(**more: Any) -> dict[str, Any]:
    return POOLS | {"autoscaler": {"expander": "priority", **more}}


def test_only_the_priority_expander_reads_it(subject: Make, existing_subject: Make) -> None:
    assert not list(priority_expander.parts(subject()))
    assert not list(priority_expander.parts(existing_subject(with_expander())))


def test_name_and_namespace_are_the_autoscalers(subject: Make) -> None:
    entry = config_map(subject(with_expander()))
    assert entry.manifest["metadata"] == {"name": "cluster-autoscaler-priority-expander", "namespace": "kube-system"}


def test_spot_is_tried_first_and_fixed_pools_not_at_all(subject: Make) -> None:
    made = subject(with_expander())
    priorities = yaml.safe_load(config_map(made).manifest["data"]["priorities"])
    assert list(priorities) == [20, 10]
    assert priorities[20] == [f"^aks-{made.offers['t4s'].azure_name}-.*"]
    assert priorities[10] == [f"^aks-{made.offers['t4'].azure_name}-.*"]


def test_given_priorities_win_and_the_rest_keeps_its_own(subject: Make) -> None:
    made = subject(with_expander(priorities={"t4": 50}))
    priorities = yaml.safe_load(config_map(made).manifest["data"]["priorities"])
    assert list(priorities) == [50, 20]
    assert priority_expander.pool_priorities(made) == {"t4": 50, "t4s": 20}


def test_a_pattern_matches_the_scale_sets_of_its_pool_only(subject: Make) -> None:
    made = subject(with_expander())
    priorities = yaml.safe_load(config_map(made).manifest["data"]["priorities"])
    names = {pool: f"aks-{made.offers[pool].azure_name}-12345678-vmss" for pool in ("t4", "t4s")}
    for priority, pool, other in ((10, "t4", "t4s"), (20, "t4s", "t4")):
        (pattern,) = priorities[priority]
        assert re.search(pattern, names[pool])
        assert not re.search(pattern, names[other])
