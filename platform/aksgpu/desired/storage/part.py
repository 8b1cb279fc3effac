"""The part `storage` of a plan."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import Part
from aksgpu.desired.storage.accounts import accounts
from aksgpu.desired.storage.classes import storage_classes
from aksgpu.desired.storage.datasets import datasets
from aksgpu.desired.storage.driver_access import driver_access
from aksgpu.desired.storage.private_endpoints import private_endpoints


def parts(subject: Subject) -> Iterator[Part]:
    """Accounts with their endpoints and rights, then classes and datasets; nothing where the stack has no storage."""
    entries = (
        *accounts(subject),
        *private_endpoints(subject),
        *driver_access(subject),
        *storage_classes(subject),
        *datasets(subject),
    )
    if entries:
        yield Part("storage", "Storage", entries)
