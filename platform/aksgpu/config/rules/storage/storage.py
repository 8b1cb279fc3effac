"""Rules about storage classes: what each driver takes."""

from collections.abc import Iterator

from aksgpu.catalogue.mount_options import mount_option_note, option_name, why_mount_option_does_not_fit
from aksgpu.catalogue.spelling import one_of
from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.catalogue.storage_drivers import (
    FILES_PROVISIONED_V2,
    NFS_ENCRYPTION,
    why_built_in_class,
    why_nfs3_redundancy_does_not_fit,
    why_nfs_option_is_the_drivers,
)
from aksgpu.catalogue.storage_fit import why_sku_does_not_fit
from aksgpu.config.derived.storage_places import sku_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note
from aksgpu.config.model.storage import StorageClass
from aksgpu.config.rules.storage.driver_versions import why_driver_is_off, why_driver_is_too_old

CLASSES: Path = ("storage", "classes")


def storage_class_name_is_free(subject: Subject) -> Iterator[Finding]:
    """AKS writes its own classes back whenever somebody changes them."""
    for name in subject.stack.storage.classes:
        problem = why_built_in_class(name)
        if problem is not None:
            yield error((*CLASSES, name), problem.message, problem.remedy)


def storage_class_sku_fits_profile(subject: Subject) -> Iterator[Finding]:
    """Each driver knows its own SKUs."""
    for name, config in subject.stack.storage.classes.items():
        if config.sku is None:
            continue
        problem = why_sku_does_not_fit(config.profile, config.sku)
        if problem is not None:
            yield error((*CLASSES, name, "sku"), problem.message, problem.remedy)
        elif "V2_" in config.sku and config.profile.startswith("files"):
            missing = why_driver_is_too_old(subject, FILES_PROVISIONED_V2)
            if missing is not None:
                yield error((*CLASSES, name, "sku"), missing.message, f"{missing.remedy} Or write sku: Premium_LRS.")


def storage_class_mount_options_fit(subject: Subject) -> Iterator[Finding]:
    """Kernel options for NFS and SMB, FUSE options for BlobFuse, never mixed."""
    for name, config in subject.stack.storage.classes.items():
        for index, option in enumerate(config.mount_options):
            path = (*CLASSES, name, "mountOptions", index)
            problem = why_mount_option_does_not_fit(config.profile, option)
            if problem is None and config.profile in ("blob-nfs", "files-nfs"):
                problem = why_nfs_option_is_the_drivers(option_name(option))
            doubt = mount_option_note(config.profile, option)
            if problem is not None:
                yield error(path, problem.message, problem.remedy)
            elif doubt is not None:
                yield note(path, doubt)


def storage_class_keys_belong_to_profile(subject: Subject) -> Iterator[Finding]:
    """A key that the profile's driver does not have is a misunderstanding."""
    for name, config in subject.stack.storage.classes.items():
        for key, (given, profiles) in _special_keys(config).items():
            if given and config.profile not in profiles:
                yield error(
                    (*CLASSES, name, key),
                    f"{key} is for the profile {one_of(profiles)} only, and this class has the profile "
                    f"{config.profile}.",
                    f"Take it out, or write profile: {one_of(profiles)}.",
                )


def blob_nfs_is_not_copied_to_another_region(subject: Subject) -> Iterator[Finding]:
    """NFS 3 on Blob takes few kinds of redundancy."""
    for name, config in subject.stack.storage.classes.items():
        if config.profile != "blob-nfs" or config.account is not None:
            continue
        sku = sku_of(subject.stack, config)
        problem = why_nfs3_redundancy_does_not_fit(sku)
        if problem is not None and sku in STORAGE_PROFILES[config.profile].skus:
            yield error((*CLASSES, name, "sku"), problem.message, problem.remedy)


def storage_class_driver_is_on(subject: Subject) -> Iterator[Finding]:
    """A class without its driver makes nothing."""
    for name, config in subject.stack.storage.classes.items():
        driver = config.profile.split("-")[0].removesuffix("s")
        problem = why_driver_is_off(subject, driver, "claims of this class wait for ever")
        if problem is not None:
            yield error((*CLASSES, name, "profile"), problem.message, f"{problem.remedy}, or take the class out.")


def nfs_encryption_is_possible(subject: Subject) -> Iterator[Finding]:
    """TLS for NFS came with a driver, and not for every node OS."""
    for name, config in subject.stack.storage.classes.items():
        if not config.encrypt_in_transit or config.profile != "files-nfs":
            continue
        path = (*CLASSES, name, "encryptInTransit")
        problem = why_driver_is_too_old(subject, NFS_ENCRYPTION)
        if problem is not None:
            yield error(path, problem.message, problem.remedy)
        elif subject.stack.gpu_software.node_os.startswith("Azure"):
            yield note(
                path,
                "whether Azure Linux nodes mount NFS with TLS is not confirmed: AKS's own page excludes only Ubuntu "
                "20.04 and Windows nodes, while the driver's page for 1.35 also excludes Azure Linux.",
                "Try one volume before teams rely on it, or write gpuSoftware.nodeOs: Ubuntu2404.",
            )


def premium_share_has_a_least_size(subject: Subject) -> Iterator[Finding]:
    """Small claims of premium file shares are paid for as large ones."""
    for name, config in subject.stack.storage.classes.items():
        sku = sku_of(subject.stack, config)
        least = STORAGE_PROFILES[config.profile].min_size_gib.get(sku, 0)
        if least:
            yield note(
                (*CLASSES, name),
                f"a {sku} file share has at least {least} GiB: smaller claims are refused, or made and paid for as "
                f"{least} GiB.",
                f"Claim {least}Gi or more.",
            )


def _special_keys(config: StorageClass) -> dict[str, tuple[bool, tuple[str, ...]]]:
    """Keys that some profiles only have: whether each is given, and those profiles."""
    shared = ("blob-nfs", "blob-fuse", "files-smb", "files-nfs")
    return {
        "encryptInTransit": (config.encrypt_in_transit, ("files-nfs",)),
        "rootSquash": (config.root_squash is not None, ("files-nfs",)),
        "caching": (config.caching is not None, ("disk",)),
        "iops": (config.iops is not None, ("disk",)),
        "mbps": (config.mbps is not None, ("disk",)),
        "account": (config.account is not None, shared),
        "privateEndpoint": (config.private_endpoint, shared),
    }


RULES = (
    storage_class_name_is_free,
    storage_class_sku_fits_profile,
    storage_class_mount_options_fit,
    storage_class_keys_belong_to_profile,
    blob_nfs_is_not_copied_to_another_region,
    storage_class_driver_is_on,
    nfs_encryption_is_possible,
    premium_share_has_a_least_size,
)
