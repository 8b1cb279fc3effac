"""GPU VM sizes: every row, one verdict each, and the words about sizes that do not work."""

import re
from dataclasses import replace
from datetime import date

import pytest

from aksgpu.catalogue.gpus import GPU_MODELS
from aksgpu.catalogue.vm_sizes import (
    FAMILY_RULES,
    GpuVmSize,
    family_rule,
    gpu_vm_size,
    gpu_vm_sizes,
    judge_size,
    looks_like_a_gpu_size,
    why_not_a_gpu_size,
    why_shape_is_needed,
)

TODAY = date(2026, 12, 1)
SIZES = gpu_vm_sizes()

VERDICTS = {
    # T4, A100 PCIe, H100 NVL, and the SXM machines
    "Standard_NC4as_T4_v3": "works",
    "Standard_NC8as_T4_v3": "works",
    "Standard_NC16as_T4_v3": "works",
    "Standard_NC64as_T4_v3": "works",
    "Standard_NC24ads_A100_v4": "works",
    "Standard_NC48ads_A100_v4": "works",
    "Standard_NC96ads_A100_v4": "works",
    "Standard_NC40ads_H100_v5": "works",
    "Standard_NC80adis_H100_v5": "works",
    "Standard_ND96asr_v4": "works",
    "Standard_ND96amsr_A100_v4": "works",
    "Standard_ND96isr_H100_v5": "works",
    "Standard_ND96isr_H200_v5": "works",
    # AKS itself unconfirmed
    "Standard_NCC40ads_H100_v5": "unconfirmed",
    "Standard_ND40rs_v2": "unconfirmed",
    "Standard_ND128isr_NDR_GB200_v6": "unconfirmed",
    "Standard_ND128isr_GB300_v6": "unconfirmed",
    "Standard_ND128isrG5_GB300_v6": "unconfirmed",
    # GRID driver
    "Standard_NV6ads_A10_v5": "unconfirmed",
    "Standard_NV12ads_A10_v5": "unconfirmed",
    "Standard_NV18ads_A10_v5": "unconfirmed",
    "Standard_NV36ads_A10_v5": "unconfirmed",
    "Standard_NV36adms_A10_v5": "unconfirmed",
    "Standard_NV72ads_A10_v5": "unconfirmed",
    "Standard_NC8ads_A10_v4": "unconfirmed",
    "Standard_NC16ads_A10_v4": "unconfirmed",
    "Standard_NC32ads_A10_v4": "unconfirmed",
    "Standard_NC128ds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    "Standard_NC256ds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    "Standard_NC320ds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    "Standard_NC128lds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    "Standard_NC256lds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    "Standard_NC320lds_xl_RTXPRO6000BSE_v6": "unconfirmed",
    # Retired, retiring and not offered, AMD
    "Standard_NC6s_v3": "refused",
    "Standard_NC12s_v3": "refused",
    "Standard_NC24s_v3": "refused",
    "Standard_NC24rs_v3": "refused",
    "Standard_NV12s_v3": "refused",
    "Standard_NV24s_v3": "refused",
    "Standard_NV48s_v3": "refused",
    "Standard_ND96isr_MI300X_v5": "refused",
}
FAMILY_VERDICTS = {"Standard_NV*as_v4": "refused", "Standard_NV*ads_V710_v5": "refused"}


def test_the_verdict_of_every_row() -> None:
    assert {name: judge_size(size, TODAY).verdict for name, size in SIZES.items()} == VERDICTS
    assert {rule.example: rule.verdict for rule in FAMILY_RULES} == FAMILY_VERDICTS
    assert (len(SIZES), len(FAMILY_RULES)) == (41, 2)


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda size: size.name)
def test_row(size: GpuVmSize) -> None:
    assert re.fullmatch(r"Standard_N(C|CC|D|V)[0-9]+\w+_v[2-6]", size.name)
    assert looks_like_a_gpu_size(size.name)
    assert size.source
    assert size.quota_family.endswith("Family")
    assert size.quota_family_source
    assert size.gpu_model in GPU_MODELS
    assert GPU_MODELS[size.gpu_model].vendor == ("amd" if size.driver_flavour == "amd" else "nvidia")
    digits = re.search(r"[0-9]+", size.name)
    assert digits
    if size.vcpu:
        assert size.vcpu == int(digits[0])
    if size.shape_known:
        assert size.gpu_count in {1, 2, 4, 8}
        assert size.ram_gib >= 2 * size.vcpu
        whole = GPU_MODELS[size.gpu_model].memory_gb
        above, below = (int(part) for part in f"{size.gpu_fraction}/1".split("/")[:2])
        assert size.gpu_memory_gb == whole * above // below
    if size.verdict == "works":
        assert size.shape_known
        assert size.driver_flavour == "cuda"
        assert size.infiniband == ("r" in re.sub(r"_.*", "", size.name.removeprefix("Standard_")))
    if size.verdict == "unconfirmed":
        assert size.reason
    assert not size.reason.endswith(".")
    assert all(doubt.endswith(".") for doubt in size.doubts)
    assert size.local_nvme_disks or not size.local_nvme_gib


