"""What storage classes and accounts ask of the cluster's network and of its identity."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageClass

_NFS = ("blob-nfs", "files-nfs")


def needs_storage_endpoint(subject: Subject) -> bool:
    """Whether the node subnet needs the service endpoint of Azure Storage.

    NFS accounts that a driver makes let in only the nodes' subnet, and so does an account with `selectedSubnets`. A
    driver that finds no endpoint adds one to the subnet, which would then differ from the plan.
    """
    by_driver = any(kind.profile in _NFS and not kind.private_endpoint for kind in _made_by_driver(subject))
    accounts = subject.stack.storage.accounts.values()
    return by_driver or any(account.public_access == "selectedSubnets" for account in accounts)


def makes_private_endpoints(subject: Subject) -> bool:
    """Whether a driver makes private endpoints by itself: in the resource group of the nodes' virtual network."""
    return any(kind.private_endpoint for kind in _made_by_driver(subject))


def _made_by_driver(subject: Subject) -> Iterator[StorageClass]:
    """Classes whose accounts the CSI driver makes."""
    return (kind for kind in subject.stack.storage.classes.values() if kind.account is None)
