"""Data that outlives the claim on it."""

from collections.abc import Iterator
from typing import Final

from aksgpu_policies.kinds import PERSISTENT_VOLUME, STORAGE_CLASS
from aksgpu_policies.reading import first_unknown, read, shown, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import Finding, Violation

CHECKPOINTS: Final = ("metadata", "labels", "aksgpu/checkpoints")
"""The label that the platform puts on classes for checkpoints."""


@rule(
    "checkpoints-retained",
    "A StorageClass for checkpoints keeps volumes whose claim is deleted: a run of weeks must not go with a namespace.",
    STORAGE_CLASS,
    severity="critical",
)
def checkpoints_retained(storage_class: Resource) -> Iterator[Finding]:
    """The label aksgpu/checkpoints decides; without it, `checkpoint` in the name. Left out, the policy is Delete."""
    label, name = read(storage_class.inputs, CHECKPOINTS), read(storage_class.inputs, "metadata.name")
    policy = read(storage_class.inputs, "reclaimPolicy")
    hinted = label is None and (isinstance(name, Unknown) or "checkpoint" in str(name).casefold())
    if policy == "Retain" or not (hinted or isinstance(label, Unknown) or label == "true"):
        return
    if first_unknown(label, policy) or (hinted and isinstance(name, Unknown)):
        yield from unknowns(storage_class.inputs, CHECKPOINTS, "metadata.name", "reclaimPolicy")
        return
    said = "It has no reclaimPolicy, which means Delete" if policy is None else f"Its reclaimPolicy is {shown(policy)}"
    yield Violation(f"{said}: checkpoints are gone with the claim on them.", "Write reclaimPolicy: Retain.")


@rule(
    "persistent-volume-retained",
    "A PersistentVolume for data that exists already is never deleted with the claim on it.",
    PERSISTENT_VOLUME,
    severity="critical",
)
def persistent_volume_retained(volume: Resource) -> Iterator[Finding]:
    """Left out, a volume that is declared by hand is retained."""
    path = "spec.persistentVolumeReclaimPolicy"
    policy = read(volume.inputs, path)
    yield from unknowns(volume.inputs, path)
    if not isinstance(policy, Unknown) and policy not in (None, "Retain"):
        yield Violation(f"{path} is {shown(policy)}, so deleting a claim deletes the data.", f"Write {path}: Retain.")
