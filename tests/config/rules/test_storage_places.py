"""Where classes put volumes, with whose rights, and how safe checkpoints are."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.rules.storage import checkpoints
from aksgpu.config.rules.storage import storage_places as rules

Make = Callable[..., Subject]
Rule = Callable[[Subject], Any]
SUBNET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets/nodes"
PREMIUM_FILES = {"kind": "FileStorage", "sku": "Premium_LRS"}
NFS3 = {"hierarchicalNamespace": True, "nfsV3": True}


def stack(made: dict[str, Any] | None = None, /, **one: Any) -> dict[str, Any]:
    accounts = {} if made is None else {"accounts": {"data01": made}}
    return {"storage": {"classes": {"data": one}, **accounts}}


def found(rule: Rule, subject: Subject) -> list[Finding]:
    return [finding for finding in rule(subject) if finding.path[:3] == ("storage", "classes", "data")]


def test_an_account_that_is_not_there_is_refused_with_the_nearest(subject: Make) -> None:
    misspelt = stack({}, profile="blob-fuse", account="data10")
    (finding,) = found(rules.storage_class_account_exists, subject(misspelt))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.account")
    assert finding.remedy == "Did you mean data01?"
    (alone,) = found(rules.storage_class_account_exists, subject(stack(profile="blob-fuse", account="data10")))
    assert "storage.accounts" in alone.remedy
    assert not found(rules.storage_class_account_exists, subject(stack({}, profile="blob-fuse", account="data01")))


@pytest.mark.parametrize(
    ("profile", "account", "words"),
    [
        ("blob-fuse", PREMIUM_FILES, "holds file shares"),
        ("blob-nfs", {}, "NFS 3 is not switched on"),
        ("blob-nfs", {"hierarchicalNamespace": True}, "NFS 3 is not switched on"),
        ("files-smb", {"kind": "BlockBlobStorage", "sku": "Premium_LRS"}, "holds blobs"),
        ("files-nfs", {}, "FileStorage only"),
    ],
)
def test_an_account_of_the_wrong_kind_is_refused(
    subject: Make, profile: str, account: dict[str, Any], words: str
) -> None:
    (finding,) = found(rules.storage_class_fits_its_account, subject(stack(account, profile=profile, account="data01")))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.account")
    assert words in finding.message


@pytest.mark.parametrize(
    ("profile", "account"),
    [
        ("blob-fuse", {}),
        ("blob-nfs", NFS3),
        ("files-smb", {}),
        ("files-smb", PREMIUM_FILES),
        ("files-nfs", PREMIUM_FILES),
    ],
)
def test_an_account_of_the_right_kind_is_taken(subject: Make, profile: str, account: dict[str, Any]) -> None:
    assert not found(rules.storage_class_fits_its_account, subject(stack(account, profile=profile, account="data01")))


@pytest.mark.parametrize(("key", "value"), [("sku", "Premium_LRS"), ("privateEndpoint", True)])
def test_the_account_decides_sku_and_network(subject: Make, key: str, value: object) -> None:
    one = {"profile": "blob-fuse", "account": "data01", key: value}
    (finding,) = found(rules.storage_class_fits_its_account, subject(stack({}, **one)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"storage.classes.data.{key}")
    same = stack({}, profile="blob-fuse", account="data01", sku="Standard_ZRS")
    assert not found(rules.storage_class_fits_its_account, subject(same))


@pytest.mark.parametrize(
    ("secure", "encrypted", "refused"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_plain_nfs_fails_against_secure_transfer(subject: Make, secure: bool, encrypted: bool, refused: bool) -> None:
    account = {**PREMIUM_FILES, "secureTransfer": secure}
    one = stack(account, profile="files-nfs", account="data01", encryptInTransit=encrypted)
    findings = found(rules.nfs_share_passes_secure_transfer, subject(one))
    assert [finding.severity for finding in findings] == ([Severity.ERROR] if refused else [])


def test_nfs_on_blob_passes_by_secure_transfer(subject: Make) -> None:
    one = stack({**NFS3, "secureTransfer": True}, profile="blob-nfs", account="data01")
    assert not found(rules.nfs_share_passes_secure_transfer, subject(one))


def test_smb_in_an_account_without_keys_has_nobody_to_mount_it(subject: Make) -> None:
    (finding,) = found(
        rules.smb_volumes_have_somebody_to_mount_them, subject(stack({}, profile="files-smb", account="data01"))
    )
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.account")
    assert "SMB OAuth" in finding.message
    assert "sharedKeys: true" in finding.remedy


def test_smb_in_an_account_with_keys_is_said(subject: Make) -> None:
    one = stack({"sharedKeys": True}, profile="files-smb", account="data01")
    (finding,) = found(rules.smb_volumes_have_somebody_to_mount_them, subject(one))
    assert finding.severity is Severity.NOTE
    assert "kube-system" in finding.message


def test_smb_on_an_old_cluster_mounts_with_keys(existing_subject: Make) -> None:
    def on(version: str) -> Subject:
        facts = {"cluster": {"existing": {"facts": {"kubernetesVersion": version}}}}
        return existing_subject({**stack(profile="files-smb"), **facts})

    (finding,) = found(rules.smb_volumes_have_somebody_to_mount_them, on("1.33"))
    assert finding.severity is Severity.WARNING
    assert not found(rules.smb_volumes_have_somebody_to_mount_them, on("1.34"))


def test_smb_by_identity_through_the_drivers_endpoint_is_in_doubt(subject: Make) -> None:
    (finding,) = found(
        rules.smb_volumes_have_somebody_to_mount_them, subject(stack(profile="files-smb", privateEndpoint=True))
    )
    assert (finding.severity, finding.dotted) == (Severity.NOTE, "storage.classes.data.privateEndpoint")
    assert not found(rules.smb_volumes_have_somebody_to_mount_them, subject(stack(profile="files-smb")))


def test_endpoints_of_a_driver_need_a_network_of_the_stack(subject: Make, existing_subject: Make) -> None:
    one = stack(profile="files-nfs", privateEndpoint=True)
    theirs = {"cluster": {"create": {"network": {"existingSubnet": SUBNET}}}}
    for made in (subject({**one, **theirs}), existing_subject(one)):
        (finding,) = found(rules.driver_made_endpoint_has_a_network, made)
        assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.privateEndpoint")
    assert not found(rules.driver_made_endpoint_has_a_network, subject(one))


def test_without_internet_only_private_endpoints_are_reached(subject: Make) -> None:
    isolated = {"cluster": {"create": {"network": {"outbound": "none"}}}}
    (finding,) = found(rules.driver_made_endpoint_has_a_network, subject({**stack(profile="files-smb"), **isolated}))
    assert finding.severity is Severity.ERROR
    for one in ({"profile": "files-smb", "privateEndpoint": True}, {"profile": "disk"}):
        assert not found(rules.driver_made_endpoint_has_a_network, subject({**stack(**one), **isolated}))
    assert not found(rules.driver_made_endpoint_has_a_network, subject(stack(profile="files-smb")))


def test_somebody_elses_cluster_makes_volumes_as_an_identity_that_nobody_named(
    subject: Make, existing_subject: Make
) -> None:
    one = stack({}, profile="blob-fuse", account="data01")
    (finding,) = found(rules.driver_has_rights_on_the_account, existing_subject(one))
    assert finding.severity is Severity.WARNING
    assert "data01" in finding.remedy
    system = {"cluster": {"existing": {"facts": {"identity": "SystemAssigned"}}}}
    assert not found(rules.driver_has_rights_on_the_account, existing_subject({**one, **system}))
    assert not found(rules.driver_has_rights_on_the_account, subject(one))


def test_checkpoints_are_retained(subject: Make) -> None:
    (finding,) = found(
        checkpoints.checkpoints_outlive_their_claims, subject(stack(profile="blob-fuse", checkpoints=True))
    )
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.classes.data.reclaimPolicy")
    kept = stack(profile="blob-fuse", checkpoints=True, reclaimPolicy="Retain")
    assert not found(checkpoints.checkpoints_outlive_their_claims, subject(kept))
    assert not found(checkpoints.checkpoints_outlive_their_claims, subject(stack(profile="blob-fuse")))


@pytest.mark.parametrize(
    ("sku", "wanted", "refused"),
    [
        ("Premium_LRS", "zone", True),
        ("Standard_ZRS", "zone", False),
        ("Standard_GRS", "zone", False),
        ("Standard_ZRS", "geo", True),
        ("Standard_RAGRS", "geo", False),
        ("Premium_LRS", "none", False),
    ],
)
def test_checkpoints_are_as_redundant_as_compliance_asks(subject: Make, sku: str, wanted: str, refused: bool) -> None:
    compliance = {"compliance": {"checkpointRedundancy": wanted}}
    by_driver = stack(profile="blob-fuse", sku=sku, checkpoints=True)
    findings = found(checkpoints.checkpoints_are_redundant, subject({**by_driver, **compliance}))
    assert [finding.severity for finding in findings] == ([Severity.ERROR] if refused else [])
    kind = "BlockBlobStorage" if sku.startswith("Premium") else "StorageV2"
    in_account = stack({"kind": kind, "sku": sku}, profile="blob-fuse", account="data01", checkpoints=True)
    findings = found(checkpoints.checkpoints_are_redundant, subject({**in_account, **compliance}))
    assert [finding.dotted for finding in findings] == (["storage.classes.data.account"] if refused else [])
    assert all("storage.accounts.data01.sku" in finding.remedy for finding in findings)


def test_redundancy_that_no_class_is_held_to_is_a_warning(subject: Make) -> None:
    compliance = {"compliance": {"checkpointRedundancy": "zone"}}
    (finding,) = checkpoints.checkpoints_are_redundant(subject({**stack(profile="blob-fuse"), **compliance}))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "compliance.checkpointRedundancy")
