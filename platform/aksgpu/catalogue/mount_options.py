"""Mount options: which of them each storage profile's mount understands."""

from collections.abc import Mapping

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import one_of

_KERNEL = "ro rw noatime nodiratime relatime nosuid nodev noexec sync async"
_NFS = (
    "nconnect noresvport resvport actimeo acregmin acregmax acdirmin acdirmax noac rsize wsize hard soft timeo retrans "
    "nolock lookupcache nosharecache vers nfsvers minorversion proto sec"
)
_SMB = (
    "dir_mode file_mode uid gid forceuid forcegid mfsymlinks cache nosharesock actimeo acregmax acdirmax nobrl "
    "max_channels multichannel serverino noserverino noperm rsize wsize closetimeo hard soft seal sec vers retrans "
    "persistenthandles nohandlecache"
)
_FUSE = (
    "--file-cache-timeout-in-seconds --file-cache-timeout --use-attr-cache --attr-cache-timeout --cache-size-mb "
    "--cancel-list-on-mount-seconds --log-level --block-cache --block-cache-block-size --block-cache-pool-size "
    "--read-only --streaming --virtual-directory --use-adls --preload --attr-timeout --entry-timeout "
    "--negative-timeout --lazy-write --tmp-path"
)
_FUSE_LIBRARY = "allow_other attr_timeout entry_timeout negative_timeout ro umask"
_DISK = "discard nodiscard barrier nobarrier nouuid data lazytime"

MOUNT_OPTIONS: Mapping[str, frozenset[str]] = {
    "blob-nfs": frozenset(f"{_KERNEL} {_NFS}".split()),
    "blob-fuse": frozenset((*_FUSE.split(), *(f"-o {name}" for name in _FUSE_LIBRARY.split()))),
    "files-smb": frozenset(f"{_KERNEL} {_SMB}".split()),
    "files-nfs": frozenset(f"{_KERNEL} {_NFS}".split()),
    "disk": frozenset(f"{_KERNEL} {_DISK}".split()),
}
"""Profile to the names of options that its mount understands, without values.

Sources: nfs(5), mount.cifs(8), ext4(5), xfs(5); AKS docs and blob-csi-driver for BlobFuse. No list knows them all.
"""


def option_name(option: str) -> str:
    """What an option is called, without its value: "actimeo", "--cache-size-mb", "-o attr_timeout"."""
    return option.split("=", 1)[0].strip()


def why_mount_option_does_not_fit(profile: str, option: str) -> Problem | None:
    """Why a mount option breaks a profile's mount, or None where nothing is known against it.

    Only an option that another profile's mount understands is refused: no list knows every option of every kernel.
    """
    name = option_name(option)
    if name in MOUNT_OPTIONS[profile]:
        return None
    owners = [other for other, names in MOUNT_OPTIONS.items() if name in names]
    looks_like_fuse = name.startswith("-")
    if profile != "blob-fuse" and looks_like_fuse:
        owners = owners or ["blob-fuse"]
    if not owners:
        return None
    return Problem(
        f"the mount option {option} belongs to {one_of(owners)}, and the mount of {profile} fails on it.",
        f"Take it out, or use the profile {one_of(owners)}.",
    )


def mount_option_note(profile: str, option: str) -> str | None:
    """That the catalogue knows no such mount option at all."""
    name = option_name(option)
    if name in MOUNT_OPTIONS[profile] or why_mount_option_does_not_fit(profile, option):
        return None
    return f"the catalogue does not know the mount option {option}: whether {profile} takes it is not confirmed."
