"""Storage of AKS: the ways to get volumes, with what each takes and what it needs around it."""

from dataclasses import dataclass
from typing import Literal

Driver = Literal["blob.csi.azure.com", "file.csi.azure.com", "disk.csi.azure.com"]


@dataclass(frozen=True, slots=True)
class StorageProfile:
    """One way to get volumes."""

    name: str
    driver: Driver
    protocol: str
    """The driver's `protocol` parameter; "" for disks."""

    skus: tuple[str, ...]
    default_sku: str
    default_mount_options: tuple[str, ...]
    access_mode: Literal["ReadWriteMany", "ReadWriteOnce"]
    min_size_gib: dict[str, int]
    """Least volume size in GiB by SKU, where there is one."""

    secure_transfer_off: bool
    """Whether the account must allow unencrypted connections, since the protocol has no TLS of its own."""

    needs_vnet: bool
    """Whether clients must come from a virtual network that the account knows: a private or service endpoint."""

    source: str


_FILES_PREMIUM = ("Premium_LRS", "Premium_ZRS", "PremiumV2_LRS", "PremiumV2_ZRS")
FILES_STANDARD = (
    *("Standard_LRS", "Standard_ZRS", "Standard_GRS", "Standard_RAGRS", "Standard_RAGZRS"),
    *("StandardV2_LRS", "StandardV2_ZRS", "StandardV2_GRS", "StandardV2_GZRS"),
)
_BLOB = ("Standard_LRS", "Standard_ZRS", "Standard_GRS", "Standard_RAGRS", "Premium_LRS", "Premium_ZRS")
_DISK = (
    *("Standard_LRS", "StandardSSD_LRS", "StandardSSD_ZRS", "Premium_LRS", "Premium_ZRS"),
    *("PremiumV2_LRS", "UltraSSD_LRS"),
)
_BLOB_SOURCE = "AKS docs, create-volume-azure-blob-storage.md (2026-08-21)"
_FILES_SOURCE = "AKS docs, create-volume-azure-files.md (2026-08-21)"
_FILES_MINIMUM = {"Premium_LRS": 100, "Premium_ZRS": 100}

_PROFILES = (
    StorageProfile(
        name="blob-nfs",
        driver="blob.csi.azure.com",
        protocol="nfs",
        skus=_BLOB,
        default_sku="Premium_LRS",
        default_mount_options=("nconnect=4",),
        access_mode="ReadWriteMany",
        min_size_gib={},
        secure_transfer_off=False,
        needs_vnet=True,
        source=_BLOB_SOURCE,
    ),
    StorageProfile(
        name="blob-fuse",
        driver="blob.csi.azure.com",
        protocol="fuse2",
        skus=_BLOB,
        default_sku="Premium_LRS",
        default_mount_options=(
            "-o allow_other",
            "--use-attr-cache=true",
            "--file-cache-timeout-in-seconds=120",
            "-o attr_timeout=120",
            "-o entry_timeout=120",
            "-o negative_timeout=120",
        ),
        access_mode="ReadWriteMany",
        min_size_gib={},
        secure_transfer_off=False,
        needs_vnet=False,
        source=_BLOB_SOURCE,
    ),
    StorageProfile(
        name="files-smb",
        driver="file.csi.azure.com",
        protocol="smb",
        skus=(*FILES_STANDARD, *_FILES_PREMIUM),
        default_sku="Premium_LRS",
        default_mount_options=("mfsymlinks", "cache=strict", "nosharesock", "actimeo=30"),
        access_mode="ReadWriteMany",
        min_size_gib=_FILES_MINIMUM,
        secure_transfer_off=False,
        needs_vnet=False,
        source=_FILES_SOURCE,
    ),
    StorageProfile(
        name="files-nfs",
        driver="file.csi.azure.com",
        protocol="nfs",
        skus=_FILES_PREMIUM,
        default_sku="Premium_LRS",
        default_mount_options=("nconnect=4", "noresvport", "actimeo=30"),
        access_mode="ReadWriteMany",
        min_size_gib=_FILES_MINIMUM,
        secure_transfer_off=True,
        needs_vnet=True,
        source=f"{_FILES_SOURCE}; field case F60",
    ),
    StorageProfile(
        name="disk",
        driver="disk.csi.azure.com",
        protocol="",
        skus=_DISK,
        default_sku="Premium_LRS",
        default_mount_options=(),
        access_mode="ReadWriteOnce",
        min_size_gib={},
        secure_transfer_off=False,
        needs_vnet=False,
        source="AKS docs, create-volume-azure-disk.md (2026-08-21)",
    ),
)

STORAGE_PROFILES = {profile.name: profile for profile in _PROFILES}
"""Profiles by name."""

TUNABLE_DISKS = frozenset({"PremiumV2_LRS", "UltraSSD_LRS"})
"""Disks whose IOPS and throughput are given, and which take no host cache."""


def account_kind(profile: str, sku: str) -> str:
    """The kind of storage account that holds volumes of a profile: StorageV2, BlockBlobStorage or FileStorage."""
    if STORAGE_PROFILES[profile].driver == "blob.csi.azure.com":
        return "BlockBlobStorage" if sku.startswith("Premium") else "StorageV2"
    return "FileStorage" if sku.startswith(("Premium", "StandardV2")) else "StorageV2"
