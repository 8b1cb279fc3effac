"""Which services of a storage account are used, and under which names they are reached."""

from collections.abc import Iterator
from dataclasses import dataclass

from aksgpu.config.derived.storage_places import services
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageAccount

ZONES = {
    "blob": "privatelink.blob.core.windows.net",
    "dfs": "privatelink.dfs.core.windows.net",
    "file": "privatelink.file.core.windows.net",
}
"""Private DNS zone of each service in Azure's public cloud."""


def account_key(account: str) -> str:
    """Key of a storage account's entry."""
    return f"storage-{account}"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One service of one account of the stack, reached privately."""

    account: str
    service: str


def holds_blobs(account: StorageAccount) -> bool:
    """Whether the account has a blob service."""
    return account.kind != "FileStorage"


def endpoints(subject: Subject) -> Iterator[Endpoint]:
    """Every private endpoint that the stack makes for storage."""
    for name, account in subject.stack.storage.accounts.items():
        if account.private_endpoint:
            yield from (Endpoint(name, service) for service in services(subject.stack, name))
