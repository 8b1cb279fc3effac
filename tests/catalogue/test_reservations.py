"""AKS's reservations: the documented table and examples, and what holds between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aksgpu.catalogue.cpu_vm_sizes import cpu_vm_sizes
from aksgpu.catalogue.reservations import memory_of_node_mib, reserved_cpu_millicores, reserved_memory_mib
from aksgpu.catalogue.vm_sizes import gpu_vm_sizes


@pytest.mark.parametrize(
    ("vcpu", "millicores"),
    [(1, 60), (2, 100), (4, 140), (8, 180), (16, 260), (32, 420), (64, 740), (24, 340), (40, 500), (96, 1060)],
)
def test_cpu(vcpu: int, millicores: int) -> None:
    assert reserved_cpu_millicores(vcpu) == millicores


@pytest.mark.parametrize(
    ("ram_gib", "max_pods", "mib"),
    [
        (8, 30, 650 + 100),  # the page's first example
        (4, 70, 1024 + 100),  # its second: a quarter of the memory is less
        (220, 110, 2250 + 100),
    ],
)
def test_memory(ram_gib: int, max_pods: int, mib: int) -> None:
    assert reserved_memory_mib(ram_gib, max_pods) == mib


@given(st.integers(1, 400))
def test_more_cpus_reserve_more_and_never_most(vcpu: int) -> None:
    assert reserved_cpu_millicores(vcpu) <= reserved_cpu_millicores(vcpu + 1)
    assert 0 < reserved_cpu_millicores(vcpu) < 1000 * vcpu / 8


def test_every_size_of_the_catalogue_leaves_most_of_itself() -> None:
    for size in (*gpu_vm_sizes().values(), *cpu_vm_sizes().values()):
        left = memory_of_node_mib(size.ram_gib) - reserved_memory_mib(size.ram_gib, 110)
        assert left > 1024 * size.ram_gib * 0.55, size.name
