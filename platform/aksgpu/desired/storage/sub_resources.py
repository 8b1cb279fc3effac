"""Which services of a storage account are used, and under which names they are reached."""

from collections.abc import Iterator
from dataclasses import dataclass

from aksgpu.config.storage import StorageAccount
from aksgpu.config.subject import Subject

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


def services(subject: Subject, name: str) -> tuple[str, ...]:
    """Services of an account of the stack that its volumes use.

    A Data Lake account is reached by BlobFuse under `dfs` as well, so an endpoint for `blob` alone would not do.
    """
    account = subject.stack.storage.accounts[name]
    if account.kind == "FileStorage":
        return ("file",)
    blob = ("blob", "dfs") if account.hierarchical_namespace else ("blob",)
    return (*blob, "file") if _used_for_files(subject, name) else blob


def holds_blobs(account: StorageAccount) -> bool:
    """Whether the account has a blob service."""
    return account.kind != "FileStorage"


def endpoints(subject: Subject) -> Iterator[Endpoint]:
    """Every private endpoint that the stack makes for storage."""
    for name, account in subject.stack.storage.accounts.items():
        if account.private_endpoint:
            yield from (Endpoint(name, service) for service in services(subject, name))


def _used_for_files(subject: Subject, name: str) -> bool:
    storage = subject.stack.storage
    classes = any(each.account == name and each.profile.startswith("files") for each in storage.classes.values())
    return classes or any(each.account == name and each.share is not None for each in storage.datasets.values())
