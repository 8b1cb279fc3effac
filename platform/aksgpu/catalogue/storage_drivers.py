"""What AKS's storage drivers can do from which Kubernetes version on: how they mount, and with whose rights."""

from dataclasses import dataclass

from aksgpu.catalogue.problem import Problem


@dataclass(frozen=True, slots=True)
class DriverFeature:
    """Something that a driver can do from a Kubernetes minor on. `what` is a sentence's subject and verb."""

    since: str
    what: str
    source: str


BLOB_TOKEN_MOUNT = DriverFeature(
    "1.34",
    "BlobFuse mounts with a workload identity and without an account key",
    "blob-csi-driver docs, workload-identity-static-pv-mount.md: driver 1.27; AKS changelog: 1.27 on AKS 1.34, 1.26 "
    "before. AKS docs (create-volume-azure-blob-storage.md, 2026-08-05) call it a preview.",
)
FILES_MANAGED_IDENTITY_MOUNT = DriverFeature(
    "1.34",
    "Azure Files mounts SMB with the nodes' identity and without an account key",
    "AKS docs, create-volume-azure-files.md (2026-08)",
)
FILES_TOKEN_MOUNT = DriverFeature(
    "1.35",
    "Azure Files mounts SMB with a workload identity and without an account key",
    "AKS docs, create-volume-azure-files.md (2026-08); azurefile-csi-driver docs: driver 1.35",
)
NFS_ENCRYPTION = DriverFeature(
    "1.33",
    "Azure Files encrypts NFS in transit",
    "AKS docs, create-volume-azure-files.md (2026-08)",
)


def why_feature_is_missing(feature: DriverFeature, minor_number: int) -> Problem | None:
    """Why a cluster of this Kubernetes minor (34 for 1.34) cannot do it; None where it can."""
    if minor_number >= int(feature.since.split(".")[1]):
        return None
    return Problem(
        f"{feature.what} from Kubernetes {feature.since} on, and the cluster runs 1.{minor_number}.",
        f'Write kubernetesVersion: "{feature.since}" or later.',
    )


FILES_PROVISIONED_V2 = DriverFeature(
    "1.35",
    "Azure Files makes shares of the provisioned v2 SKUs",
    "AKS docs, create-volume-azure-files.md (2026-08): driver 1.35; AKS changelog: 1.35 on AKS 1.35",
)

_DRIVERS_NFS_OPTIONS = ("vers", "nfsvers", "minorversion", "sec")
"""AKS docs, create-volume-azure-files.md (2026-08)."""

BUILT_IN_CLASSES = frozenset(
    {
        *("default", "managed", "managed-premium", "managed-csi", "managed-csi-premium", "managed-csi-premium-v2"),
        *("azurefile", "azurefile-premium", "azurefile-csi", "azurefile-csi-premium"),
        *("azureblob-fuse-premium", "azureblob-nfs-premium"),
    }
)
"""StorageClasses that AKS makes and reconciles (AKS docs, concepts-storage.md, 2026-08)."""


def why_nfs_option_is_the_drivers(option: str) -> Problem | None:
    """Why an NFS mount option (its name) cannot be given; None where it can."""
    if option not in _DRIVERS_NFS_OPTIONS:
        return None
    return Problem(
        f"the driver itself sets {option} for NFS mounts, and giving another is not supported.",
        f"Take {option} out of mountOptions.",
    )


def why_nfs3_redundancy_does_not_fit(sku: str) -> Problem | None:
    """Why an account of this SKU has no NFS 3 on Blob; None where it has.

    Azure's page on features of storage accounts names LRS and ZRS only; its page on known issues of NFS 3 once excluded
    all geo-redundancy, and now takes GRS for unplanned failover. The narrower one holds here.
    """
    if sku.endswith(("LRS", "ZRS")):
        return None
    return Problem(
        f"NFS 3 on Blob is confirmed for locally and zone-redundant accounts only, and the SKU is {sku}.",
        "Write a ZRS or LRS SKU, or use the profile blob-fuse.",
    )


def why_built_in_class(name: str) -> Problem | None:
    """Why a StorageClass cannot have this name; None where it can."""
    if name not in BUILT_IN_CLASSES:
        return None
    return Problem(
        f"{name} is a StorageClass of AKS's own, which AKS writes back whenever somebody changes it.",
        "Give the class another name.",
    )
