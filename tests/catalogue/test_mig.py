"""MIG: every profile row, the placement search against a brute force of its own, and the words about misfits."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aksgpu.catalogue.gpus import GPU_MODELS, GpuModel
from aksgpu.catalogue.mig import (
    MigGeometry,
    MigProfile,
    aks_profile,
    fits,
    fullest_layouts,
    layout_text,
    mig_geometry,
    mig_notes,
    mig_profiles,
    resource_name,
    slices_used,
    why_aks_profile_does_not_fit,
    why_driver_too_old_for_mig,
    why_layout_does_not_fit,
)
from aksgpu.catalogue.mig_rows import mig_geometries

GEOMETRIES = mig_geometries()
ROWS = [(geometry, row) for geometry in GEOMETRIES.values() for row in geometry.profiles.values()]


@pytest.mark.parametrize("model", GPU_MODELS.values(), ids=lambda model: model.name)
def test_gpu_model(model: GpuModel) -> None:
    assert model.source
    assert 8 <= model.memory_gb <= 288
    assert model.mig_product is None or model.mig_product in GEOMETRIES
    if model.mig_documented_by_aks:
        assert model.mig_product
    if model.mig_product:
        largest = max(row.memory_gb for row in mig_profiles(model.name).values())
        assert 0 <= model.memory_gb - largest <= 12, "the largest instance is the whole GPU"


def test_there_are_a_hundred_profiles() -> None:
    assert len(ROWS) == 100


@pytest.mark.parametrize(("geometry", "row"), ROWS, ids=[f"{geo.product}-{row.name}" for geo, row in ROWS])
def test_profile(geometry: MigGeometry, row: MigProfile) -> None:
    assert re.fullmatch(rf"{row.compute_slices}g\.{row.memory_gb}gb{re.escape(row.media)}", row.name)
    assert row.source
    assert row.starts == tuple(sorted(set(row.starts)))
    assert row.starts[-1] + row.memory_slices <= geometry.memory_slices
    assert row.max_instances <= len(row.starts)
    assert fits(geometry, {row.name: row.max_instances})
    assert not fits(geometry, {row.name: row.max_instances + 1})
    assert len(resource_name(row.name, "mixed").split("/")[1]) <= 63
    assert re.fullmatch(r"nvidia\.com/mig-[a-z0-9.-]+", resource_name(row.name, "mixed"))
    assert resource_name(row.name, "single") == "nvidia.com/gpu"


# kubernetes.md 2.2: 3g+3g leaves no memory, a fourth 2g has nowhere to start, and so on.
SANE = [
    ({"3g": 2}, True),
    ({"3g": 2, "1g": 1}, False),
    ({"4g": 1, "3g": 1}, True),
    ({"4g": 1, "3g": 1, "1g": 1}, False),
    ({"4g": 1, "2g": 1, "1g": 1}, True),
    ({"3g": 1, "2g": 1, "1g": 2}, True),
    ({"2g": 3, "1g": 1}, True),
    ({"1g": 7}, True),
    ({"1g": 8}, False),
    ({"1gx2": 4}, True),
    ({"4g": 2}, False),
    ({"2g": 4}, False),
    ({"3g": 1, "2g": 2}, True),
    ({"7g": 1}, True),
    ({"7g": 1, "1g": 1}, False),
    ({"1g+me": 1, "1g": 6}, True),
    ({"1g+me": 1, "1g": 7}, False),
]
EIGHT_SLICES = [name for name in GPU_MODELS if (geo := mig_geometry(name)) and geo.memory_slices == 8]


def _named(geometry: MigGeometry, layout: Mapping[str, int]) -> dict[str, int]:
    """The sanity cases' short names as this GPU's: "1gx2" is the slice with twice the memory."""
    short = {
        f"{row.compute_slices}g{'x2' if row.memory_slices == 2 * row.compute_slices else ''}{row.media}": name
        for name, row in geometry.profiles.items()
    }
    return {short[name]: count for name, count in layout.items()}


@pytest.mark.parametrize("model", EIGHT_SLICES)
@pytest.mark.parametrize(("layout", "fit"), SANE, ids=[str(layout) for layout, _ in SANE])
def test_sanity_cases(model: str, layout: Mapping[str, int], fit: bool) -> None:
    geometry = mig_geometry(model)
    assert geometry
    named = _named(geometry, layout)
    assert (why_layout_does_not_fit(model, named) is None) == fit
    assert _brute_force(geometry, named) == fit


def _brute_force(geometry: MigGeometry, layout: Mapping[str, int]) -> bool:
    """Follow every choice of starts, in the order given, without the search's bit masks and shortcuts."""
    pieces = [geometry.profiles[name] for name, count in layout.items() for _ in range(count)]
    if sum(piece.compute_slices for piece in pieces) > geometry.compute_slices:
        return False
    if any(count > geometry.profiles[name].max_instances for name, count in layout.items()):
        return False
    media = [piece.media for piece in pieces]
    if media.count("+me") > 1 or ("+me.all" in media and len([one for one in media if one != "-me"]) > 1):
        return False
    occupied: set[frozenset[int]] = {frozenset()}
    for piece in pieces:
        places = [frozenset(range(start, start + piece.memory_slices)) for start in piece.starts]
        occupied = {taken | place for taken in occupied for place in places if not taken & place}
    return bool(occupied)


