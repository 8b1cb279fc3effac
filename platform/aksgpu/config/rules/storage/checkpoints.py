"""Rules about storage classes for checkpoints: they outlive claims, and what compliance asks for."""

from collections.abc import Iterator

from aksgpu.config.derived.storage_places import redundancy, sku_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

CLASSES: Path = ("storage", "classes")
_COPIES = {"local": "one place", "zone": "several zones", "geo": "another region as well"}
_ENOUGH = {"none": ("local", "zone", "geo"), "zone": ("zone", "geo"), "geo": ("geo",)}


def checkpoints_outlive_their_claims(subject: Subject) -> Iterator[Finding]:
    """A class for checkpoints keeps its volumes."""
    for name, config in subject.stack.storage.classes.items():
        if config.checkpoints and config.reclaim_policy != "Retain":
            yield error(
                (*CLASSES, name, "reclaimPolicy"),
                "this class is for checkpoints, and with reclaimPolicy Delete they are deleted along with their claim.",
                "Write reclaimPolicy: Retain.",
            )


def checkpoints_are_redundant(subject: Subject) -> Iterator[Finding]:
    """`compliance.checkpointRedundancy` holds for every class of checkpoints."""
    wanted = subject.stack.compliance.checkpoint_redundancy
    classes = {name: each for name, each in subject.stack.storage.classes.items() if each.checkpoints}
    if wanted != "none" and not classes:
        yield warning(
            ("compliance", "checkpointRedundancy"),
            f"checkpointRedundancy is {wanted}, and no storage class says checkpoints: true, so it protects nothing.",
            "Write checkpoints: true on the class that holds checkpoints.",
        )
    for name, config in classes.items():
        sku = sku_of(subject.stack, config)
        if redundancy(sku) not in _ENOUGH[wanted]:
            place = f"storage.accounts.{config.account}.sku" if config.account else "sku"
            better = "a SKU that ends in ZRS or GRS" if wanted == "zone" else "Standard_GRS or Standard_RAGRS"
            yield error(
                (*CLASSES, name, "sku") if config.account is None else (*CLASSES, name, "account"),
                f"checkpoints of this class lie on {sku}, whose copies are in {_COPIES[redundancy(sku)]}, and "
                f"compliance.checkpointRedundancy {wanted} asks for copies in {_COPIES[wanted]}.",
                f"Write {better} as {place}.",
            )


RULES = (
    checkpoints_outlive_their_claims,
    checkpoints_are_redundant,
)
