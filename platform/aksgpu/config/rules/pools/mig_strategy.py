"""Rules about the MIG strategy: how slices are called, and what the autoscaler makes of them."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning
from aksgpu.config.rules.pools.each_pool import gpu_pools


def mixed_mig_pool_keeps_a_node(subject: Subject) -> Iterator[Finding]:
    """The autoscaler cannot know slices of a pool without nodes (field case F15)."""
    if subject.stack.gpu_software.mig_strategy != "mixed":
        return
    for path, name, pool in gpu_pools(subject):
        if pool.mig is None or pool.scale is None or pool.scale.min > 0:
            continue
        yield error(
            (*path, "scale", "min") if "min" in pool.scale.model_fields_set else (*path, "scale"),
            f"{name} may have no node, and then the autoscaler cannot know that its nodes offer slices: pods that "
            "request nvidia.com/mig-... would wait for ever.",
            "Write scale.min: 1 or more, or nodes instead of scale for a fixed number.",
        )


def single_strategy_needs_equal_slices(subject: Subject) -> Iterator[Finding]:
    """Under `single` all slices of a node are one resource, so they must be alike."""
    if subject.stack.gpu_software.mig_strategy != "single":
        return
    for path, name, pool in gpu_pools(subject):
        layout = pool.mig.layout if pool.mig is not None else None
        if layout is not None and len(layout) > 1:
            yield error(
                (*path, "mig", "layout"),
                f"{name} has {len(layout)} kinds of slices, and the strategy single calls each of them nvidia.com/gpu: "
                "the device plugin refuses to start on such a node.",
                "Write one kind of slice in layout, or gpuSoftware.migStrategy: mixed.",
            )


def single_strategy_misleads_the_autoscaler(subject: Subject) -> Iterator[Finding]:
    """Under `single` a slice passes for a GPU, for the autoscaler and for people."""
    if subject.stack.gpu_software.mig_strategy != "single":
        return
    for path, name, pool in gpu_pools(subject):
        if pool.mig is None:
            continue
        yield warning(
            (*path, "mig"),
            f"{name} offers each slice as nvidia.com/gpu. The autoscaler counts whole GPUs for a new node and may add "
            "more nodes than the slices need; only the label nvidia.com/gpu.product tells a slice from a GPU.",
            "Write gpuSoftware.migStrategy: mixed, which names each slice by its profile.",
        )
