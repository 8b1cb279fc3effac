"""API server VNet integration: the API server gets an address in a subnet of one's own."""

from aksgpu.catalogue.problem import Problem

REGIONS_WITHOUT = frozenset({"qatarcentral"})
"""AKS docs, api-server-vnet-integration.md (2026-08-21)."""


def why_no_vnet_integration(region: str) -> Problem | None:
    """Why a cluster in this region cannot have it, or None where nothing is known against it."""
    if region not in REGIONS_WITHOUT:
        return None
    return Problem(
        f"AKS does not put API servers into a subnet (API server VNet integration) in {region}.",
        "Leave subnetPrefix out.",
    )
