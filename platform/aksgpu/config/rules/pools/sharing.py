"""Rules about several pods on one GPU, and about GPUs kept for serving."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import many
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.rules.pools.each_pool import gpu_pools


def gpus_are_shared_one_way(subject: Subject) -> Iterator[Finding]:
    """Time-slicing or MPS, since the device plugin does one of them on a node."""
    for path, name, pool in gpu_pools(subject):
        if pool.time_slicing is not None and pool.mps is not None:
            yield error(
                (*path, "mps"),
                f"{name} shares its GPUs by time-slicing and by MPS, and a node can do only one of them.",
                "Take timeSlicing or mps out.",
            )


def mps_needs_whole_gpus(subject: Subject) -> Iterator[Finding]:
    """NVIDIA's device plugin has no MPS on MIG slices."""
    for path, name, pool in gpu_pools(subject):
        if pool.mps is not None and pool.mig is not None:
            yield error(
                (*path, "mps"),
                f"{name} divides its GPUs with MIG and shares the slices through MPS, which NVIDIA's device plugin "
                "does not do.",
                "Take mps out, write timeSlicing instead, or take mig out.",
            )


def shares_have_no_walls(subject: Subject) -> Iterator[Finding]:
    """Pods on one GPU see each other's memory run out."""
    for path, name, pool in gpu_pools(subject):
        key = "timeSlicing" if pool.time_slicing is not None else "mps"
        sharing = pool.time_slicing or pool.mps
        if sharing is None:
            continue
        experimental = "" if key == "timeSlicing" else " NVIDIA calls MPS in its device plugin experimental."
        yield note(
            (*path, key),
            f"{sharing.replicas} pods share each GPU of {name} and its memory: a pod that takes too much memory makes "
            f"its neighbours fail.{experimental}",
        )


def shared_pool_keeps_a_node(subject: Subject) -> Iterator[Finding]:
    """The autoscaler cannot know shares of a pool without nodes, as with slices (field case F15)."""
    for path, name, pool in gpu_pools(subject):
        shared = pool.time_slicing is not None or pool.mps is not None
        if not shared or pool.mig is not None or pool.scale is None or pool.scale.min > 0:
            continue
        yield error(
            (*path, "scale", "min") if "min" in pool.scale.model_fields_set else (*path, "scale"),
            f"{name} may have no node, and then the autoscaler cannot know that its nodes offer nvidia.com/gpu.shared: "
            "it fills in whole GPUs only, so pods that request shares would wait for ever.",
            "Write scale.min: 1 or more, or nodes instead of scale for a fixed number.",
        )


def reserved_for_serving_is_there(subject: Subject) -> Iterator[Finding]:
    """What serving may take without a queue exists, and is of one kind."""
    for path, name, pool in gpu_pools(subject):
        offer = subject.offers.get(name)
        if offer is None or not pool.reserved_for_serving:
            continue
        kinds = list(offer.gpu_resources)
        if len(kinds) > 1:
            yield error(
                (*path, "reservedForServing"),
                f"{name} offers {len(kinds)} kinds of slices ({', '.join(kinds)}), so a number alone does not say "
                "which of them serving may take.",
                "Give serving a pool of its own with one kind of slice, or take reservedForServing out.",
            )
            continue
        there = sum(offer.gpu_resources.values()) * offer.max_nodes
        if pool.reserved_for_serving > there:
            yield error(
                (*path, "reservedForServing"),
                f"{name} keeps {pool.reserved_for_serving} {''.join(kinds)} for serving, and has {there} at its "
                f"maximum ({many(offer.max_nodes, 'node')} with {there // max(offer.max_nodes, 1)} each).",
                f"Write reservedForServing: {there} or less.",
            )
