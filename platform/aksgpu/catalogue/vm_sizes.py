"""Azure VM sizes with GPUs: their rows, and whether a pool of this platform may use each on a given day."""

import re
from dataclasses import dataclass
from datetime import date

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest_size, one_of
from aksgpu.catalogue.vm_size_rows import (
    FAMILY_RULES,
    FamilyRule,
    GpuVmSize,
    Verdict,
    family_rule,
    gpu_vm_size,
    gpu_vm_sizes,
)

__all__ = [
    "FAMILY_RULES",
    "FamilyRule",
    "GpuVmSize",
    "SizeJudgement",
    "Verdict",
    "family_rule",
    "gpu_vm_size",
    "gpu_vm_sizes",
    "judge_size",
    "looks_like_a_gpu_size",
    "why_not_a_gpu_size",
    "why_shape_is_needed",
]

_SHAPE = "family, vcpu, ramGib, gpuModel, gpuCount, gpuMemoryGb"


def looks_like_a_gpu_size(name: str) -> bool:
    """Whether Azure's naming says that a size has GPUs: its family letters are NC, ND, NG or NV, or NCC."""
    return re.fullmatch(r"(standard_)?n(cc?|d|g|v)[0-9].*", name, re.IGNORECASE) is not None


def why_not_a_gpu_size(name: str) -> Problem | None:
    """Why a name is no GPU size that the catalogue can use, or None where it has a row (whose verdict is apart)."""
    if gpu_vm_size(name):
        return None
    rule = family_rule(name)
    if rule:
        return Problem(f"{rule.reason}.", f"Use a size that works: {_suggestions(None)}.")
    near = nearest_size(name, gpu_vm_sizes())
    if near and near.casefold() in (name.casefold(), f"standard_{name}".casefold()):
        return Problem(f"the catalogue has no VM size {name}: it is spelled {near}.", f"Write {near}.")
    if not looks_like_a_gpu_size(name) and not near:
        return Problem(
            f"{name} is not a VM size with GPUs (those have names such as Standard_NC... or Standard_ND...).",
            "Put a pool without GPUs under cpuPools, or write shape beside vmSize if it has GPUs.",
        )
    return Problem(
        f"the catalogue has no VM size {name}, so it knows neither its GPUs nor its quota.",
        f"Did you mean {near}? If not, write shape beside vmSize ({_SHAPE})."
        if near
        else f"Write shape beside vmSize ({_SHAPE}), as `az vm list-skus` says.",
    )


@dataclass(frozen=True, slots=True)
class SizeJudgement:
    """What the catalogue says of one size on one day."""

    verdict: Verdict
    problem: Problem | None
    """Why it is refused or unconfirmed; None where it works."""

    warning: Problem | None
    """A retirement that is still to come."""

    notes: tuple[str, ...]
    """Lesser doubts and restrictions, as whole sentences."""


def judge_size(size: GpuVmSize, today: date) -> SizeJudgement:
    """One verdict for a size on a day. A retirement still to come is a warning, unless the row refuses the size."""
    if size.verdict == "refused" or (size.retires and today > size.retires):
        return SizeJudgement("refused", _refusal(size, today), None, size.doubts)
    warning = None
    if size.retires:
        warning = Problem(
            f"Azure retires {size.name} on {size.retires} and stops its VMs then.",
            f"Move to a size that stays: {_suggestions(size)}.",
        )
    if size.verdict == "unconfirmed":
        problem = Problem(
            f"{size.name} is unconfirmed. Not certain: {size.reason}.",
            "Find that out and write acceptUnconfirmed: true, or use a size that works: " + _suggestions(size) + ".",
        )
        return SizeJudgement("unconfirmed", problem, warning, size.doubts)
    return SizeJudgement("works", None, warning, size.doubts)


def _refusal(size: GpuVmSize, today: date) -> Problem:
    if size.reason:
        message = f"{size.name} is refused: {size.reason}."
    elif size.retires and today > size.retires:
        message = f"Azure retired {size.name} on {size.retires}: there are no VMs of this size any more."
    else:
        message = f"Azure retires {size.name} on {size.retires} and stops its VMs then, so no pool should start on it."
    return Problem(message, f"Use a size that works: {_suggestions(size)}.")


def _suggestions(size: GpuVmSize | None) -> str:
    """Sizes that work, with as many GPUs as this one has; one of each family."""
    count = size.gpu_count if size else 1
    by_family: dict[str, GpuVmSize] = {}
    for other in gpu_vm_sizes().values():
        if other.verdict == "works" and other.gpu_count == (count or 1):
            by_family.setdefault(other.family, other)
    return one_of(f"{other.name} ({other.gpu_count} x {other.gpu_model})" for other in by_family.values())


def why_shape_is_needed(size: GpuVmSize) -> Problem | None:
    """Why the stack file must give a size's shape although the catalogue has its name, or None where it need not."""
    if size.shape_known:
        return None
    return Problem(
        f"the catalogue has the name {size.name} but not its whole shape, which quotas and plans are made from.",
        f"Write shape beside vmSize ({_SHAPE}), as `az vm list-skus` says.",
    )
