"""Rules about how many nodes and pools there are."""

from collections.abc import Iterator

from aksgpu.catalogue.limits import INFINIBAND_NODES, why_too_many_nodes_in_a_pool
from aksgpu.config.derived.pool_shapes import gpu_pool_shape
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.rules.pools.each_pool import each_pool, gpu_pools


def pool_scales_or_is_fixed(subject: Subject) -> Iterator[Finding]:
    """Exactly one of `scale` and `nodes`."""
    for path, name, pool in each_pool(subject):
        if pool.scale is not None and pool.nodes is not None:
            yield error(
                (*path, "nodes"),
                f"{name} has both scale and nodes, and the autoscaler and a fixed number would contradict each other.",
                "Keep scale for a pool that grows and shrinks, or nodes for one of fixed size.",
            )
        elif pool.scale is None and pool.nodes is None:
            yield error(
                path,
                f"{name} says neither how it scales nor how many nodes it has.",
                "Write scale: {max: 4} for a pool that starts from zero, or nodes: 2 for a fixed one.",
            )


def scale_bounds_are_in_order(subject: Subject) -> Iterator[Finding]:
    """`min` is not above `max`, and `initial` lies between them (field case F42)."""
    for path, name, pool in each_pool(subject):
        scale = pool.scale
        if scale is None:
            continue
        if scale.min > scale.max:
            yield error(
                (*path, "scale", "min"),
                f"{name} has a minimum of {scale.min} nodes and a maximum of {scale.max}.",
                f"Write min: {scale.max} or less, or max: {scale.min} or more.",
            )
        elif scale.initial is not None and not scale.min <= scale.initial <= scale.max:
            yield error(
                (*path, "scale", "initial"),
                f"{name} starts with {scale.initial} nodes, outside of its bounds {scale.min} to {scale.max}.",
                f"Write a number from {scale.min} to {scale.max}, or leave initial out to start with {scale.min}.",
            )


def fixed_pool_has_nodes(subject: Subject) -> Iterator[Finding]:
    """A fixed pool of no nodes never has any."""
    for path, name, pool in each_pool(subject):
        if pool.nodes == 0 and pool.scale is None:
            yield error(
                (*path, "nodes"),
                f"{name} is fixed at 0 nodes, so nothing will ever run on it.",
                "Write scale: {max: 4} for a pool that grows from zero, or take the pool out.",
            )


def pool_is_within_the_limit(subject: Subject) -> Iterator[Finding]:
    """AKS's limit on the nodes of one pool, surge nodes included."""
    for path, name, pool in each_pool(subject):
        offer = subject.offers.get(name)
        if offer is None:
            continue
        problem = why_too_many_nodes_in_a_pool(offer.max_nodes + offer.surge_nodes)
        if problem is not None:
            key = ("scale", "max") if pool.scale is not None else ("nodes",)
            yield error((*path, *key), problem.message, problem.remedy)


def infiniband_pool_is_one_placement_group(subject: Subject) -> Iterator[Finding]:
    """InfiniBand joins the nodes of one placement group only (field case F49)."""
    for path, name, pool in gpu_pools(subject):
        shape, offer = gpu_pool_shape(pool), subject.offers.get(name)
        if shape is None or offer is None or not shape.infiniband or offer.max_nodes <= INFINIBAND_NODES.value:
            continue
        yield note(
            (*path, "scale", "max") if pool.scale is not None else (*path, "nodes"),
            f"{name} may have {offer.max_nodes} nodes. InfiniBand joins only nodes of one placement group, which is "
            f"said to hold {INFINIBAND_NODES.value}; AKS's own limit is not confirmed.",
        )


def serving_keeps_a_warm_node(subject: Subject) -> Iterator[Finding]:
    """Serving from zero waits for a node, its driver and its image."""
    for path, name, pool in gpu_pools(subject):
        if pool.workload == "inference" and pool.scale is not None and pool.scale.min == 0:
            minutes = subject.facts.max_node_provision_minutes
            yield warning(
                (*path, "scale", "min") if "min" in pool.scale.model_fields_set else (*path, "scale"),
                f"{name} serves and may have no node at all: the first request after a pause then waits for a node, "
                f"its driver and the model's image, which may take up to {minutes} minutes.",
                "Write min: 1 to keep one node warm, or workload: training if nobody waits for an answer.",
            )