@pytest.mark.parametrize("size", SIZES.values(), ids=lambda size: size.name)
@pytest.mark.parametrize("today", [date(2025, 9, 30), date(2026, 9, 30), date(2026, 10, 1)])
def test_a_verdict_has_its_words(size: GpuVmSize, today: date) -> None:
    judgement = judge_size(size, today)
    assert (judgement.problem is None) == (judgement.verdict == "works")
    assert why_not_a_gpu_size(size.name) is None
    if judgement.problem:
        assert size.name in judgement.problem.message
        assert "Standard_NC" in judgement.problem.remedy or "Standard_ND" in judgement.problem.remedy


def _size(name: str) -> GpuVmSize:
    size = gpu_vm_size(name)
    assert size is not None
    return size


def _refusal(name: str, today: date) -> str:
    problem = judge_size(_size(name), today).problem
    assert problem is not None
    return problem.message


def test_words_of_the_verdicts() -> None:
    assert _refusal("Standard_NC6s_v3", TODAY) == (
        "Azure retired Standard_NC6s_v3 on 2025-09-30: there are no VMs of this size any more."
    )
    assert _refusal("Standard_NV12s_v3", date(2026, 9, 30)) == (
        "Azure retires Standard_NV12s_v3 on 2026-09-30 and stops its VMs then, so no pool should start on it."
    )
    assert "AMD GPU Operator" in _refusal("Standard_ND96isr_MI300X_v5", TODAY)
    assert _refusal("Standard_NV36ads_A10_v5", TODAY) == (
        "Standard_NV36ads_A10_v5 is unconfirmed. Not certain: whether the GPU Operator can drive it, since it needs "
        "NVIDIA's vGPU guest driver (GRID)."
    )
    problem = judge_size(_size("Standard_NV72ads_A10_v5"), TODAY).problem
    assert problem is not None
    assert problem.remedy == (
        "Find that out and write acceptUnconfirmed: true, or use a size that works: Standard_NC48ads_A100_v4 "
        "(2 x A100-PCIe-80GB) or Standard_NC80adis_H100_v5 (2 x H100-NVL)."
    )


def test_a_coming_retirement_of_a_size_on_offer_is_a_warning() -> None:
    size = replace(_size("Standard_NC4as_T4_v3"), retires=date(2027, 1, 31))
    before, after = judge_size(size, date(2027, 1, 31)), judge_size(size, date(2027, 2, 1))
    assert before.verdict == "works"
    assert before.warning is not None
    assert before.warning.message == "Azure retires Standard_NC4as_T4_v3 on 2027-01-31 and stops its VMs then."
    assert after.verdict == "refused"


def test_doubts_of_a_size_that_works_are_notes() -> None:
    judgement = judge_size(_size("Standard_NC80adis_H100_v5"), TODAY)
    assert judgement.verdict == "works"
    assert any("Standard_NC80ads_H100_v5" in note for note in judgement.notes)


@pytest.mark.parametrize(
    ("name", "message", "remedy"),
    [
        (
            "standard_nc4as_t4_v3",
            "the catalogue has no VM size standard_nc4as_t4_v3: it is spelled Standard_NC4as_T4_v3.",
            "Write Standard_NC4as_T4_v3.",
        ),
        (
            "NC40ads_H100_v5",
            "the catalogue has no VM size NC40ads_H100_v5: it is spelled Standard_NC40ads_H100_v5.",
            "Write Standard_NC40ads_H100_v5.",
        ),
        (
            "Standard_NC80ads_H100_v5",
            "the catalogue has no VM size Standard_NC80ads_H100_v5, so it knows neither its GPUs nor its quota.",
            "Did you mean Standard_NC80adis_H100_v5? If not, write shape beside vmSize (family, vcpu, ramGib, "
            "gpuModel, gpuCount, gpuMemoryGb).",
        ),
        (
            "Standard_D8ds_v5",
            "Standard_D8ds_v5 is not a VM size with GPUs (those have names such as Standard_NC... or Standard_ND...).",
            "Put a pool without GPUs under cpuPools, or write shape beside vmSize if it has GPUs.",
        ),
        (
            "Standard_NV8as_v4",
            "AKS never took sizes of the NVv4 family: their GPUs are AMD's MI25, and Azure retires them on 2026-09-30.",
            None,
        ),
        (
            "Standard_NV4ads_V710_v5",
            "the GPUs of the NVadsV710_v5 family are AMD's Radeon V710, which neither AKS nor the GPU Operator drives.",
            None,
        ),
    ],
)
def test_words_about_names(name: str, message: str, remedy: str | None) -> None:
    problem = why_not_a_gpu_size(name)
    assert problem is not None
    assert problem.message == message
    if remedy:
        assert problem.remedy == remedy


@pytest.mark.parametrize("name", ["", "x" * 300, "Standard_", "Größe", "Standard_NV*as_v4"])
def test_nonsense_gets_a_plain_answer(name: str) -> None:
    assert why_not_a_gpu_size(name) is not None
    assert family_rule(name) is None


def test_shapes_that_the_stack_must_give() -> None:
    unknown = [name for name, size in SIZES.items() if why_shape_is_needed(size)]
    assert unknown == [f"Standard_NC{n}ads_A10_v4" for n in (8, 16, 32)]
