"""The MIG manager's config: every layout in use, by the name that pools carry as a label."""

from collections.abc import Mapping

from aksgpu.catalogue.gpus import gpu_model
from aksgpu.config.derived.gpu_division import layout_name, slices
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.gpu_pools import GpuPool

ALL_DISABLED = "all-disabled"
"""The layout of whole GPUs. The operator gives it to nodes without a layout, so it must always be there."""

STEM = "aksgpu-mig-layouts"
"""Not the operator's own default name: it makes and overwrites a ConfigMap of that one."""


def mig_pools(subject: Subject) -> Mapping[str, GpuPool]:
    """The pools whose GPUs the MIG manager divides, by name."""
    pools = subject.stack.gpu_pools.items()
    return {name: pool for name, pool in pools if name in subject.offers and pool.mig and pool.mig.layout}


def layouts(subject: Subject) -> Mapping[str, Mapping[str, int]]:
    """Every MIG layout of the stack by its name. Pools with equal layouts share one."""
    found: dict[str, Mapping[str, int]] = {}
    for name, pool in mig_pools(subject).items():
        model = subject.offers[name].gpu_model or ""
        divided = slices(pool, model)
        found[layout_name(model, divided)] = divided
    return dict(sorted(found.items()))


def mig_parted_config(subject: Subject) -> str:
    """The config file of the MIG manager (format v1 of NVIDIA/mig-parted, api/spec/v1/spec.go)."""
    lines = ["version: v1", "mig-configs:", f"  {ALL_DISABLED}:", "    - devices: all", "      mig-enabled: false"]
    for name, layout in layouts(subject).items():
        lines += [f'  "{name}":', "    - devices: all", "      mig-enabled: true", "      mig-devices:"]
        lines += [f'        "{profile}": {count}' for profile, count in sorted(layout.items())]
    return "\n".join(lines) + "\n"


def reboots(subject: Subject) -> tuple[str, ...]:
    """The divided pools whose nodes reboot for a change of MIG mode, by name.

    Ampere GPUs passed through to a VM may not take the new mode by a reset (field case F18; NVIDIA/gpu-operator#1606).
    """
    models = {name: gpu_model(subject.offers[name].gpu_model or "") for name in mig_pools(subject)}
    return tuple(name for name, model in models.items() if model is not None and model.architecture == "Ampere")
