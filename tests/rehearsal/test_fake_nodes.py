"""Fake nodes carry what their pool offers, so that real controllers and a real scheduler see it."""

from collections.abc import Callable

from aksgpu.config.derived.subject import Subject
from aksgpu_rehearsal.nodes import nodes


def test_a_gpu_node_carries_labels_taints_and_resources_of_its_pool(subject: Callable[..., Subject]) -> None:
    of = subject()
    offer = of.offers["t4"]
    made = [node for node in nodes(of) if node["metadata"]["labels"]["agentpool"] == offer.azure_name]
    assert [node["metadata"]["name"] for node in made] == [f"aks-{offer.azure_name}-0", f"aks-{offer.azure_name}-1"]
    for node in made:
        assert dict(offer.labels).items() <= node["metadata"]["labels"].items()
        assert node["metadata"]["labels"]["feature.node.kubernetes.io/pci-10de.present"] == "true"
        assert node["status"]["allocatable"]["nvidia.com/gpu"] == "1"
        assert [taint["key"] for taint in node["spec"]["taints"]] == [taint.key for taint in offer.taints]


def test_a_cpu_node_shows_no_gpu(subject: Callable[..., Subject]) -> None:
    made = [node for node in nodes(subject()) if node["metadata"]["labels"]["agentpool"] == "system"]
    assert made
    for node in made:
        assert not any(name.startswith("nvidia.com") for name in node["status"]["allocatable"])
        assert not any("pci-10de" in label for label in node["metadata"]["labels"])


def test_no_pool_gets_more_nodes_than_it_may_have(subject: Callable[..., Subject]) -> None:
    of = subject(
        {"gpuPools": {"t4": {"scale": {"max": 1}}}, "teams": {"vision": {"queue": {"quota": {"t4": {"gpus": 1}}}}}}
    )
    azure_name = of.offers["t4"].azure_name
    assert sum(node["metadata"]["labels"]["agentpool"] == azure_name for node in nodes(of)) == 1
