"""Node Feature Discovery: the labels that GPU Operator finds nodes by."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from aksgpu.config.derived.owned_values import NODE_FEATURE_DISCOVERY_KEYS
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.node_feature_discovery import parts, values
from aksgpu.desired.entries import ChartRelease

Make = Callable[..., Subject]


def release(made: Subject) -> ChartRelease:
    (part,) = parts(made)
    assert (part.name, part.component) == ("node-feature-discovery", "NodeFeatureDiscovery")
    return cast(ChartRelease, part.entries[-1])


def test_without_gpus_nothing_needs_discovery(subject: Make) -> None:
    assert not list(parts(subject({"gpuPools": {"t4": ...}, "teams": {"vision": ...}})))


def test_release(subject: Make) -> None:
    made = release(subject())
    assert (made.key, made.name, made.namespace) == ("chart-nfd", "node-feature-discovery", "node-feature-discovery")
    assert made.reference == "oci://registry.k8s.io/nfd/charts/node-feature-discovery"
    assert made.repository is None
    assert made.version == "0.18.3"
    assert "namespace-node-feature-discovery" in made.after


def test_the_worker_labels_gpus_and_infiniband_by_vendor(subject: Make) -> None:
    pci = release(subject()).values["worker"]["config"]["sources"]["pci"]
    assert {"0207", "0302", "0300"} <= set(pci["deviceClassWhitelist"])
    assert pci["deviceLabelFields"] == ["vendor"]


def test_the_rest_stays_off_gpu_nodes(subject: Make) -> None:
    made = release(subject({"gpuPools": {"t4": {"gpuTaint": "sku"}}})).values
    assert "sku" in str(made["worker"]["tolerations"])
    assert made["master"]["tolerations"] == made["gc"]["tolerations"] == []


def test_a_mirror_keeps_the_path(subject: Make) -> None:
    assert "image" not in release(subject()).values
    made = release(subject({"charts": {"imageRegistry": "acr.example.io"}})).values
    assert made["image"] == {"repository": "acr.example.io/nfd/node-feature-discovery"}


def test_user_values_are_merged_last(subject: Make) -> None:
    extra = {"master": {"replicaCount": 2}}
    made = release(subject({"gpuSoftware": {"nodeFeatureDiscovery": {"values": extra}}})).values
    assert made["master"]["replicaCount"] == 2
    assert made["master"]["config"] == {"extraLabelNs": ["nvidia.com"]}


def test_every_value_that_the_platform_writes_is_owned(subject: Make) -> None:
    def leaves(here: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for key, value in here.items():
            nested = cast(Mapping[str, Any], value) if isinstance(value, Mapping) else None
            found += leaves(nested, (*path, key)) if nested else [(*path, key)]
        return found

    owned = [key.path for key in NODE_FEATURE_DISCOVERY_KEYS]
    for leaf in leaves(values(subject({"charts": {"imageRegistry": "acr.example.io"}}))):
        assert any(leaf[: len(path)] == path for path in owned), leaf
