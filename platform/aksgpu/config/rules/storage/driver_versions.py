"""What to do where a storage driver of the cluster cannot do something: it is too old, or switched off."""

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.storage_drivers import DriverFeature, why_feature_is_missing
from aksgpu.config.derived.subject import Subject


def why_driver_is_too_old(subject: Subject, feature: DriverFeature) -> Problem | None:
    """Why this cluster's driver lacks a feature, or None where it has it. A version written here upgrades ours only."""
    problem = why_feature_is_missing(feature, subject.facts.minor_number)
    if problem is None or subject.facts.ours:
        return problem
    return Problem(
        problem.message,
        f"Have the cluster's owner upgrade it to Kubernetes {feature.since} or later, then write the version under "
        "cluster.existing.facts.",
    )


def why_driver_is_off(subject: Subject, driver: str, so: str) -> Problem | None:
    """Why nothing of a driver (disk, file, blob) works in this cluster, or None where it is on."""
    if getattr(subject.facts.csi_drivers, driver):
        return None
    where = "cluster.create" if subject.facts.ours else "cluster.existing.facts"
    write = f"{where}.csiDrivers.{driver}: true"
    return Problem(
        f"the {driver} storage driver is off ({where}.csiDrivers.{driver}), so {so}.",
        f"Write {write}"
        if subject.facts.ours
        else f"Have the cluster's owner switch it on (`az aks update --enable-{driver}-driver`), then write {write}",
    )
