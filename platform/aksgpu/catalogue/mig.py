"""MIG for its readers: profiles, resource names, and the sentences about layouts that do not fit."""

import re
from collections.abc import Mapping

from aksgpu.catalogue.gpus import gpu_model
from aksgpu.catalogue.mig_layouts import Layout, fits, fullest_layouts, media_conflict, nearest_layouts, slices_used
from aksgpu.catalogue.mig_rows import (
    MigGeometry,
    MigProfile,
    Strategy,
    aks_profile,
    mig_geometry,
    mig_profiles,
    models_with_mig,
    resource_name,
)
from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of

__all__ = [
    "Layout",
    "MigGeometry",
    "MigProfile",
    "Strategy",
    "aks_profile",
    "fits",
    "fullest_layouts",
    "layout_text",
    "mig_geometry",
    "mig_notes",
    "mig_profiles",
    "models_with_mig",
    "nearest_profile",
    "offered_text",
    "resource_name",
    "slices_used",
    "why_aks_profile_does_not_fit",
    "why_driver_too_old_for_mig",
    "why_layout_does_not_fit",
    "why_no_mig",
]

_PROFILE = re.compile(r"([0-9]+)g\.([0-9]+)gb(.*)")


def layout_text(layout: Layout) -> str:
    """A layout as the stack file writes it: {3g.40gb: 1, 1g.10gb: 4}."""
    return "{" + ", ".join(f"{name}: {count}" for name, count in layout.items() if count) + "}"


def offered_text(gpu_model_name: str) -> str:
    """The profiles of a GPU model with the most that each GPU holds: "1g.10gb (7), 2g.20gb (3)"."""
    return ", ".join(f"{name} ({row.max_instances})" for name, row in mig_profiles(gpu_model_name).items())


def why_no_mig(gpu_model_name: str) -> Problem | None:
    """Why a GPU model cannot be divided, or None where it can."""
    if mig_geometry(gpu_model_name):
        return None
    if gpu_model(gpu_model_name) is None:
        return Problem(
            f"the catalogue does not know the GPU model {gpu_model_name}, so it does not know how that GPU divides.",
            "Leave mig out, or give the GPU model by its catalogue name: one of " + one_of(models_with_mig()) + ".",
        )
    return Problem(
        f"the {gpu_model_name} has no MIG: it cannot be divided in hardware.",
        "Leave mig out (timeSlicing lets pods take turns), or use a size with one of "
        + one_of(models_with_mig())
        + ".",
    )


def why_layout_does_not_fit(gpu_model_name: str, layout: Mapping[str, int]) -> Problem | None:
    """Why a set of MIG instances cannot be made on one GPU of a model, or None where it can.

    `layout` maps full profile names to counts, for example {"3g.40gb": 1, "1g.10gb": 4}.
    """
    geometry = mig_geometry(gpu_model_name)
    if geometry is None:
        return why_no_mig(gpu_model_name)
    if not any(layout.values()) or any(count < 0 for count in layout.values()):
        return Problem(
            "a layout names at least one MIG instance: a GPU with MIG on and no instance offers nothing to pods.",
            f"Write for example {layout_text(nearest_layouts(geometry, {}, 1)[0])}, or leave mig out.",
        )
    for name in layout:
        if name not in geometry.profiles:
            return _unknown_profile(gpu_model_name, name)
    for name, count in layout.items():
        most = geometry.profiles[name].max_instances
        if count > most:
            return Problem(
                f"one {gpu_model_name} holds at most {most} of {name}, and the layout asks for {count}.",
                f"Write {name}: {most} or less{_suggestions(geometry, layout)}",
            )
    if media_conflict(layout):
        return _media_problem(gpu_model_name, geometry, layout)
    return None if fits(geometry, layout) else _does_not_fit(gpu_model_name, geometry, layout)


def _unknown_profile(gpu_model_name: str, name: str) -> Problem:
    near = nearest_profile(gpu_model_name, name)
    hint = f"Did you mean {near}? " if near else ""
    return Problem(
        f"the {gpu_model_name} has no MIG profile {name}.",
        f"{hint}It offers {offered_text(gpu_model_name)}; in brackets, how many one GPU holds at most.",
    )


