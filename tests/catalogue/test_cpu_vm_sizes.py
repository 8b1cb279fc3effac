"""VM sizes without GPUs: every row, and which sizes a system pool may not have."""

import re

import pytest

from aksgpu.catalogue.cpu_vm_sizes import (
    CpuVmSize,
    cpu_size_warning,
    cpu_vm_size,
    cpu_vm_sizes,
    is_burstable,
    why_not_a_cpu_size,
    why_not_a_system_size,
)


@pytest.mark.parametrize("size", cpu_vm_sizes().values(), ids=lambda size: size.name)
def test_row(size: CpuVmSize) -> None:
    parts = re.fullmatch(r"Standard_([DEF])([0-9]+)(a?)(d?)s_v([256])", size.name)
    assert parts
    letter, vcpu, amd, disk, version = parts.groups()
    assert size.source
    assert size.vcpu == int(vcpu)
    assert size.series == f"{letter}{amd}{disk}sv{version}"
    assert size.quota_family.casefold() in (
        f"standard{letter}{amd}{disk}sv{version}family".casefold(),
        f"standard{letter}{amd}{disk}v{version}family".casefold(),
    )
    assert size.nvme == (version == "6")
    assert bool(size.temp_disk_gib) == (disk == "d" or letter == "F")
    expected = {"D": 4, "E": 8, "F": 2}[letter] * size.vcpu
    assert size.ram_gib == (672 if expected > 672 and letter == "E" else expected)
    assert (why_not_a_system_size(size.name) is None) == (size.vcpu >= 4)
    assert why_not_a_cpu_size(size.name) is None
    assert cpu_size_warning(size.name) is None


def test_the_default_system_size_is_there() -> None:
    size = cpu_vm_size("Standard_D4ds_v5")
    assert size is not None
    assert (size.vcpu, size.ram_gib, size.temp_disk_gib) == (4, 16, 150)
    assert size.quota_family == "standardDDSv5Family"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Standard_NC4as_T4_v3", "Standard_NC4as_T4_v3 has GPUs"),
        ("standard_nd96isr_h100_v5", "has GPUs"),
        ("Standard_B4ms", "Standard_B4ms is burstable (B family)"),
        ("Standard_B2as_v2", "burstable"),
        (
            "Standard_D2ds_v5",
            "Standard_D2ds_v5 has 2 vCPU and 8 GiB, and a system node needs at least 4 vCPU and 4 GiB.",
        ),
    ],
)
def test_sizes_that_no_system_pool_may_have(name: str, words: str) -> None:
    problem = why_not_a_system_size(name)
    assert problem is not None
    assert words in problem.message
    assert "Standard_D4ds_v5" in problem.remedy


def test_an_unknown_size_is_not_refused_for_a_system_pool() -> None:
    assert why_not_a_system_size("Standard_D8alds_v7") is None


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("standard_d8ds_v5", "Write Standard_D8ds_v5."),
        ("D8ds_v5", "Write Standard_D8ds_v5."),
        (
            "Standard_D8alds_v7",
            "Did you mean Standard_D8ads_v6? If not, give its family, vcpu and ramGib, as `az vm list-skus` says.",
        ),
        ("Standard_ZZZZ", "Give its family, vcpu and ramGib, as `az vm list-skus` says."),
        (
            "Standard_NC4as_T4_v3",
            "Put the pool under gpuPools, or write a size without GPUs such as Standard_D8ds_v5.",
        ),
    ],
)
def test_names_that_the_catalogue_lacks(name: str, remedy: str) -> None:
    problem = why_not_a_cpu_size(name)
    assert problem is not None
    assert name in problem.message
    assert problem.remedy == remedy


@pytest.mark.parametrize(
    ("name", "old"),
    [("Standard_DS2_v2", True), ("Standard_D4s_v3", True), ("Standard_D4_v3", True), ("Standard_D4s_v4", False)],
)
def test_old_families_get_a_warning(name: str, old: bool) -> None:
    assert (cpu_size_warning(name) is not None) == old


def test_only_the_b_family_is_burstable() -> None:
    assert is_burstable("Standard_B8als_v2")
    assert not is_burstable("Standard_DB8s_v5")
