"""Regions: every row, and the words about zones that are not there."""

import pytest

from aksgpu.catalogue.regions import REGIONS, Region, region_note, why_no_zones


@pytest.mark.parametrize("region", REGIONS.values(), ids=lambda region: region.name)
def test_row(region: Region) -> None:
    assert region.name.isalnum()
    assert region.name == region.name.lower()
    assert not (region.zones and region.restricted)
    assert region_note(region.name) is None
    assert (why_no_zones(region.name) is None) == region.zones


def test_how_many() -> None:
    assert (len(REGIONS), sum(region.zones for region in REGIONS.values())) == (54, 35)


def test_words() -> None:
    assert region_note("swedencentrl") == (
        "the catalogue does not know the Azure region swedencentrl, so its zones were not checked. "
        "If you meant swedencentral, write that."
    )
    assert why_no_zones("atlantis") is None
    problem = why_no_zones("westus")
    assert problem is not None
    assert problem.message == "the region westus has no availability zones, so nodes cannot be put into one."
    assert problem.remedy == "Leave zones out, or use a region that has some, such as westus2 or westus3."
