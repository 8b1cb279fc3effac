"""What nodes leave to pods, worked out by hand for two sizes."""

import pytest

from aksgpu.config.derived.allocatable import allocatable
from aksgpu.config.derived.pool_shapes import NodeShape


@pytest.mark.parametrize(
    ("vcpu", "ram_gib", "max_pods", "cpu", "memory"),
    [
        # 4000 - 140 - 600; 28 GiB less 7.5 % less 20 * 110 + 50 less 100 less 1536
        (4, 28, 110, 3260, 26_521 - 2250 - 100 - 1536),
        # 64 vCPU is the last row of AKS's table: 740
        (64, 440, 30, 64_000 - 740 - 600, 416_768 - 650 - 100 - 1536),
        # a quarter of the memory is less than what 250 pods would reserve
        (2, 4, 250, 2000 - 100 - 600, 3788 - 1024 - 100 - 1536),
    ],
)
def test_by_hand(vcpu: int, ram_gib: int, max_pods: int, cpu: int, memory: int) -> None:
    assert allocatable(NodeShape("family", vcpu, ram_gib), max_pods) == (cpu, memory)


def test_never_below_nothing() -> None:
    assert allocatable(NodeShape("family", 1, 1), 250) == (340, 0)
