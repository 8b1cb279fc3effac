"""Which sets of MIG instances fit on one GPU together: a search over the places where each may start."""

from collections.abc import Iterator, Mapping
from functools import cache

from aksgpu.catalogue.mig_rows import MigGeometry, MigProfile, mig_geometries

Layout = Mapping[str, int]
"""Instances of one GPU by full profile name."""


def fits(geometry: MigGeometry, layout: Layout) -> bool:
    """Whether all instances of a layout find a place on one GPU together. Every name must be one of the GPU's."""
    counts = [(geometry.profiles[name], count) for name, count in layout.items() if count]
    if any(count > profile.max_instances for profile, count in counts):
        return False
    if slices_used(geometry, layout)[0] > geometry.compute_slices or media_conflict(layout):
        return False
    instances = [profile for profile, count in counts for _ in range(count)]
    instances.sort(key=lambda profile: (-profile.memory_slices, profile.name))
    return _place(instances, 0, taken=0, slots=geometry.memory_slices, not_before=0)


def _place(instances: list[MigProfile], index: int, taken: int, slots: int, not_before: int) -> bool:
    if index == len(instances):
        return True
    profile = instances[index]
    follows_equal = index > 0 and instances[index - 1].name == profile.name
    for start in profile.starts:
        if start + profile.memory_slices > slots or (follows_equal and start < not_before):
            continue
        wanted = ((1 << profile.memory_slices) - 1) << start
        if not taken & wanted and _place(instances, index + 1, taken | wanted, slots, start + 1):
            return True
    return False


def media_conflict(layout: Layout) -> bool:
    """Whether instances ask for media engines that others hold.

    One instance of a GPU may have +me. One with +me.all takes every engine, so all others must be -me.
    """
    held = {name: count for name, count in layout.items() if count and not name.endswith("-me")}
    if sum(count for name, count in held.items() if name.endswith("+me")) > 1:
        return True
    return any(name.endswith("+me.all") for name in held) and sum(held.values()) > 1


def slices_used(geometry: MigGeometry, layout: Layout) -> tuple[int, int]:
    """Compute slices and memory slices that a layout takes."""
    counts = [(geometry.profiles[name], count) for name, count in layout.items()]
    compute = sum(profile.compute_slices * count for profile, count in counts)
    return compute, sum(profile.memory_slices * count for profile, count in counts)


@cache
def fullest_layouts(product: str) -> tuple[Layout, ...]:
    """Every layout of plain profiles (no media variants) that takes no further instance, few pieces first."""
    geometry = mig_geometries()[product]
    names = [name for name, profile in geometry.profiles.items() if not profile.media]
    layouts = list(_all_layouts(geometry, names, {}))
    full = [layout for layout in layouts if not any(fits(geometry, _plus_one(layout, name)) for name in names)]
    return tuple(sorted(full, key=lambda layout: (sum(layout.values()), list(layout))))


def _all_layouts(geometry: MigGeometry, names: list[str], chosen: dict[str, int]) -> Iterator[dict[str, int]]:
    if not names:
        yield chosen
        return
    for count in range(geometry.profiles[names[-1]].max_instances + 1):
        more = {**chosen, names[-1]: count} if count else chosen
        if not fits(geometry, more):
            return
        yield from _all_layouts(geometry, names[:-1], more)


def _plus_one(layout: Layout, name: str) -> dict[str, int]:
    return {**layout, name: layout.get(name, 0) + 1}


def nearest_layouts(geometry: MigGeometry, layout: Layout, how_many: int = 3) -> tuple[Layout, ...]:
    """Full layouts that differ least from a wanted one, the nearest first. Unknown names and media are ignored."""
    wanted: dict[str, int] = {}
    for name, count in layout.items():
        plain = name.split("+")[0].removesuffix("-me")
        if plain in geometry.profiles:
            wanted[plain] = wanted.get(plain, 0) + count

    def distance(other: Layout) -> int:
        return sum(abs(other.get(name, 0) - wanted.get(name, 0)) for name in {*other, *wanted})

    return tuple(sorted(fullest_layouts(geometry.product), key=distance)[:how_many])
