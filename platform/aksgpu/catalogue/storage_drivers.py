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
