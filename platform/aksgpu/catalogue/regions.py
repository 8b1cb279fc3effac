"""Azure regions of the public cloud, and which of them have availability zones."""

from dataclasses import dataclass

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of

SOURCE = "azure-docs, reliability/regions-list.md (2025-03-21); austriaeast and belgiumcentral from its page of 2026"


@dataclass(frozen=True, slots=True)
class Region:
    """One region by its short name."""

    name: str
    zones: bool
    """Whether it has availability zones. Not every VM size is in each of them."""

    restricted: bool
    """Whether Azure opens it on request only, as the second region of a country."""


_WITH_ZONES = """
    australiaeast austriaeast belgiumcentral brazilsouth canadacentral centralindia centralus eastasia eastus eastus2
    francecentral germanywestcentral indonesiacentral israelcentral italynorth japaneast japanwest koreacentral
    mexicocentral newzealandnorth northeurope norwayeast polandcentral qatarcentral southafricanorth southcentralus
    southeastasia spaincentral swedencentral switzerlandnorth uaenorth uksouth westeurope westus2 westus3
"""
_WITHOUT_ZONES = """
    australiacentral australiasoutheast canadaeast northcentralus southindia ukwest westcentralus westindia westus
"""
_RESTRICTED = """
    australiacentral2 brazilsoutheast francesouth germanynorth koreasouth norwaywest southafricawest swedensouth
    switzerlandwest uaecentral
"""

REGIONS = {
    region.name: region
    for region in (
        *(Region(name, True, False) for name in _WITH_ZONES.split()),
        *(Region(name, False, False) for name in _WITHOUT_ZONES.split()),
        *(Region(name, False, True) for name in _RESTRICTED.split()),
    )
}
"""Regions by short name. Azure opens new ones: a name that is not here may still be one."""


def region_note(name: str) -> str | None:
    """That the catalogue has no region of this name, with the nearest one. No error: Azure opens new regions."""
    if name in REGIONS:
        return None
    near = nearest(name, REGIONS)
    hint = f" If you meant {near}, write that." if near else ""
    return f"the catalogue does not know the Azure region {name}, so its zones were not checked.{hint}"


def why_no_zones(name: str) -> Problem | None:
    """Why pools of a region cannot name zones, or None where they can or the region is unknown."""
    region = REGIONS.get(name)
    if region is None or region.zones:
        return None
    near = [each for each in REGIONS if REGIONS[each].zones and each[:5] == name[:5]]
    other = f", or use a region that has some, such as {one_of(near[:3])}" if near else ""
    return Problem(
        f"the region {name} has no availability zones, so nodes cannot be put into one.", f"Leave zones out{other}."
    )
