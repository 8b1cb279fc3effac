"""Where volumes of classes and datasets are: which account, of which kind, with which redundancy."""

from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.model.storage import Dataset, Profile, StorageAccount, StorageClass

SERVICES = {"blob-nfs": "blob", "blob-fuse": "blob", "files-smb": "file", "files-nfs": "file"}
"""Service of a storage account behind each profile."""


def sku_of(stack: StackConfig, config: StorageClass) -> str:
    """The SKU that volumes of a class get: the account's, the given one, or the profile's default."""
    account = stack.storage.accounts.get(config.account) if config.account else None
    return account.sku if account is not None else config.sku or STORAGE_PROFILES[config.profile].default_sku


def redundancy(sku: str) -> str:
    """Where copies of the data are: "local", "zone" or "geo"."""
    copies = sku.rpartition("_")[2]
    return {"LRS": "local", "ZRS": "zone"}.get(copies, "geo")


def why_account_cannot_hold(profile: Profile, account: StorageAccount) -> str | None:
    """Why an account has no volumes of a profile, as a sentence's end; None where it can have them."""
    if SERVICES.get(profile) == "blob":
        if account.kind == "FileStorage":
            return "FileStorage holds file shares and no blobs"
        if profile == "blob-nfs" and not account.nfs_v3:
            return "NFS 3 is not switched on for it (nfsV3 and hierarchicalNamespace)"
        return None
    if account.kind == "BlockBlobStorage":
        return "BlockBlobStorage holds blobs and no file shares"
    if profile == "files-nfs" and account.kind != "FileStorage":
        return "NFS shares exist in premium accounts of the kind FileStorage only"
    return None


def account_name(dataset: Dataset) -> str | None:
    """The account that a dataset names, whichever way; None where it names none."""
    return dataset.existing_account.name if dataset.existing_account is not None else dataset.account


def services(stack: StackConfig, name: str) -> tuple[str, ...]:
    """Services (blob, dfs, file) of an account of the stack that its volumes use. Raises KeyError for no such account.

    A Data Lake account is reached by BlobFuse under `dfs` as well, so an endpoint for `blob` alone would not do.
    """
    account = stack.storage.accounts[name]
    if account.kind == "FileStorage":
        return ("file",)
    blob = ("blob", "dfs") if account.hierarchical_namespace else ("blob",)
    return (*blob, "file") if _used_for_files(stack, name) else blob


def _used_for_files(stack: StackConfig, name: str) -> bool:
    storage = stack.storage
    classes = any(each.account == name and each.profile.startswith("files") for each in storage.classes.values())
    return classes or any(each.account == name and each.share is not None for each in storage.datasets.values())
