"""Rules about MIG: who divides the GPUs, whether the layout exists, and what the autoscaler makes of it."""

from collections.abc import Iterator

from aksgpu.catalogue.gpus import gpu_model
from aksgpu.catalogue.mig import (
    mig_geometry,
    offered_text,
    why_aks_profile_does_not_fit,
    why_driver_too_old_for_mig,
    why_layout_does_not_fit,
)
from aksgpu.config.derived.gpu_software_release import driver_version
from aksgpu.config.derived.pool_shapes import gpu_pool_shape
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.rules.pools.each_pool import gpu_pools

_TRY = "Try the layout on one node before a team relies on it."


def _divided(subject: Subject) -> Iterator[tuple[Path, str, GpuPool, str]]:
    """Pools that ask for MIG on a known shape: path, name, pool, GPU model."""
    for path, name, pool in gpu_pools(subject):
        shape = gpu_pool_shape(pool)
        if pool.mig is not None and shape is not None and shape.gpu_model is not None:
            yield path, name, pool, shape.gpu_model


def mig_has_one_owner(subject: Subject) -> Iterator[Finding]:
    """Exactly one of `layout` and `aksProfile` divides the GPUs (field case F14)."""
    for path, name, pool in gpu_pools(subject):
        if pool.mig is None:
            continue
        if pool.mig.layout is not None and pool.mig.aks_profile is not None:
            yield error(
                (*path, "mig", "aksProfile"),
                f"{name} has both mig.layout and mig.aksProfile, and both would divide the same GPUs.",
                "Take aksProfile out: the GPU Operator's MIG manager sets the layout.",
            )
        elif pool.mig.layout is None and pool.mig.aks_profile is None:
            yield error(
                (*path, "mig"),
                f"{name} asks for MIG without saying how its GPUs are divided.",
                "Write for example layout: {1g.10gb: 7}, or take mig out.",
            )


def aks_profile_needs_aks_driver(subject: Subject) -> Iterator[Finding]:
    """AKS divides GPUs only where it installs the driver."""
    if subject.stack.gpu_software.driver_owner != "operator":
        return
    for path, name, pool in gpu_pools(subject):
        if pool.mig is not None and pool.mig.aks_profile is not None:
            yield error(
                (*path, "mig", "aksProfile"),
                f"{name} lets AKS divide its GPUs, and AKS does that only with its own driver. Here the GPU Operator "
                "installs the driver (gpuSoftware.driverOwner).",
                "Write mig.layout with full profile names instead, for example layout: {1g.10gb: 7}.",
            )


def mig_layout_fits_gpu(subject: Subject) -> Iterator[Finding]:
    """The layout exists on the pool's GPU (field case F16)."""
    for path, _, pool, model in _divided(subject):
        if pool.mig is None or pool.mig.layout is None:
            continue
        problem = why_layout_does_not_fit(model, pool.mig.layout)
        if problem is not None:
            yield error((*path, "mig", "layout"), problem.message, problem.remedy)


def aks_profile_fits_gpu(subject: Subject) -> Iterator[Finding]:
    """The profile of AKS exists on the pool's GPU."""
    for path, _, pool, model in _divided(subject):
        if pool.mig is None or pool.mig.aks_profile is None:
            continue
        problem = why_aks_profile_does_not_fit(model, pool.mig.aks_profile)
        if problem is not None:
            yield error((*path, "mig", "aksProfile"), problem.message, problem.remedy)


def mig_is_certain(subject: Subject) -> Iterator[Finding]:
    """What AKS does not document, or NVIDIA does not state, about MIG on a GPU."""
    for path, _, pool, model in _divided(subject):
        row, geometry = gpu_model(model), mig_geometry(model)
        if row is None or geometry is None or pool.mig is None:
            continue
        if row.mig_doubt:
            yield note((*path, "mig"), row.mig_doubt, _TRY)
        elif not row.mig_documented_by_aks:
            text = f"AKS documents MIG for A100, H100 and H200 only, and this pool has {model}."
            yield note((*path, "mig"), text, _TRY)
        layout = pool.mig.layout or {}
        if len(layout) > 1 and any(_is_inferred(model, name) for name in layout):
            yield note(
                (*path, "mig", "layout"),
                f"that these profiles fit on one {model} together follows from the A100's rules: NVIDIA has not "
                f"written down which ones do on this GPU. It offers {offered_text(model)}; in brackets, how many one "
                "GPU holds at most.",
                _TRY,
            )


def _is_inferred(model: str, profile: str) -> bool:
    geometry = mig_geometry(model)
    row = geometry.profiles.get(profile) if geometry else None
    return row is not None and row.placement_basis == "inferred"


def mig_needs_a_recent_driver(subject: Subject) -> Iterator[Finding]:
    """Each GPU divides from some driver version on."""
    version = driver_version(subject.stack)
    for path, _, pool, model in _divided(subject):
        problem = why_driver_too_old_for_mig(model, version) if version else None
        if problem is not None and pool.mig is not None:
            yield error((*path, "mig"), problem.message, problem.remedy)


def ampere_reboots_for_mig(subject: Subject) -> Iterator[Finding]:
    """A change of MIG mode may need a reboot on Ampere, so the MIG manager may reboot nodes (field case F18)."""
    for path, name, pool, model in _divided(subject):
        row = gpu_model(model)
        if row is not None and row.architecture == "Ampere" and pool.mig is not None and pool.mig.layout is not None:
            yield note(
                (*path, "mig", "layout"),
                f"the MIG manager reboots a node of {name} when its GPUs enter or leave MIG mode. Drain nodes before "
                "you change the layout.",
            )
