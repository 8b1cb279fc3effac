"""AKS's own MIG profile of a pool."""

from collections.abc import Iterator

from aksgpu.catalogue.mig import why_aks_profile_does_not_fit
from aksgpu.catalogue.vm_sizes import gpu_vm_size, looks_like_a_gpu_size, why_not_a_gpu_size
from aksgpu_policies.kinds import AGENT_POOL
from aksgpu_policies.reading import first_unknown, read, unknowns
from aksgpu_policies.resource import Resource
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation


@rule(
    "aks-mig-profile-fits",
    "A pool's gpuInstanceProfile is one into which its GPU divides, and AKS installs the driver that divides it.",
    AGENT_POOL,
    severity="high",
)
def aks_mig_profile_fits(pool: Resource) -> Iterator[Finding]:
    """Layouts that the MIG manager makes are labels, and no business of this rule."""
    profile = read(pool.inputs, "gpuInstanceProfile")
    if profile is None:
        return
    if read(pool.inputs, "gpuProfile.driver") == "None":
        yield Violation(
            "gpuInstanceProfile is applied by the driver that AKS installs, and this pool has gpuProfile.driver: None.",
            "Leave gpuInstanceProfile out and let the MIG manager divide the GPUs, or write driver: Install.",
        )
    yield from unknowns(pool.inputs, "gpuProfile.driver")
    size = read(pool.inputs, "vmSize")
    if first_unknown(profile, size):
        yield from unknowns(pool.inputs, "vmSize", "gpuInstanceProfile")
        return
    row = gpu_vm_size(str(size))
    if row is not None:
        problem = why_aks_profile_does_not_fit(row.gpu_model, str(profile))
    elif looks_like_a_gpu_size(str(size)):
        yield CouldNotJudge(f"The catalogue has no VM size {size}, so whether its GPU divides is not known.")
        return
    else:
        problem = why_not_a_gpu_size(str(size))
    if problem is not None:
        yield Violation.of(problem)
