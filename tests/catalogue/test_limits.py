"""Limits of AKS: every row, and the words where one is exceeded."""

import pytest

from aksgpu.catalogue.limits import (
    LIMITS,
    Limit,
    nodes_per_cluster,
    why_too_many_nodes,
    why_too_many_nodes_in_a_pool,
    why_too_many_pools,
)


@pytest.mark.parametrize("limit", LIMITS.values(), ids=lambda limit: limit.what)
def test_row(limit: Limit) -> None:
    assert limit.value > 0
    assert limit.unit
    assert limit.source


def test_what_is_not_confirmed() -> None:
    assert {limit.what for limit in LIMITS.values() if not limit.confirmed} == {
        "node pools of a cluster",
        "nodes of an InfiniBand pool: one placement group",
    }


@pytest.mark.parametrize(("tier", "most"), [("Free", 1000), ("Standard", 5000), ("Premium", 5000)])
def test_nodes_of_a_cluster(tier: str, most: int) -> None:
    assert nodes_per_cluster(tier).value == most
    assert why_too_many_nodes(tier, most) is None
    problem = why_too_many_nodes(tier, most + 1)
    assert problem is not None
    assert f"AKS runs at most {most:,} in a cluster of the {tier} tier." in problem.message
    assert ("tier: Standard" in problem.remedy) == (tier == "Free")


def test_nodes_of_a_pool_and_pools_of_a_cluster() -> None:
    assert why_too_many_nodes_in_a_pool(1000) is None
    pool = why_too_many_nodes_in_a_pool(1001)
    assert pool is not None
    assert pool.message.startswith("the pool may have 1,001 nodes")
    assert why_too_many_pools(100) is None
    pools = why_too_many_pools(101)
    assert pools is not None
    assert pools.message == "the stack has 101 node pools, and AKS runs at most 100 in one cluster."
