"""Storage classes: what each driver takes."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.catalogue.storage_drivers import BUILT_IN_CLASSES
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.storage import disk_classes
from aksgpu.config.rules.storage import storage as rules

Make = Callable[..., Subject]
Rule = Callable[[Subject], Any]


def classes(**one: Any) -> dict[str, Any]:
    return {"storage": {"classes": {"data": one}}}


def found(rule: Rule, subject: Subject) -> list[Finding]:
    """Findings about the class `data`; the default classes of a stack have nothing wrong."""
    return [finding for finding in rule(subject) if finding.path[:3] == ("storage", "classes", "data")]


@pytest.mark.parametrize("name", sorted(BUILT_IN_CLASSES))
def test_names_of_akss_own_classes_are_taken(subject: Make, name: str) -> None:
    (finding,) = rules.storage_class_name_is_free(subject({"storage": {"classes": {name: {"profile": "disk"}}}}))
    assert (finding.severity, finding.path) == (Severity.ERROR, ("storage", "classes", name))


def test_other_names_are_free(subject: Make) -> None:
    assert not list(rules.storage_class_name_is_free(subject({"storage": {"classes": {"nfs": {"profile": "disk"}}}})))


@pytest.mark.parametrize(
    ("profile", "sku"),
    [
        ("files-nfs", "Standard_LRS"),
        ("blob-fuse", "PremiumV2_LRS"),
        ("disk", "Standard_ZRS"),
        ("files-smb", "premium_lrs"),
    ],
)
def test_skus_of_other_profiles_are_refused(subject: Make, profile: str, sku: str) -> None:
    (finding,) = found(rules.storage_class_sku_fits_profile, subject(classes(profile=profile, sku=sku)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.sku")


@pytest.mark.parametrize(
    ("profile", "sku"),
    [("files-nfs", "Premium_ZRS"), ("blob-fuse", "Standard_GRS"), ("disk", "PremiumV2_LRS"), ("files-smb", None)],
)
def test_skus_of_the_profile_are_taken(subject: Make, profile: str, sku: str | None) -> None:
    assert not found(rules.storage_class_sku_fits_profile, subject(classes(profile=profile, sku=sku)))


def test_provisioned_v2_shares_wait_for_their_driver(existing_subject: Make) -> None:
    def on(version: str) -> Subject:
        facts = {"cluster": {"existing": {"facts": {"kubernetesVersion": version}}}}
        return existing_subject({**classes(profile="files-smb", sku="PremiumV2_ZRS"), **facts})

    (finding,) = found(rules.storage_class_sku_fits_profile, on("1.34"))
    assert "1.35" in finding.message
    assert not found(rules.storage_class_sku_fits_profile, on("1.35.6"))


@pytest.mark.parametrize(
    ("profile", "option"),
    [
        ("blob-nfs", "-o attr_timeout=120"),
        ("blob-nfs", "--use-attr-cache=true"),
        ("files-nfs", "mfsymlinks"),
        ("files-smb", "nconnect=4"),
        ("blob-fuse", "nconnect=4"),
        ("disk", "dir_mode=0777"),
        ("files-nfs", "vers=4"),
        ("blob-nfs", "sec=sys"),
        ("files-nfs", "minorversion=1"),
    ],
)
def test_options_of_another_mount_are_refused(subject: Make, profile: str, option: str) -> None:
    changes = classes(profile=profile, mountOptions=["noatime", option] if profile != "blob-fuse" else [option])
    (finding,) = found(rules.storage_class_mount_options_fit, subject(changes))
    assert finding.severity is Severity.ERROR
    assert finding.path[:4] == ("storage", "classes", "data", "mountOptions")
    assert option.split("=")[0] in finding.message


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        ("blob-nfs", ["nconnect=8", "actimeo=5"]),
        ("files-smb", ["uid=1000", "dir_mode=0750"]),
        ("blob-fuse", ["--cache-size-mb=20000", "-o attr_timeout=1"]),
    ],
)
def test_options_of_its_own_mount_are_taken(subject: Make, profile: str, options: list[str]) -> None:
    assert not found(rules.storage_class_mount_options_fit, subject(classes(profile=profile, mountOptions=options)))


def test_an_option_that_nobody_knows_is_a_note(subject: Make) -> None:
    changes = classes(profile="files-nfs", mountOptions=["turbo"])
    (finding,) = found(rules.storage_class_mount_options_fit, subject(changes))
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "storage.classes.data.mountOptions[0]")


@pytest.mark.parametrize(
    ("profile", "key", "value"),
    [
        ("files-smb", "encryptInTransit", True),
        ("blob-nfs", "rootSquash", "RootSquash"),
        ("files-smb", "caching", "ReadOnly"),
        ("blob-fuse", "iops", 500),
        ("blob-fuse", "mbps", 100),
        ("disk", "privateEndpoint", True),
        ("disk", "account", "data01"),
    ],
)
def test_keys_of_another_profile_are_refused(subject: Make, profile: str, key: str, value: object) -> None:
    (finding,) = found(rules.storage_class_keys_belong_to_profile, subject(classes(**{"profile": profile, key: value})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"storage.classes.data.{key}")
    assert profile in finding.message


@pytest.mark.parametrize(
    "one",
    [
        {"profile": "files-nfs", "encryptInTransit": True, "rootSquash": "AllSquash", "privateEndpoint": True},
        {"profile": "disk", "caching": "None", "iops": 500, "mbps": 100},
        {"profile": "blob-fuse", "account": "data01"},
    ],
)
def test_keys_of_the_profile_are_taken(subject: Make, one: dict[str, Any]) -> None:
    assert not found(rules.storage_class_keys_belong_to_profile, subject(classes(**one)))


@pytest.mark.parametrize(
    ("sku", "refused"), [("Standard_GRS", 1), ("Standard_RAGRS", 1), ("Standard_ZRS", 0), (None, 0)]
)
def test_blob_nfs_is_not_geo_redundant(subject: Make, sku: str | None, refused: int) -> None:
    findings = found(rules.blob_nfs_is_not_copied_to_another_region, subject(classes(profile="blob-nfs", sku=sku)))
    assert [finding.severity for finding in findings] == [Severity.ERROR] * refused


@pytest.mark.parametrize(("profile", "driver"), [("blob-nfs", "blob"), ("files-smb", "file"), ("disk", "disk")])
def test_a_class_without_its_driver_is_refused(
    subject: Make, existing_subject: Make, profile: str, driver: str
) -> None:
    off = {"csiDrivers": {driver: False}}
    ours = subject({**classes(profile=profile), "cluster": {"create": off}})
    (finding,) = found(rules.storage_class_driver_is_on, ours)
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.profile")
    assert f"cluster.create.csiDrivers.{driver}" in finding.message
    theirs = existing_subject({**classes(profile=profile), "cluster": {"existing": {"facts": off}}})
    (declared,) = found(rules.storage_class_driver_is_on, theirs)
    assert "cluster.existing.facts" in declared.message
    assert f"--enable-{driver}-driver" in declared.remedy, "what stands in the file switches nothing on there"
    assert not found(rules.storage_class_driver_is_on, subject(classes(profile=profile)))


def test_nfs_encryption_needs_a_driver_and_is_in_doubt_on_azure_linux(subject: Make, existing_subject: Make) -> None:
    encrypted = classes(profile="files-nfs", encryptInTransit=True)
    old = {"cluster": {"existing": {"facts": {"kubernetesVersion": "1.32"}}}}
    (refused,) = found(rules.nfs_encryption_is_possible, existing_subject({**encrypted, **old}))
    assert refused.severity is Severity.ERROR
    assert "owner upgrade" in refused.remedy, "a version in the file upgrades no cluster of somebody else"
    (doubted,) = found(
        rules.nfs_encryption_is_possible, subject({**encrypted, "gpuSoftware": {"nodeOs": "AzureLinux"}})
    )
    assert doubted.severity is Severity.NOTE
    assert not found(rules.nfs_encryption_is_possible, subject(encrypted))
    assert not found(rules.nfs_encryption_is_possible, existing_subject({**classes(profile="files-nfs"), **old}))


@pytest.mark.parametrize(
    ("one", "words"),
    [
        ({"profile": "files-nfs"}, "100 GiB"),
        ({"profile": "files-smb", "sku": "Premium_ZRS"}, "100 GiB"),
        ({"profile": "files-smb", "sku": "Standard_LRS"}, None),
        ({"profile": "files-smb", "sku": "PremiumV2_LRS"}, None),
        ({"profile": "disk"}, None),
    ],
)
def test_premium_shares_start_at_a_hundred_gib(subject: Make, one: dict[str, Any], words: str | None) -> None:
    findings = found(rules.premium_share_has_a_least_size, subject(classes(**one)))
    assert [finding.severity for finding in findings] == ([Severity.NOTE] if words else [])
    assert all(words is not None and words in finding.message for finding in findings)


@pytest.mark.parametrize(
    ("one", "refused"),
    [
        ({"sku": "PremiumV2_LRS", "caching": "ReadOnly"}, True),
        ({"sku": "Premium_LRS", "iops": 5000}, True),
        ({"mbps": 200}, True),
        ({"sku": "PremiumV2_LRS", "iops": 5000, "mbps": 200, "caching": "None"}, False),
        ({"caching": "ReadOnly"}, False),
    ],
)
def test_disk_settings_follow_the_sku(subject: Make, one: dict[str, Any], refused: bool) -> None:
    findings = found(disk_classes.disk_class_settings_fit_sku, subject(classes(profile="disk", **one)))
    assert [finding.severity for finding in findings] == ([Severity.ERROR] if refused else [])


@pytest.mark.parametrize(
    ("one", "severity", "key"),
    [
        ({"sku": "UltraSSD_LRS"}, Severity.ERROR, "sku"),
        ({"sku": "PremiumV2_LRS"}, Severity.WARNING, "sku"),
        ({"binding": "Immediate"}, Severity.WARNING, "binding"),
    ],
)
def test_disks_that_pods_could_not_use(subject: Make, one: dict[str, Any], severity: Severity, key: str) -> None:
    (finding,) = found(disk_classes.disk_class_can_be_attached, subject(classes(profile="disk", **one)))
    assert (finding.severity, finding.dotted) == (severity, f"storage.classes.data.{key}")


def test_disks_that_pods_can_use(subject: Make) -> None:
    zoned = {"gpuPools": {"t4": {"zones": ["1"]}}}
    for one in ({"sku": "PremiumV2_LRS"}, {"sku": "Premium_ZRS", "binding": "Immediate"}, {}):
        assert not found(disk_classes.disk_class_can_be_attached, subject({**classes(profile="disk", **one), **zoned}))
