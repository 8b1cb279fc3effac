"""Rules about how the nodes of a pool are upgraded."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import many
from aksgpu.config.derived.node_counts import is_none
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, note, warning
from aksgpu.config.rules.pools.each_pool import each_pool, gpu_pools


def upgrade_can_move(subject: Subject) -> Iterator[Finding]:
    """Without surge and with nothing unavailable no node can ever be upgraded."""
    for path, name, pool in each_pool(subject):
        upgrade = pool.upgrade
        if upgrade is not None and is_none(upgrade.max_surge) and is_none(upgrade.max_unavailable):
            yield error(
                (*path, "upgrade"),
                f"{name} may have neither an extra node nor a missing one during an upgrade, so no node could ever be "
                "replaced, and AKS refuses it.",
                "Write maxUnavailable: 1 where nodes are scarce, or maxSurge: 1 where there is quota for one more.",
            )


def upgrade_goes_one_way(subject: Subject) -> Iterator[Finding]:
    """Surge and unavailable nodes together are a fallback that AKS has in preview."""
    for path, name, pool in each_pool(subject):
        upgrade = pool.upgrade
        if upgrade is None or "max_unavailable" not in upgrade.model_fields_set:
            continue
        if not is_none(upgrade.max_surge) and not is_none(upgrade.max_unavailable):
            yield error(
                (*path, "upgrade", "maxUnavailable"),
                f"{name} upgrades with surge nodes, and maxUnavailable counts only where there are none: both together "
                "are a fallback that AKS has in preview.",
                "Take maxUnavailable out to upgrade with extra nodes, or maxSurge to upgrade without.",
            )


def gpu_surge_needs_quota(subject: Subject) -> Iterator[Finding]:
    """An extra GPU node needs quota and capacity that may not be there (field case F46)."""
    for path, name, pool in gpu_pools(subject):
        offer = subject.offers.get(name)
        if pool.upgrade is None or offer is None or not offer.surge_nodes:
            continue
        yield note(
            (*path, "upgrade", "maxSurge"),
            f"each upgrade of {name} adds up to {many(offer.surge_nodes, 'node')}. That takes "
            f"{offer.surge_nodes * offer.vcpu} vCPU more of the quota {offer.quota_family}, and free GPUs in the "
            "region. Without them the upgrade stops, or from Kubernetes 1.35 on goes on with one surge node.",
        )


def drain_outlasts_pods(subject: Subject) -> Iterator[Finding]:
    """A drain that ends before a pod's grace period leaves the node neither old nor new."""
    longest = max((team.termination_grace_seconds for team in subject.stack.teams.values()), default=0)
    for path, name, pool in each_pool(subject):
        upgrade = pool.upgrade
        if upgrade is not None and upgrade.drain_timeout_minutes * 60 < longest:
            yield warning(
                (*path, "upgrade", "drainTimeoutMinutes"),
                f"a node of {name} has {upgrade.drain_timeout_minutes} minutes to drain, and a team's pods may take "
                f"{longest} seconds to stop (terminationGraceSeconds). The upgrade then gives up on that node.",
                f"Write drainTimeoutMinutes: {-(-longest // 60)} or more.",
            )
