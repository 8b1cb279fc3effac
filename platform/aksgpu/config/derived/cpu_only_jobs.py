"""How Kueue is kept from giving a GPU pool's CPU to a job without GPUs.

Kueue tries flavors in order, so a job without GPUs would go on to a GPU flavor as soon as the CPU flavor is full, and
would start a GPU node for itself. A resource that only such jobs request, and of which GPU flavors have 0, stops it.
"""

from aksgpu.config.derived.subject import Subject

WITHOUT_GPU = "aksgpu/without-gpu"
"""Requested, inside Kueue's own accounting only, by pods that request CPU or memory and no GPU."""

MUCH = "1G"
"""More than all CPU cores and GB of memory of any queue: the quota of CPU flavors, and what one GPU takes off."""


def all_gpu_resources(subject: Subject) -> tuple[str, ...]:
    """Every GPU resource that a pool of the stack offers, by name, each once."""
    return tuple(sorted({name for offer in subject.offers.values() for name in offer.gpu_resources}))


def transformations(subject: Subject) -> list[dict[str, object]]:
    """The resource transformations of Kueue's configuration that make up the resource.

    CPU counts by the core and memory by the GB. One GPU takes off more than both, and Kueue lets no total fall below 0
    (from v0.19.1: pkg/workload/workload.go, applyResourceTransformations). All requests are kept as they are.
    """
    factors = {"cpu": "1", "memory": "1n"} | dict.fromkeys(all_gpu_resources(subject), f"-{MUCH}")
    return [{"input": name, "strategy": "Retain", "outputs": {WITHOUT_GPU: factor}} for name, factor in factors.items()]
