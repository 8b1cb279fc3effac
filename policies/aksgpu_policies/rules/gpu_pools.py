"""GPU pools: kept for GPU work, bounded, and with a stated owner of the driver."""

import math
from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.limits import why_too_many_nodes_in_a_pool
from aksgpu_policies.gpu_sizes import has_gpus
from aksgpu_policies.kinds import AGENT_POOL
from aksgpu_policies.reading import elements, first_unknown, number, read, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.rules.spot_pools import SPOT_TAINT
from aksgpu_policies.violation import Finding, Violation

SURGE = "upgradeSettings.maxSurge"
REPELS = (":NoSchedule", ":NoExecute")


@rule(
    "gpu-pool-tainted",
    "A GPU pool has a taint of its own that keeps away pods without GPUs: they would hold nodes that cost many times "
    "more, and keep the autoscaler from removing them.",
    AGENT_POOL,
    severity="high",
)
def gpu_pool_tainted(pool: Resource) -> Iterator[Finding]:
    """The spot taint does not count: pods that bear eviction are not therefore GPU pods."""
    gpus = has_gpus(pool.inputs)
    taints = elements(pool.inputs, "nodeTaints")
    if gpus is False or any(isinstance(one, str) and one != SPOT_TAINT and one.endswith(REPELS) for one in taints):
        return
    if gpus is None or first_unknown(*taints):
        yield from unknowns(pool.inputs, "vmSize", "nodeTaints")
        return
    yield Violation(
        "This GPU pool has no taint of its own, so any pod may take its nodes and keep them from scaling down.",
        "Add nvidia.com/gpu=present:NoSchedule to nodeTaints.",
    )


@rule(
    "gpu-pool-bounded",
    "A GPU pool says how many nodes it may have: a maximum for the autoscaler or a fixed count, within what AKS runs "
    "in one pool.",
    AGENT_POOL,
    severity="high",
)
def gpu_pool_bounded(pool: Resource) -> Iterator[Finding]:
    """The surge nodes of an upgrade count."""
    gpus = has_gpus(pool.inputs)
    if gpus is False:
        return
    scaled = read(pool.inputs, "enableAutoScaling")
    field = "maxCount" if scaled is True else "count"
    bound = read(pool.inputs, field)
    if gpus is None or first_unknown(scaled, bound):
        yield from unknowns(pool.inputs, "vmSize", "enableAutoScaling", field)
        return
    most = number(bound)
    if most is None:
        said = "autoscales without a maxCount" if scaled is True else "has neither autoscaling nor a fixed count"
        yield Violation(
            f"This GPU pool {said}, so nobody has said how many nodes it may cost.",
            "Write enableAutoScaling: true with minCount and maxCount, or a fixed count.",
        )
        return
    problem = why_too_many_nodes_in_a_pool(math.ceil(most) + _surge(pool.inputs, most))
    if problem is not None:
        yield Violation.of(problem)
    yield from unknowns(pool.inputs, SURGE)


def _surge(inputs: Any, nodes: float) -> int:
    """Nodes that an upgrade adds; none where it is not said in a known form."""
    text = read(inputs, SURGE)
    if isinstance(text, str) and text.endswith("%"):
        share = number(text[:-1])
        return math.ceil(nodes * share / 100) if share is not None and 0 <= share <= 100 else 0
    extra = number(text)
    return math.ceil(extra) if extra is not None and extra > 0 else 0


@rule(
    "gpu-driver-explicit",
    "A GPU pool says who installs the driver. Left out, AKS installs its own, and a second one from the GPU Operator "
    "breaks the nodes.",
    AGENT_POOL,
    severity="high",
)
def gpu_driver_explicit(pool: Resource) -> Iterator[Finding]:
    """Either answer will do."""
    gpus = has_gpus(pool.inputs)
    driver = read(pool.inputs, "gpuProfile.driver")
    if gpus is False or driver in ("None", "Install"):
        return
    if gpus is None or isinstance(driver, Unknown):
        yield from unknowns(pool.inputs, "vmSize", "gpuProfile.driver")
        return
    yield Violation(
        "This GPU pool does not say who installs the driver, so AKS installs its own."
        if driver is None
        else "gpuProfile.driver is neither None nor Install, so AKS refuses the pool.",
        "Write gpuProfile.driver: None where the GPU Operator installs it, or Install where AKS does.",
    )
