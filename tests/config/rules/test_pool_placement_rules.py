"""Spot, zones, disks, upgrades and InfiniBand: each rule speaks at its place."""

import pytest
from pool_rule_cases import (
    ERROR,
    GROUP,
    IB,
    NOTE,
    WARNING,
    Case,
    Make,
    case_name,
    cpu,
    gpu,
    rules_of,
    speaks_at_its_place,
)

from aksgpu.config.rules.pools import pool_placement, pool_upgrades, rdma, spot_pools

SPEAKS: list[Case] = [
    (
        spot_pools.spot_pool_takes_no_upgrade_settings,
        gpu(spot={}, upgrade={"maxSurge": "33%"}),
        ERROR,
        "gpuPools.p.upgrade",
        "spot pool",
    ),
    (spot_pools.spot_price_is_possible, gpu(spot={"maxPrice": 0}), ERROR, "gpuPools.p.spot.maxPrice", "-1"),
    (spot_pools.spot_price_is_possible, gpu(spot={"maxPrice": 1.1234567}), ERROR, "gpuPools.p.spot.maxPrice", "five"),
    (
        spot_pools.evicted_nodes_are_deleted,
        gpu(spot={"evictionPolicy": "Deallocate"}),
        ERROR,
        "gpuPools.p.spot.evictionPolicy",
        "leftovers",
    ),
    (
        spot_pools.reserved_capacity_is_not_spot,
        gpu(spot={}, capacityReservationGroup=GROUP),
        ERROR,
        "gpuPools.p.capacityReservationGroup",
        "on-demand",
    ),
    (
        spot_pools.reserved_capacity_needs_an_identity,
        gpu(capacityReservationGroup=GROUP),
        NOTE,
        "gpuPools.p.capacityReservationGroup",
        "Contributor",
    ),
    (pool_placement.zones_are_named_once, gpu(zones=["1", "2", "1"]), ERROR, "gpuPools.p.zones[2]", "twice"),
    (pool_placement.gpu_pool_of_several_zones, gpu(zones=["1", "2"]), NOTE, "gpuPools.p.zones", "2 zones"),
    (
        pool_placement.ephemeral_disk_has_room,
        gpu(disk={"type": "Ephemeral", "sizeGib": 512}),
        ERROR,
        "gpuPools.p.disk.sizeGib",
        "176",
    ),
    (
        pool_placement.ephemeral_disk_has_room,
        cpu(vmSize="Standard_D8s_v5", disk={"type": "Ephemeral"}),
        ERROR,
        "cpuPools.p.disk.type",
        "none",
    ),
    (
        pool_placement.kubelet_disk_exists,
        cpu(vmSize="Standard_D8s_v5", disk={"kubelet": "Temporary"}),
        ERROR,
        "cpuPools.p.disk.kubelet",
        "none",
    ),
    (pool_placement.gpu_disk_holds_images, gpu(disk={"sizeGib": 64}), WARNING, "gpuPools.p.disk.sizeGib", "64"),
    (
        pool_upgrades.upgrade_can_move,
        gpu(upgrade={"maxSurge": "0%", "maxUnavailable": 0}),
        ERROR,
        "gpuPools.p.upgrade",
        "neither",
    ),
    (
        pool_upgrades.upgrade_goes_one_way,
        gpu(upgrade={"maxSurge": 1, "maxUnavailable": 1}),
        ERROR,
        "gpuPools.p.upgrade.maxUnavailable",
        "preview",
    ),
    (pool_upgrades.gpu_surge_needs_quota, gpu(upgrade={"maxSurge": 2}), NOTE, "gpuPools.p.upgrade.maxSurge", "8 vCPU"),
    (
        pool_upgrades.drain_outlasts_pods,
        gpu(upgrade={"drainTimeoutMinutes": 5}),
        WARNING,
        "gpuPools.p.upgrade.drainTimeoutMinutes",
        "600",
    ),
    (rdma.rdma_waits_for_the_network_operator, gpu(vmSize=IB, rdma=True), ERROR, "gpuPools.p.rdma", "Network Operator"),
    (rdma.rdma_waits_for_the_network_operator, gpu(rdma=True), ERROR, "gpuPools.p.rdma", "no InfiniBand"),
    (
        rdma.infiniband_is_not_used,
        gpu(vmSize=IB),
        NOTE,
        "gpuPools.p.vmSize",
        "RDMA not installed: NCCL uses TCP on eth0",
    ),
]
SEEN_ELSEWHERE = {"pods_have_addresses"}


@pytest.mark.parametrize("case", SPEAKS, ids=case_name)
def test_a_rule_speaks_at_its_place(subject: Make, case: Case) -> None:
    speaks_at_its_place(subject, case)


def test_every_rule_is_seen_to_speak() -> None:
    spoken = {rule.__name__ for rule, *_ in SPEAKS} | SEEN_ELSEWHERE
    assert rules_of(pool_placement, pool_upgrades, rdma, spot_pools) == spoken