@given(st.data())
def test_placement_agrees_with_brute_force(data: st.DataObject) -> None:
    geometry = data.draw(st.sampled_from(list(GEOMETRIES.values())))
    names = data.draw(st.lists(st.sampled_from(list(geometry.profiles)), min_size=1, max_size=7))
    layout = {name: names.count(name) for name in names}
    assert fits(geometry, layout) == _brute_force(geometry, layout)


@pytest.mark.parametrize("product", GEOMETRIES)
def test_fullest_layouts_fit_and_take_nothing_more(product: str) -> None:
    geometry = GEOMETRIES[product]
    layouts = fullest_layouts(product)
    assert len(layouts) == (4 if geometry.memory_slices == 4 else 28)
    assert len({frozenset(layout.items()) for layout in layouts}) == len(layouts)
    for layout in layouts:
        assert fits(geometry, layout)
        plain = [name for name, row in geometry.profiles.items() if not row.media]
        assert not any(fits(geometry, {**layout, name: layout.get(name, 0) + 1}) for name in plain)


def test_slices_used() -> None:
    geometry = GEOMETRIES["A100/A800-80GB"]
    assert slices_used(geometry, {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}) == (7, 8)


def test_the_issues_layouts_fit() -> None:
    assert why_layout_does_not_fit("A100-PCIe-80GB", {"1g.10gb": 7}) is None
    assert why_layout_does_not_fit("A100-PCIe-80GB", {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}) is None


@pytest.mark.parametrize(
    ("model", "layout", "message", "remedy"),
    [
        (
            "H100-NVL",
            {"1g.10gb": 7},
            "the H100-NVL has no MIG profile 1g.10gb.",
            "Did you mean 1g.12gb? It offers 1g.12gb (7), 1g.12gb+me (1), 1g.24gb (4), 2g.24gb (3), 3g.47gb (2), "
            "4g.47gb (1), 7g.94gb (1); in brackets, how many one GPU holds at most.",
        ),
        (
            "A100-SXM-80GB",
            {"2g.20gb": 4},
            "one A100-SXM-80GB holds at most 3 of 2g.20gb, and the layout asks for 4.",
            "Write 2g.20gb: 3 or less; near it are {2g.20gb: 3, 1g.10gb: 1}, {2g.20gb: 3, 1g.20gb: 1} or "
            "{3g.40gb: 1, 2g.20gb: 2}.",
        ),
        (
            "A100-SXM-80GB",
            {"3g.40gb": 2, "1g.10gb": 1},
            "{3g.40gb: 2, 1g.10gb: 1} does not fit on one A100-SXM-80GB: it needs 9 memory slices of 8.",
            "Write a layout that fits; near it are {3g.40gb: 2}, {4g.40gb: 1, 3g.40gb: 1} or "
            "{3g.40gb: 1, 1g.20gb: 1, 1g.10gb: 2}.",
        ),
        (
            "A100-SXM-80GB",
            {},
            "a layout names at least one MIG instance: a GPU with MIG on and no instance offers nothing to pods.",
            "Write for example {7g.80gb: 1}, or leave mig out.",
        ),
        (
            "RTX-PRO-6000-BSE",
            {"1g.24gb+me.all": 1, "1g.24gb": 3},
            "{1g.24gb+me.all: 1, 1g.24gb: 3} cannot be made on one RTX-PRO-6000-BSE: an instance with +me.all takes "
            "every media engine, so each other instance must be one without (-me).",
            "Write {1g.24gb: 4}, or end the name of each other profile in -me.",
        ),
    ],
)
def test_words(model: str, layout: Mapping[str, int], message: str, remedy: str) -> None:
    problem = why_layout_does_not_fit(model, layout)
    assert problem is not None
    assert (problem.message, problem.remedy) == (message, remedy)


