"""Spot pools: nodes that Azure may take back at any moment."""

from collections.abc import Iterator
from typing import Final

from aksgpu_policies.kinds import AGENT_POOL
from aksgpu_policies.reading import elements, first_unknown, read, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

SPOT_TAINT: Final = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"
"""The taint that AKS itself puts on spot nodes (AKS docs, spot-node-pool.md)."""


@rule(
    "spot-pool-settings",
    "A spot pool states the spot taint, so that only pods that bear eviction run there, and has no upgradeSettings, "
    "which AKS does not take for spot.",
    AGENT_POOL,
    severity="medium",
)
def spot_pool_settings(pool: Resource) -> Iterator[Finding]:
    """AKS adds the taint by itself; a pool that leaves it out differs from its own record after the first run."""
    yield from unknowns(pool.inputs, "scaleSetPriority")
    if read(pool.inputs, "scaleSetPriority") != "Spot":
        return
    taints = elements(pool.inputs, "nodeTaints")
    if SPOT_TAINT not in taints:
        if first_unknown(*taints):
            yield from unknowns(pool.inputs, "nodeTaints")
        else:
            yield Violation(
                "This spot pool does not state the spot taint, so pods that cannot bear eviction may be meant for it.",
                f"Add {SPOT_TAINT} to nodeTaints.",
            )
    if read(pool.inputs, "upgradeSettings") is not None:
        yield Violation(
            "This spot pool has upgradeSettings, and AKS takes no surge settings for spot pools.",
            "Leave upgradeSettings out.",
        )
