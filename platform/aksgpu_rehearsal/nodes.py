"""Fake nodes as each pool of the plan would bring them: labels, taints and resources."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.subject import Subject

NODES_A_POOL = 2
"""Two show that what should run on every node does; a pool whose maximum is lower gets fewer."""

MAX_PODS = 110
FIELDS = (
    *("machineID", "systemUUID", "bootID", "kernelVersion", "osImage", "kubeletVersion", "kubeProxyVersion"),
    *("operatingSystem", "architecture"),
)

FOUND_ON_GPU_NODES = {
    "feature.node.kubernetes.io/pci-10de.present": "true",
    "feature.node.kubernetes.io/system-os_release.ID": "ubuntu",
    "feature.node.kubernetes.io/system-os_release.VERSION_ID": "22.04",
    "feature.node.kubernetes.io/kernel-version.full": "6.8.0-azure",
}
"""What Node Feature Discovery would find there: its pods are fake, so nothing else says it."""


def nodes(subject: Subject) -> Iterator[dict[str, Any]]:
    """The nodes of every pool."""
    for offer in subject.offers.values():
        for number in range(min(NODES_A_POOL, offer.max_nodes)):
            yield node(offer, number)


def node(offer: PoolOffer, number: int) -> dict[str, Any]:
    """One node of a pool."""
    name = f"aks-{offer.azure_name}-{number}"
    labels = {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "node.kubernetes.io/instance-type": offer.vm_size,
        "agentpool": offer.azure_name,
        "kubernetes.azure.com/agentpool": offer.azure_name,
        "kubernetes.azure.com/mode": "system" if offer.kind == "system" else "user",
        **offer.labels,
    }
    if offer.kind == "gpu":
        labels |= FOUND_ON_GPU_NODES | {"nvidia.com/gpu.product": offer.gpu_model or ""}
    resources = {"cpu": str(offer.vcpu), "memory": f"{offer.allocatable_memory_mib}Mi", "pods": str(MAX_PODS)}
    resources |= {resource: str(count) for resource, count in offer.gpu_resources.items()}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "annotations": {"kwok.x-k8s.io/node": "fake"}, "labels": labels},
        "spec": {"taints": [{"key": one.key, "value": one.value, "effect": one.effect} for one in offer.taints]},
        "status": {
            "allocatable": resources,
            "capacity": resources,
            "nodeInfo": dict.fromkeys(FIELDS, "") | {"containerRuntimeVersion": "containerd://2.0.0"},
        },
    }
