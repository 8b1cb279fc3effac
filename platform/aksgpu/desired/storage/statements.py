"""What the reader of a plan should know of storage: whose rights mount it, and what outlives what."""

from collections.abc import Iterator

from aksgpu.config.derived.storage_places import redundancy, sku_of
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import Statement
from aksgpu.desired.storage.accounts import SOFT_DELETE_DAYS
from aksgpu.desired.storage.datasets import MOUNTED_BY_IDENTITY
from aksgpu.desired.storage.private_endpoints import zone_id
from aksgpu.desired.storage.sub_resources import endpoints
from aksgpu.desired.tenancy.workload_identity import SERVICE_ACCOUNT

_COPIES = {
    "local": "in one data centre",
    "zone": "in three zones of the region",
    "geo": "in a second region as well",
}


def statements(subject: Subject) -> Iterator[Statement]:
    """Sentences about classes, accounts and datasets."""
    for text in (*_checkpoints(subject), *_accounts(subject), *_datasets(subject), *_names(subject)):
        yield Statement("storage", text)


def _checkpoints(subject: Subject) -> Iterator[str]:
    for name, config in subject.stack.storage.classes.items():
        if config.checkpoints:
            sku = sku_of(subject.stack, config)
            yield (
                f"Checkpoints of class {name} lie on {sku}: copies {_COPIES[redundancy(sku)]}. Their volumes stay when "
                "claims go, and somebody must delete them some day."
            )


def _accounts(subject: Subject) -> Iterator[str]:
    names = ", ".join(subject.stack.storage.accounts)
    if names:
        yield (
            f"Deleted blobs, containers and shares of {names} can be restored for {SOFT_DELETE_DAYS} days, and are "
            "paid for until then."
        )


def _datasets(subject: Subject) -> Iterator[str]:
    datasets = subject.stack.storage.datasets
    by_identity = [name for name, each in datasets.items() if each.protocol in MOUNTED_BY_IDENTITY]
    if by_identity:
        yield (
            f"Only pods with serviceAccountName: {SERVICE_ACCOUNT} mount {', '.join(by_identity)}: the node mounts "
            "with the token of that ServiceAccount."
        )
    fuse = [name for name, each in datasets.items() if each.protocol == "blob-fuse"]
    if fuse:
        yield (
            f"Mounting {', '.join(fuse)} by BlobFuse with a workload identity is a preview at AKS. That a reader's "
            "role is enough for a read-only mount is not in its documentation, which names the contributor's."
        )
    outside = sorted({each.existing_account.name for each in datasets.values() if each.existing_account is not None})
    if outside:
        yield (
            f"The network rules of {', '.join(outside)} must let in the nodes: they are not the stack's. Whoever "
            "runs up needs the right to assign roles there."
        )


def _names(subject: Subject) -> Iterator[str]:
    unnamed = sorted({each.account for each in endpoints(subject) if zone_id(subject, each.service) is None})
    if unnamed:
        yield f"The owner of the network registers the private endpoints of {', '.join(unnamed)} in its DNS zones."