def nearest_profile(gpu_model_name: str, name: str) -> str | None:
    """The profile of this GPU nearest to a name: as many compute slices, then the same ending, then the memory."""
    profiles = mig_profiles(gpu_model_name)
    parts = _PROFILE.fullmatch(name)
    same_slices = [row for row in profiles.values() if parts and str(row.compute_slices) == parts[1]]
    if not parts or not same_slices:
        return nearest(name, profiles)
    memory, media = int(parts[2]), parts[3]
    return min(same_slices, key=lambda row: (row.media != media, bool(row.media), abs(row.memory_gb - memory))).name


def _media_problem(gpu_model_name: str, geometry: MigGeometry, layout: Layout) -> Problem:
    plain: dict[str, int] = {}
    for name, count in layout.items():
        bare = name.split("+")[0]
        plain[bare] = plain.get(bare, 0) + count
    written = f"Write {layout_text(plain)}" if fits(geometry, plain) else "Write the profiles without +me"
    if any(name.endswith("+me.all") and count for name, count in layout.items()):
        return Problem(
            f"{layout_text(layout)} cannot be made on one {gpu_model_name}: an instance with +me.all takes every media "
            "engine, so each other instance must be one without (-me).",
            f"{written}, or end the name of each other profile in -me.",
        )
    return Problem(
        f"{layout_text(layout)} cannot be made on one {gpu_model_name}: only one instance of a GPU can have +me.",
        f"{written}, or keep +me on one instance.",
    )


def _does_not_fit(gpu_model_name: str, geometry: MigGeometry, layout: Layout) -> Problem:
    compute, memory = slices_used(geometry, layout)
    over: list[str] = []
    if compute > geometry.compute_slices:
        over.append(f"{compute} compute slices of {geometry.compute_slices}")
    if memory > geometry.memory_slices:
        over.append(f"{memory} memory slices of {geometry.memory_slices}")
    reason = (
        f"it needs {' and '.join(over)}"
        if over
        else "larger instances start only at certain slices, and no arrangement leaves room for all"
    )
    return Problem(
        f"{layout_text(layout)} does not fit on one {gpu_model_name}: {reason}.",
        f"Write a layout that fits{_suggestions(geometry, layout)}",
    )


def _suggestions(geometry: MigGeometry, layout: Layout) -> str:
    return "; near it are " + one_of(layout_text(one) for one in nearest_layouts(geometry, layout)) + "."


def mig_notes(gpu_model_name: str) -> tuple[str, ...]:
    """What is not certain about dividing this GPU model, as whole sentences; none where all of it is documented."""
    model, geometry = gpu_model(gpu_model_name), mig_geometry(gpu_model_name)
    if model is None or geometry is None:
        return ()
    inferred = (
        f"Where MIG instances of the {gpu_model_name} may start is inferred from the A100, which NVIDIA documents: "
        "the MIG manager has the last word on a layout."
        if any(row.placement_basis == "inferred" for row in geometry.profiles.values())
        else ""
    )
    return tuple(note for note in (model.mig_doubt, inferred) if note)


def why_aks_profile_does_not_fit(gpu_model_name: str, name: str) -> Problem | None:
    """Why AKS's `gpuInstanceProfile` makes nothing on this GPU model, or None where it works."""
    if mig_geometry(gpu_model_name) is None:
        return why_no_mig(gpu_model_name)
    if aks_profile(gpu_model_name, name):
        return None
    valid = [each for each in ("MIG1g", "MIG2g", "MIG3g", "MIG4g", "MIG7g") if aks_profile(gpu_model_name, each)]
    return Problem(f"the {gpu_model_name} does not divide into {name}.", f"Write {one_of(valid)}.")


def why_driver_too_old_for_mig(gpu_model_name: str, driver_version: str) -> Problem | None:
    """Why a driver version cannot divide this GPU, or None where it can or nothing is known."""
    geometry = mig_geometry(gpu_model_name)
    if geometry is None or not geometry.min_driver:
        return None
    if _numbers(driver_version) >= _numbers(geometry.min_driver):
        return None
    return Problem(
        f"MIG on the {gpu_model_name} needs driver {geometry.min_driver} or newer, and the driver is {driver_version}.",
        f"Write gpuSoftware.operator.driverVersion with {geometry.min_driver} or newer, or leave mig out.",
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
