"""How pools are made: what stands in the cluster resource, and what kind of machines a pool has."""

from collections.abc import Iterator
from typing import Any

from aksgpu.catalogue.cpu_vm_sizes import why_not_a_system_size
from aksgpu_policies.gpu_sizes import has_gpus
from aksgpu_policies.kinds import AGENT_POOL, CLUSTER
from aksgpu_policies.reading import elements, read, shown, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

INLINE = "agentPoolProfiles"


@rule(
    "no-inline-gpu-pool",
    "No GPU pool stands in the cluster resource: a change of its create-only values would replace the cluster.",
    CLUSTER,
    severity="critical",
)
def no_inline_gpu_pool(cluster: Resource) -> Iterator[Finding]:
    """Each inline pool by itself."""
    for number, pool in enumerate(elements(cluster.inputs, INLINE)):
        size = read(pool, "vmSize")
        if isinstance(size, Unknown):
            yield CouldNotJudge.at(f"{INLINE}[{number}].vmSize", size)
        elif has_gpus(pool):
            yield Violation(
                f"The inline pool {shown(read(pool, 'name'))} has GPUs ({shown(size)}), so changing it would replace "
                "the cluster.",
                "Make it an AgentPool of its own, and keep one small inline system pool without GPUs.",
            )


@rule(
    "one-inline-system-pool",
    "The cluster resource holds exactly one pool, and that is a system pool on nodes that stay and are large enough: "
    "inline pools cannot be renamed, replaced or protected by themselves.",
    CLUSTER,
    severity="high",
)
def one_inline_system_pool(cluster: Resource) -> Iterator[Finding]:
    """Mode System, alone, not of spot nodes, and of a size that AKS takes for its own pods."""
    remedy = "Keep one inline pool with mode: System, and make every other an AgentPool."
    if isinstance(read(cluster.inputs, INLINE), Unknown):
        yield from unknowns(cluster.inputs, INLINE)
        return
    pools = elements(cluster.inputs, INLINE)
    if len(pools) != 1:
        count = len(pools) or "no"
        yield Violation(f"The cluster resource holds {count} inline pools, and it should hold one.", remedy)
        return
    mode = read(pools[0], "mode")
    if isinstance(mode, Unknown):
        yield CouldNotJudge.at(f"{INLINE}[0].mode", mode)
    elif mode != "System":
        yield Violation(f"The inline pool has mode {shown(mode)}, so it is not the cluster's system pool.", remedy)
    yield from _steady(pools[0])


def _steady(pool: Any) -> Iterator[Finding]:
    """Whether AKS's own pods can stay on a pool's nodes. GPUs are another rule's business."""
    for field in ("scaleSetPriority", "vmSize"):
        hidden = read(pool, field)
        if isinstance(hidden, Unknown):
            yield CouldNotJudge.at(f"{INLINE}[0].{field}", hidden)
    if read(pool, "scaleSetPriority") == "Spot":
        yield Violation(
            "The inline pool is of spot nodes, and Azure may take all of them back at once, with the cluster's DNS on "
            "them.",
            "Leave scaleSetPriority out of the inline pool.",
        )
    size = read(pool, "vmSize")
    problem = why_not_a_system_size(size) if isinstance(size, str) and has_gpus(pool) is False else None
    if problem is not None:
        yield Violation.of(problem)


@rule(
    "pool-is-scale-set",
    "A pool is made of VirtualMachineScaleSets, and says so: the other type, a default of some tools, neither "
    "autoscales GPUs nor has InfiniBand.",
    AGENT_POOL,
    CLUSTER,
    severity="medium",
)
def pool_is_scale_set(resource: Resource) -> Iterator[Finding]:
    """An AgentPool, or each inline pool of a cluster."""
    if resource.kind == AGENT_POOL:
        yield from _scale_set(resource.inputs, "This pool", "type")
    for number, pool in enumerate(elements(resource.inputs, INLINE)):
        yield from _scale_set(pool, f"The inline pool {shown(read(pool, 'name'))}", f"{INLINE}[{number}].type")


def _scale_set(pool: Any, who: str, path: str) -> Iterator[Finding]:
    made_of = read(pool, "type")
    if isinstance(made_of, Unknown):
        yield CouldNotJudge.at(path, made_of)
    elif made_of != "VirtualMachineScaleSets":
        said = "does not say its type" if made_of is None else f"has type {shown(made_of)}"
        yield Violation(f"{who} {said}, and only scale sets autoscale GPUs.", "Write type: VirtualMachineScaleSets.")
