"""What to say where the settings of a storage class or account contradict its profile."""

from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.catalogue.storage import FILES_STANDARD, STORAGE_PROFILES, TUNABLE_DISKS


def why_sku_does_not_fit(profile: str, sku: str) -> Problem | None:
    """Why a profile's driver makes nothing with this SKU, or None where it does. The profile must be a known one."""
    row = STORAGE_PROFILES[profile]
    if sku in row.skus:
        return None
    near = nearest(sku, row.skus)
    only_in_case = near is not None and near.casefold() == sku.casefold()
    why = (
        "NFS shares exist on premium SKUs only"
        if profile == "files-nfs" and sku in FILES_STANDARD
        else f"the driver {row.driver} knows no SKU of this name"
        if not any(sku in other.skus for other in STORAGE_PROFILES.values())
        else f"{sku} is not a SKU of {profile}"
    )
    return Problem(
        f"sku {sku} does not go with the profile {profile}: {why}.",
        f"Write {near if only_in_case else one_of(row.skus)}.",
    )


def why_disk_settings_do_not_fit(
    sku: str, *, caching: str | None, iops: int | None, mbps: int | None
) -> Problem | None:
    """Why these settings of a disk class contradict its SKU, or None where they do not."""
    if sku in TUNABLE_DISKS:
        if caching not in (None, "None"):
            return Problem(
                f"caching {caching} does not go with {sku}: such disks take no host cache.",
                "Write caching: None, or leave it out.",
            )
        return None
    if iops is not None or mbps is not None:
        return Problem(
            f"iops and mbps can be set on {one_of(sorted(TUNABLE_DISKS))} only; a {sku} disk has them from its size.",
            "Leave them out, or write sku: PremiumV2_LRS.",
        )
    return None


def why_volume_is_too_small(profile: str, sku: str, size_gib: int) -> Problem | None:
    """Why a volume of this size cannot be made, or None where it can."""
    least = STORAGE_PROFILES[profile].min_size_gib.get(sku, 0)
    if size_gib >= least:
        return None
    return Problem(
        f"{size_gib} GiB is too small: a {sku} file share has at least {least} GiB.", f"Ask for {least}Gi or more."
    )


def why_secure_transfer_does_not_fit(
    profile: str, *, secure_transfer: bool, encrypt_in_transit: bool
) -> Problem | None:
    """Why mounts of a profile fail on an account with this setting of "secure transfer required", or None."""
    row = STORAGE_PROFILES[profile]
    if not (secure_transfer and row.secure_transfer_off) or encrypt_in_transit:
        return None
    return Problem(
        "the account requires secure transfer, and plain NFS has no TLS: every mount is denied.",
        "Write encryptInTransit: true on the class, or secureTransfer: false on the account.",
    )