def test_slices_that_suffice_are_not_enough_where_no_arrangement_exists() -> None:
    def piece(name: str, slices: int, starts: tuple[int, ...]) -> MigProfile:
        return MigProfile(name, "", 1, slices, 1, 4, starts, "documented", "test")

    geometry = MigGeometry("test", 8, 8, "", {row.name: row for row in (piece("a", 4, (2,)), piece("b", 3, (0, 5)))})
    assert fits(geometry, {"a": 1})
    assert fits(geometry, {"b": 2})
    assert slices_used(geometry, {"a": 1, "b": 1}) == (2, 7)
    assert not fits(geometry, {"a": 1, "b": 1})


def test_media_engines() -> None:
    assert why_layout_does_not_fit("RTX-PRO-6000-BSE", {"1g.24gb+me.all": 1, "1g.24gb-me": 3}) is None
    assert why_layout_does_not_fit("RTX-PRO-6000-BSE", {"1g.24gb+me": 1, "1g.24gb": 3}) is None
    geometry = GEOMETRIES["A30-24GB"]
    assert not fits(geometry, {"1g.6gb+me": 1, "2g.12gb+me": 1})
    assert fits(geometry, {"1g.6gb+me": 1, "2g.12gb": 1, "1g.6gb": 1})


def test_models_without_mig_and_unknown_models() -> None:
    whole, unknown = why_layout_does_not_fit("T4", {"1g.5gb": 1}), why_layout_does_not_fit("B17", {"1g.5gb": 1})
    assert whole is not None
    assert whole.message == "the T4 has no MIG: it cannot be divided in hardware."
    assert unknown is not None
    assert unknown.message.startswith("the catalogue does not know the GPU model B17")


@pytest.mark.parametrize(
    ("model", "name", "profile", "count"),
    [
        ("A100-SXM-40GB", "MIG1g", "1g.5gb", 7),
        ("A100-SXM-40GB", "MIG2g", "2g.10gb", 3),
        ("A100-SXM-40GB", "MIG3g", "3g.20gb", 2),
        ("A100-SXM-40GB", "MIG4g", "4g.20gb", 1),
        ("A100-SXM-40GB", "MIG7g", "7g.40gb", 1),
        ("A100-PCIe-80GB", "MIG1g", "1g.10gb", 7),
        ("H100-NVL", "MIG1g", "1g.12gb", 7),
        ("RTX-PRO-6000-BSE", "MIG4g", "4g.96gb", 1),
    ],
)
def test_aks_profiles(model: str, name: str, profile: str, count: int) -> None:
    made = aks_profile(model, name)
    assert made is not None
    assert (made[0].name, made[1]) == (profile, count)
    assert why_aks_profile_does_not_fit(model, name) is None


def test_aks_profiles_that_do_not_exist() -> None:
    assert aks_profile("T4", "MIG1g") is None
    problem = why_aks_profile_does_not_fit("RTX-PRO-6000-BSE", "MIG7g")
    assert problem is not None
    assert problem.remedy == "Write MIG1g, MIG2g or MIG4g."
    assert why_aks_profile_does_not_fit("T4", "MIG1g") is not None


def test_drivers_too_old_for_mig() -> None:
    assert why_driver_too_old_for_mig("H100-NVL", "580.126.20") is None
    assert why_driver_too_old_for_mig("T4", "1.0") is None
    problem = why_driver_too_old_for_mig("GB300", "580.126.20")
    assert problem is not None
    assert problem.message == "MIG on the GB300 needs driver 595.58.03 or newer, and the driver is 580.126.20."


def test_layout_text_leaves_out_what_is_zero() -> None:
    assert layout_text({"3g.40gb": 1, "1g.10gb": 0, "2g.20gb": 2}) == "{3g.40gb: 1, 2g.20gb: 2}"


def test_notes_say_what_is_inferred() -> None:
    assert mig_notes("A100-SXM-80GB") == mig_notes("H100-SXM-80GB") == mig_notes("T4") == mig_notes("B17") == ()
    assert [note.split(" is ")[0] for note in mig_notes("H100-NVL")] == [
        "Where MIG instances of the H100-NVL may start"
    ]
    assert mig_notes("GB200")[0].startswith("A driver may report a GB200 as 189 GB")
