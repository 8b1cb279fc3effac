"""What platform pods must tolerate: the union of all GPU pools' taints, in one place for all of them."""

from collections.abc import Iterable
from typing import Any

from aksgpu.config.derived.node_taints import DEDICATED_TAINT, NodeTaint
from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.subject import Subject

Toleration = dict[str, Any]


def toleration(taint: NodeTaint) -> Toleration:
    """The Kubernetes toleration of exactly one taint."""
    if not taint.value:
        return {"key": taint.key, "operator": "Exists", "effect": taint.effect}
    return {"key": taint.key, "operator": "Equal", "value": taint.value, "effect": taint.effect}


def tolerations(offers: Iterable[PoolOffer]) -> list[Toleration]:
    """Tolerations of every taint of every GPU pool among the offers, each once, sorted by taint.

    Used by GPU Operator, its operands, the Node Feature Discovery worker and the Kueue flavors (one pool each).
    """
    taints = {taint for offer in offers if offer.kind == "gpu" for taint in offer.taints}
    return [toleration(taint) for taint in sorted(taints, key=str)]


def system_tolerations(subject: Subject) -> list[Toleration]:
    """The toleration that lets controllers run on a dedicated system pool too.

    On a cluster that somebody else made nobody has said whether its system pool is dedicated; there it does no harm.
    """
    dedicated = subject.stack.system_pool.dedicated or not subject.facts.ours
    return [toleration(DEDICATED_TAINT)] if dedicated else []
