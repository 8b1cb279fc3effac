"""All rules about the cluster, its network and what holds for the whole stack."""

from aksgpu.config.rules.cluster import (
    access,
    address_plan,
    api_server,
    approvals,
    autoscaler,
    azure_ids,
    azure_monitor,
    cluster,
    compliance,
    network,
    node_room,
    system_pool,
    upgrades,
)

RULES = (
    *cluster.RULES,
    *network.RULES,
    *address_plan.RULES,
    *api_server.RULES,
    *access.RULES,
    *upgrades.RULES,
    *system_pool.RULES,
    *node_room.RULES,
    *autoscaler.RULES,
    *azure_monitor.RULES,
    *azure_ids.RULES,
    *compliance.RULES,
    *approvals.RULES,
)
