"""Mount options of a volume: the profile's defaults, with the user's own on top."""

from collections.abc import Iterable

from aksgpu.catalogue.mount_options import option_name
from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import Profile

_STOP_LISTING = "--cancel-list-on-mount-seconds=10"
"""Without it BlobFuse lists the container at each mount, and listing is billed (blob-csi-driver, deploy/example)."""

_SEVERAL_CONNECTIONS = "nconnect"
"""An option that the NFS client of Azure Linux lacks (blob-csi-driver, storageclass-blob-nfs.yaml)."""

DATA_LAKE = "--use-adls=true"
"""BlobFuse on accounts with a hierarchical namespace (AKS docs, create-volume-azure-blob-storage.md)."""


def mount_options(subject: Subject, profile: Profile, own: Iterable[str], *, read_only: bool = False) -> list[str]:
    """Options of one volume or class, one for each name: the user's replaces the default of that name."""
    by_name = {option_name(option): option for option in (*_defaults(subject, profile), *own)}
    if read_only:
        read = "-o ro" if profile == "blob-fuse" else "ro"
        by_name[option_name(read)] = read
    return list(by_name.values())


def _defaults(subject: Subject, profile: Profile) -> tuple[str, ...]:
    options = STORAGE_PROFILES[profile].default_mount_options
    if profile == "blob-fuse":
        return (*options, _STOP_LISTING)
    if subject.stack.gpu_software.node_os.startswith("Azure"):
        return tuple(option for option in options if option_name(option) != _SEVERAL_CONNECTIONS)
    return options
