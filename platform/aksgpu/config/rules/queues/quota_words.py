"""Words of the rules about quotas: why a unit does not fit a pool, what to write instead, and how much a pool has."""

from aksgpu.config.derived.amount_words import many
from aksgpu.config.derived.gpu_division import slices
from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.quota_units import Unit, fitting_units, slice_resources
from aksgpu.config.model.stack import StackConfig


def why_unit_does_not_fit(stack: StackConfig, offer: PoolOffer, unit: Unit) -> str:
    """Why a quota of this pool cannot be written in this unit: what its nodes offer instead."""
    if unit == "cores" and offer.kind == "gpu":
        return f"this quota counts CPU cores, and {offer.name!r} is a GPU pool: CPU comes beside its GPUs (`cpu`)."
    return f"this quota counts {_counted(unit)}, and {_offered(stack, offer)}."


def instead(stack: StackConfig, offer: PoolOffer, amount: int) -> str:
    """What to write for a quota of about `amount` GPUs or cores of a pool: "slices: {1g.10gb: 7}"."""
    amount = max(amount, 1)
    match fitting_units(stack, offer)[0]:
        case "slices":
            layout = slices(stack.gpu_pools[offer.name], offer.gpu_model or "")
            return "slices: {" + ", ".join(f"{name}: {count * amount}" for name, count in layout.items()) + "}"
        case "shares":
            return f"shares: {amount * max(offer.gpu_resources.values(), default=1) // max(offer.gpus_per_node, 1)}"
        case unit:
            return f"{unit}: {amount}"


def arithmetic(stack: StackConfig, offer: PoolOffer, resource: str) -> str:
    """How many of a GPU resource a pool can give to queues: "2 nodes x 1 GPU x 7 slices - 7 reserved for serving"."""
    per_gpu = offer.gpu_resources[resource] // max(offer.gpus_per_node, 1)
    factors = [many(offer.max_nodes, "node"), many(offer.gpus_per_node, "GPU")]
    if slice_resources(stack, offer):
        factors.append(many(per_gpu, "slice"))
    elif per_gpu != 1:
        factors.append(many(per_gpu, "share"))
    reserved = offer.gpu_resources[resource] * offer.max_nodes - offer.queueable.get(resource, 0)
    return " x ".join(factors) + (f" - {reserved} reserved for serving" if reserved else "")


def _counted(unit: Unit) -> str:
    return {
        "gpus": "whole GPUs",
        "shares": "shares of GPUs",
        "slices": "MIG slices",
        "cores": "CPU cores",
        "percent": "per cent",
    }[unit]


def _offered(stack: StackConfig, offer: PoolOffer) -> str:
    if offer.kind != "gpu":
        return f"the nodes of pool {offer.name!r} have no GPUs"
    pool = stack.gpu_pools[offer.name]
    sharing = pool.time_slicing or pool.mps
    if pool.mig is not None:
        names = ", ".join(slices(pool, offer.gpu_model or "")) or "slices"
        return f"the GPUs of pool {offer.name!r} are divided into MIG slices ({names})"
    if sharing is not None:
        return f"each GPU of pool {offer.name!r} is shared by {sharing.replicas} pods"
    return f"the GPUs of pool {offer.name!r} are whole: each pod has its GPUs to itself"
