"""Limits of AKS: how many and how large."""

from collections.abc import Mapping
from dataclasses import dataclass

from aksgpu.catalogue.problem import Problem


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit. `confirmed` is False where its page was not read itself."""

    what: str
    value: int
    unit: str
    source: str
    confirmed: bool = True


NODE_POOLS = Limit("node pools of a cluster", 100, "pools", "AKS docs, core-aks-concepts.md (shared include)", False)
NODES_PER_POOL = Limit("nodes of a pool, surge nodes included", 1000, "nodes", "AKS docs, create-node-pools.md")
NODES_FREE = Limit("nodes of a cluster of the Free tier", 1000, "nodes", "AKS docs, quotas-skus-regions.md")
NODES_STANDARD = Limit(
    "nodes of a cluster of the Standard or Premium tier",
    5000,
    "nodes",
    "AKS docs, best-practices-performance-scale-large.md",
)
PODS_PER_NODE = Limit("pods of a node", 250, "pods", "AKS docs, concepts-network-azure-cni-overlay.md")
MIN_MAX_PODS = Limit("least maxPods of a pool", 10, "pods", "AKS docs, concepts-network-ip-address-planning.md")
MIN_MAX_PODS_SYSTEM = Limit("least maxPods of a system pool", 30, "pods", "AKS docs, use-system-pools.md")
PODS_OVERLAY = Limit(
    "pods of a cluster with Azure CNI overlay", 200_000, "pods", "AKS docs, best-practices-performance-scale-large.md"
)
POOL_NAME_LENGTH = Limit("characters of a Linux pool's name", 12, "characters", "AKS docs, create-node-pools.md")
NODE_POD_PREFIX = Limit("pod range of each node under overlay, as a prefix length", 24, "bits", PODS_PER_NODE.source)
AUTHORIZED_RANGES = Limit(
    "authorised ranges of an API server", 200, "ranges", "AKS docs, api-server-authorized-ip-ranges.md"
)
AUTHORIZED_RANGES_VNET_INTEGRATION = Limit(
    "authorised ranges with API server VNet integration", 2000, "ranges", AUTHORIZED_RANGES.source
)
API_SERVER_SUBNET_PREFIX = Limit(
    "longest prefix of the API server's subnet", 28, "bits", "AKS docs, api-server-vnet-integration.md"
)
FEDERATED_CREDENTIALS = Limit(
    "federated credentials of a managed identity", 20, "credentials", "AKS docs, workload-identity-overview.md"
)
INFINIBAND_NODES = Limit(
    "nodes of an InfiniBand pool: one placement group", 100, "nodes", "field case F49 (Azure/AKS#1947)", False
)
PUT_BURST = Limit(
    "writes of one cluster or pool at once; then one a minute", 20, "requests", "AKS docs, quotas-skus-regions.md"
)

LIMITS: Mapping[str, Limit] = {
    limit.what: limit
    for limit in (
        NODE_POOLS,
        NODES_PER_POOL,
        NODES_FREE,
        NODES_STANDARD,
        PODS_PER_NODE,
        MIN_MAX_PODS,
        MIN_MAX_PODS_SYSTEM,
        PODS_OVERLAY,
        POOL_NAME_LENGTH,
        NODE_POD_PREFIX,
        AUTHORIZED_RANGES,
        AUTHORIZED_RANGES_VNET_INTEGRATION,
        API_SERVER_SUBNET_PREFIX,
        FEDERATED_CREDENTIALS,
        INFINIBAND_NODES,
        PUT_BURST,
    )
}


def nodes_per_cluster(tier: str) -> Limit:
    """The node limit of a cluster of a tier: Free, Standard or Premium."""
    return NODES_FREE if tier == "Free" else NODES_STANDARD


def why_too_many_nodes(tier: str, nodes: int) -> Problem | None:
    """Why AKS will not run so many nodes in one cluster, or None where it does."""
    limit = nodes_per_cluster(tier)
    if nodes <= limit.value:
        return None
    return Problem(
        f"the pools may have {nodes:,} nodes together, with the nodes that upgrades add, and AKS runs at most "
        f"{limit.value:,} in a cluster of the {tier} tier.",
        "Lower the maximum (scale.max, nodes) of some pools, or spread them over two clusters."
        if tier != "Free"
        else "Write tier: Standard, or lower the maximum (scale.max, nodes) of some pools.",
    )


def why_too_many_nodes_in_a_pool(nodes: int) -> Problem | None:
    """Why AKS will not run so many nodes in one pool, surge nodes included, or None where it does."""
    if nodes <= NODES_PER_POOL.value:
        return None
    return Problem(
        f"the pool may have {nodes:,} nodes with the surge nodes of an upgrade, and AKS runs at most "
        f"{NODES_PER_POOL.value:,} in one pool.",
        "Lower its maximum or its surge, or make a second pool.",
    )


def why_too_many_pools(pools: int) -> Problem | None:
    """Why AKS will not run so many pools in one cluster, or None where it does."""
    if pools <= NODE_POOLS.value:
        return None
    return Problem(
        f"the stack has {pools} node pools, and AKS runs at most {NODE_POOLS.value} in one cluster.",
        "Merge pools whose nodes are alike, or spread them over two clusters.",
    )
