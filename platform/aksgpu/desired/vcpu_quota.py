"""vCPU quota that the subscription needs in the region, by VM family."""

from dataclasses import dataclass

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.approvals import approval

SPOT_FAMILY = "Spot vCPUs (all families)"
"""Spot nodes count against one quota of the region, whatever their family (Azure support API, quota-payload)."""


@dataclass(frozen=True, slots=True)
class VcpuNeed:
    """vCPU of one family, each figure with all of the figure before it.

    `with_rotation` counts both pools of every replacement that the stack approves on this day.
    """

    family: str
    at_maximum: int
    with_surge: int
    with_rotation: int


def vcpu_needs(subject: Subject) -> tuple[VcpuNeed, ...]:
    """One row for each family that the stack's pools use, sorted by name.

    The pool that a rotation replaces is taken to be as large as the new one: its old size stands nowhere in the stack.
    """
    families = sorted({_family(offer) for offer in subject.offers.values()})
    return tuple(_need(subject, family) for family in families)


def _need(subject: Subject, family: str) -> VcpuNeed:
    offers = [offer for offer in subject.offers.values() if _family(offer) == family]
    at_maximum = sum(offer.vcpu * offer.max_nodes for offer in offers)
    surge = sum(offer.vcpu * offer.surge_nodes for offer in offers)
    rotation = sum(offer.vcpu * offer.max_nodes for offer in offers if rotates(subject, offer))
    return VcpuNeed(family, at_maximum, at_maximum + surge, at_maximum + surge + rotation)


def rotates(subject: Subject, offer: PoolOffer) -> bool:
    """Whether the stack approves on this day that a pool is replaced, so that two of it run for a while."""
    approved = approval(subject, offer.name)
    return offer.kind != "system" and approved is not None and approved.action == "replace"


def _family(offer: PoolOffer) -> str:
    return SPOT_FAMILY if offer.spot else offer.quota_family
