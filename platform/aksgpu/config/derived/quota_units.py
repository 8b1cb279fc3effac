"""Units that a team's quota of a pool may be written in, and the resources that each unit stands for."""

from collections.abc import Mapping
from typing import Literal

from aksgpu.catalogue.mig import resource_name
from aksgpu.config.derived.gpu_division import WHOLE_GPU, shared_name, slices
from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.model.queues import Quota
from aksgpu.config.model.stack import StackConfig

Unit = Literal["gpus", "shares", "slices", "percent", "cores"]

UNITS: tuple[Unit, ...] = ("gpus", "shares", "slices", "percent", "cores")


def given_units(quota: Quota) -> tuple[Unit, ...]:
    """The units that a quota is written in. Exactly one is right; none and several are refused by a rule."""
    return tuple(unit for unit in UNITS if getattr(quota, unit) is not None)


def fitting_units(stack: StackConfig, offer: PoolOffer) -> tuple[Unit, ...]:
    """The units that fit a pool, its own kind of piece first. Percent fits every pool."""
    if offer.kind != "gpu":
        return ("cores", "percent")
    pool = stack.gpu_pools[offer.name]
    shared = pool.time_slicing is not None or pool.mps is not None
    if pool.mig is not None:
        return ("slices", "shares", "percent") if shared and len(offer.gpu_resources) == 1 else ("slices", "percent")
    return ("shares", "percent") if shared else ("gpus", "percent")


def slice_resources(stack: StackConfig, offer: PoolOffer) -> Mapping[str, str]:
    """The resource that pods request for each MIG profile of a pool; empty where its GPUs stay whole.

    On a shared pool a slice's name stands for its shares. Under the strategy `single` all profiles are one resource.
    """
    pool = stack.gpu_pools.get(offer.name)
    if pool is None:
        return {}
    shared = pool.time_slicing is not None or pool.mps is not None
    names = {
        profile: resource_name(profile, stack.gpu_software.mig_strategy)
        for profile in slices(pool, offer.gpu_model or "")
    }
    return {profile: shared_name(name) if shared else name for profile, name in names.items()}


def pieces(stack: StackConfig, offer: PoolOffer, unit: Unit, amount: int | Mapping[str, int]) -> Mapping[str, int]:
    """An amount in a unit as counts by GPU resource of the pool. Empty for cores.

    `amount` is a number for each piece, or a number by MIG profile. Percent is taken of what the pool offers to queues
    and rounded down. Profiles that the pool does not have are left out.
    """
    match unit:
        case "cores":
            return {}
        case "percent":
            assert isinstance(amount, int)
            return {name: count * amount // 100 for name, count in offer.queueable.items()}
        case "slices":
            return _slices(slice_resources(stack, offer), amount)
        case "gpus" | "shares":
            assert isinstance(amount, int)
            name = next(iter(offer.gpu_resources), WHOLE_GPU)
            return {name: amount}


def _slices(resources: Mapping[str, str], amount: int | Mapping[str, int]) -> dict[str, int]:
    wanted = amount if isinstance(amount, Mapping) else dict.fromkeys(resources, amount)
    counts: dict[str, int] = {}
    for profile, count in wanted.items():
        if profile in resources:
            counts[resources[profile]] = counts.get(resources[profile], 0) + count
    return counts
