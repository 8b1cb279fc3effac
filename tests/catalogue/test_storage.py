"""Storage profiles: every row, and the words where settings contradict a profile."""

import pytest

from aksgpu.catalogue.mount_options import (
    MOUNT_OPTIONS,
    mount_option_note,
    option_name,
    why_mount_option_does_not_fit,
)
from aksgpu.catalogue.storage import STORAGE_PROFILES, TUNABLE_DISKS, StorageProfile, account_kind
from aksgpu.catalogue.storage_fit import (
    why_disk_settings_do_not_fit,
    why_secure_transfer_does_not_fit,
    why_sku_does_not_fit,
    why_volume_is_too_small,
)


@pytest.mark.parametrize("profile", STORAGE_PROFILES.values(), ids=lambda profile: profile.name)
def test_row(profile: StorageProfile) -> None:
    assert profile.source
    assert profile.default_sku in profile.skus
    assert len(set(profile.skus)) == len(profile.skus)
    assert set(profile.min_size_gib) <= set(profile.skus)
    assert (profile.protocol == "") == (profile.driver == "disk.csi.azure.com")
    assert (profile.access_mode == "ReadWriteOnce") == (profile.name == "disk")
    assert profile.secure_transfer_off <= profile.needs_vnet, "without TLS, only a known network may connect"
    for option in profile.default_mount_options:
        assert option_name(option) in MOUNT_OPTIONS[profile.name]
    for sku in profile.skus:
        assert why_sku_does_not_fit(profile.name, sku) is None


def test_every_profile_has_its_mount_options() -> None:
    assert set(MOUNT_OPTIONS) == set(STORAGE_PROFILES)


@pytest.mark.parametrize(
    ("profile", "option"),
    [
        ("blob-nfs", "-o attr_timeout=120"),
        ("blob-nfs", "-o allow_other"),
        ("blob-nfs", "--use-attr-cache=true"),
        ("blob-nfs", "--some-new-blobfuse-flag"),
        ("files-nfs", "dir_mode=0777"),
        ("files-smb", "nconnect=4"),
        ("blob-fuse", "nconnect=4"),
        ("blob-fuse", "uid=1000"),
        ("disk", "mfsymlinks"),
    ],
)
def test_options_of_another_mount_are_refused(profile: str, option: str) -> None:
    problem = why_mount_option_does_not_fit(profile, option)
    assert problem is not None
    assert option in problem.message
    assert profile in problem.message
    assert mount_option_note(profile, option) is None


@pytest.mark.parametrize(
    ("profile", "option"),
    [
        ("blob-nfs", "nconnect=4"),
        ("files-nfs", "noresvport"),
        ("files-smb", "dir_mode=0755"),
        ("blob-fuse", "-o attr_timeout=120"),
        ("disk", "noatime"),
    ],
)
def test_own_options_pass(profile: str, option: str) -> None:
    assert why_mount_option_does_not_fit(profile, option) is None
    assert mount_option_note(profile, option) is None


def test_words_about_mount_options() -> None:
    problem = why_mount_option_does_not_fit("blob-nfs", "-o attr_timeout=120")
    assert problem is not None
    assert problem.message == (
        "the mount option -o attr_timeout=120 belongs to blob-fuse, and the mount of blob-nfs fails on it."
    )
    assert why_mount_option_does_not_fit("blob-nfs", "brandnew") is None
    assert mount_option_note("blob-nfs", "brandnew") == (
        "the catalogue does not know the mount option brandnew: whether blob-nfs takes it is not confirmed."
    )


@pytest.mark.parametrize(
    ("profile", "sku", "words"),
    [
        ("files-nfs", "Standard_LRS", "NFS shares exist on premium SKUs only"),
        ("blob-nfs", "premium_lrs", "Write Premium_LRS."),
        ("disk", "Standard_GRS", "Standard_GRS is not a SKU of disk"),
        ("files-smb", "Gold", "file.csi.azure.com knows no SKU of this name"),
    ],
)
def test_skus_that_do_not_fit(profile: str, sku: str, words: str) -> None:
    problem = why_sku_does_not_fit(profile, sku)
    assert problem is not None
    assert words in f"{problem.message} {problem.remedy}"


def test_disk_settings() -> None:
    for sku in TUNABLE_DISKS:
        assert why_disk_settings_do_not_fit(sku, caching="None", iops=5000, mbps=200) is None
        cached = why_disk_settings_do_not_fit(sku, caching="ReadOnly", iops=None, mbps=None)
        assert cached is not None
        assert "no host cache" in cached.message
    assert why_disk_settings_do_not_fit("Premium_LRS", caching="ReadOnly", iops=None, mbps=None) is None
    tuned = why_disk_settings_do_not_fit("Premium_LRS", caching=None, iops=5000, mbps=None)
    assert tuned is not None
    assert tuned.remedy == "Leave them out, or write sku: PremiumV2_LRS."


def test_premium_shares_start_at_100_gib() -> None:
    assert why_volume_is_too_small("files-smb", "Premium_LRS", 100) is None
    assert why_volume_is_too_small("files-smb", "Standard_LRS", 1) is None
    problem = why_volume_is_too_small("files-nfs", "Premium_ZRS", 50)
    assert problem is not None
    assert problem.message == "50 GiB is too small: a Premium_ZRS file share has at least 100 GiB."


@pytest.mark.parametrize(
    ("profile", "secure", "encrypted", "fits"),
    [
        ("blob-nfs", True, False, True),  # the setting exempts NFS 3 (Azure: storage-require-secure-transfer)
        ("blob-nfs", False, False, True),
        ("files-nfs", True, False, False),
        ("files-nfs", True, True, True),
        ("files-smb", True, False, True),
        ("blob-fuse", True, False, True),
        ("disk", True, False, True),
    ],
)
def test_secure_transfer(profile: str, secure: bool, encrypted: bool, fits: bool) -> None:
    problem = why_secure_transfer_does_not_fit(profile, secure_transfer=secure, encrypt_in_transit=encrypted)
    assert (problem is None) == fits


@pytest.mark.parametrize(
    ("profile", "sku", "kind"),
    [
        ("blob-nfs", "Premium_LRS", "BlockBlobStorage"),
        ("blob-fuse", "Standard_ZRS", "StorageV2"),
        ("files-smb", "Premium_LRS", "FileStorage"),
        ("files-smb", "StandardV2_LRS", "FileStorage"),
        ("files-smb", "Standard_GRS", "StorageV2"),
    ],
)
def test_account_kinds(profile: str, sku: str, kind: str) -> None:
    assert account_kind(profile, sku) == kind
