"""Rules about spot pools and reserved capacity."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note
from aksgpu.config.rules.pools.each_pool import gpu_pools


def spot_pool_takes_no_upgrade_settings(subject: Subject) -> Iterator[Finding]:
    """AKS refuses upgrade settings on spot pools (field case F35)."""
    for path, name, pool in gpu_pools(subject):
        if pool.spot is not None and pool.upgrade is not None:
            yield error(
                (*path, "upgrade"),
                f"{name} is a spot pool, and AKS takes no upgrade settings there: its nodes are upgraded without "
                "surge and without waiting for pods.",
                "Take upgrade out of this pool.",
            )


def spot_price_is_possible(subject: Subject) -> Iterator[Finding]:
    """-1 or a positive price with at most five decimals."""
    for path, name, pool in gpu_pools(subject):
        price = pool.spot.max_price if pool.spot is not None else -1
        if price != -1 and (price <= 0 or round(price, 5) != price):
            yield error(
                (*path, "spot", "maxPrice"),
                f"{name} may cost at most {price:.12g} US dollars an hour, and Azure takes -1 (up to the on-demand "
                "price) or a price above zero with at most five decimals.",
                "Write for example 3.5, or leave maxPrice out.",
            )


def evicted_nodes_are_deleted(subject: Subject) -> Iterator[Finding]:
    """A node that is only stopped keeps the leftovers of its driver (field case F07)."""
    for path, name, pool in gpu_pools(subject):
        operator = subject.stack.gpu_software.driver_owner == "operator"
        if pool.spot is not None and pool.spot.eviction_policy == "Deallocate" and operator:
            yield error(
                (*path, "spot", "evictionPolicy"),
                f"{name} stops evicted nodes and keeps them, and each new start would install the operator's driver "
                "over the leftovers of the one before. After some rounds it can no longer be installed "
                "(NVIDIA/gpu-operator#729).",
                "Write evictionPolicy: Delete, or leave it out.",
            )


def reserved_capacity_is_not_spot(subject: Subject) -> Iterator[Finding]:
    """A capacity reservation is for on-demand nodes."""
    for path, name, pool in gpu_pools(subject):
        if pool.spot is not None and pool.capacity_reservation_group is not None:
            yield error(
                (*path, "capacityReservationGroup"),
                f"{name} is a spot pool, and a capacity reservation holds capacity for on-demand nodes only.",
                "Take capacityReservationGroup or spot out.",
            )


def reserved_capacity_needs_an_identity(subject: Subject) -> Iterator[Finding]:
    """AKS reaches a capacity reservation with a user-assigned identity only."""
    for path, name, pool in gpu_pools(subject):
        if pool.capacity_reservation_group is None or pool.spot is not None:
            continue
        if not subject.facts.user_assigned_identity:
            yield error(
                (*path, "capacityReservationGroup"),
                f"{name} uses a capacity reservation, and the cluster has a system-assigned identity: AKS then cannot "
                "reach the reservation.",
                "Give the cluster a user-assigned identity, or take capacityReservationGroup out.",
            )
        else:
            yield note(
                (*path, "capacityReservationGroup"),
                f"the cluster's identity needs Contributor on the resource group of this reservation, up to an hour "
                f"before {name} is made. Without a reservation of this size in it, AKS makes the pool all the same, "
                "with a warning and without the reserved capacity.",
            )
