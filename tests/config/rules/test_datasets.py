"""Datasets: where they are, for whom, and with whose rights they are mounted."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.storage import dataset_access as access
from aksgpu.config.rules.storage import datasets as rules
from aksgpu.config.rules.storage import smb_datasets as smb

Make = Callable[..., Subject]
COMPANY = {"name": "companydata", "resourceGroup": "rg-data"}
IMAGES: dict[str, Any] = {"existingAccount": COMPANY, "container": "images", "teams": ["vision"]}
SHARE: dict[str, Any] = {"existingAccount": COMPANY, "share": "images", "protocol": "files-smb", "teams": ["vision"]}
PREMIUM_FILES = {"kind": "FileStorage", "sku": "Premium_LRS"}


def stack(accounts: dict[str, Any] | None = None, **datasets: dict[str, Any]) -> dict[str, Any]:
    return {"storage": {"accounts": accounts or {}, "datasets": datasets}}


def test_a_good_dataset_has_nothing_against_it(subject: Make) -> None:
    made = subject(stack(images=IMAGES))
    for rule in (*rules.RULES, *access.RULES, *smb.RULES):
        assert not list(rule(made)), rule.__name__


@pytest.mark.parametrize(
    ("one", "words"),
    [
        ({"account": "data01"}, "both account and existingAccount"),
        ({"existingAccount": ...}, "neither account nor existingAccount"),
    ],
)
def test_a_dataset_lies_in_one_account(subject: Make, one: dict[str, Any], words: str) -> None:
    dataset = {key: value for key, value in {**IMAGES, **one}.items() if value is not ...}
    (finding,) = rules.dataset_has_one_account(subject(stack({"data01": {}}, images=dataset)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images")
    assert words in finding.message


def test_an_account_of_the_stack_must_be_there(subject: Make) -> None:
    dataset = {"account": "data02", "container": "images", "teams": ["vision"]}
    (finding,) = rules.dataset_has_one_account(subject(stack({"data01": {}}, images=dataset)))
    assert finding.remedy == "Did you mean data01?"
    (outside,) = rules.dataset_has_one_account(subject(stack(images=dataset)))
    assert "existingAccount" in outside.remedy


@pytest.mark.parametrize(
    ("one", "path", "words"),
    [
        ({"protocol": "files-nfs"}, "storage.datasets.images.container", "mounts a share"),
        ({"share": "images"}, "storage.datasets.images.share", "beside container"),
        ({"container": ..., "share": "images"}, "storage.datasets.images.share", "blob-fuse mounts a container"),
        ({"container": ...}, "storage.datasets.images", "none is named"),
        ({"container": ..., "protocol": "files-smb"}, "storage.datasets.images", "mounts a share"),
    ],
)
def test_a_dataset_is_a_container_or_a_share(subject: Make, one: dict[str, Any], path: str, words: str) -> None:
    dataset = {key: value for key, value in {**IMAGES, **one}.items() if value is not ...}
    (finding,) = rules.dataset_has_one_place(subject(stack(images=dataset)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, path)
    assert words in finding.message


@pytest.mark.parametrize("name", ["Images", "im", "a--b", "-images", "images/2024", "x" * 64, "imagesÄ", "---", ""])
def test_names_that_no_container_has(subject: Make, name: str) -> None:
    (finding,) = rules.dataset_place_has_a_possible_name(subject(stack(images={**IMAGES, "container": name})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images.container")


@pytest.mark.parametrize("name", ["images", "a1-b2", "123", "x" * 63])
def test_names_that_a_container_may_have(subject: Make, name: str) -> None:
    assert not list(rules.dataset_place_has_a_possible_name(subject(stack(images={**IMAGES, "container": name}))))


@pytest.mark.parametrize(
    ("account", "one", "words"),
    [
        (PREMIUM_FILES, {"container": "images"}, "no blobs"),
        ({}, {"container": "images", "protocol": "blob-nfs"}, "NFS 3"),
        ({}, {"share": "images", "protocol": "files-nfs"}, "FileStorage only"),
    ],
)
def test_an_account_of_the_stack_must_hold_such_data(
    subject: Make, account: dict[str, Any], one: dict[str, Any], words: str
) -> None:
    dataset = {"account": "data01", "teams": ["vision"], **one}
    (finding,) = rules.dataset_fits_its_account(subject(stack({"data01": account}, images=dataset)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images.protocol")
    assert words in finding.message


def test_what_the_stack_does_not_make_is_said(subject: Make) -> None:
    dataset = {"account": "data01", "container": "images", "teams": ["vision"]}
    (finding,) = rules.dataset_fits_its_account(subject(stack({"data01": {}}, images=dataset)))
    assert finding.severity is Severity.NOTE
    assert "Nothing empty is made" in finding.message


def test_unknown_teams_are_refused_with_the_nearest(subject: Make) -> None:
    (finding,) = rules.dataset_teams_exist(subject(stack(images={**IMAGES, "teams": ["vision", "visoin"]})))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images.teams[1]")
    assert finding.remedy == "Did you mean vision?"


def test_a_size_of_nothing_is_refused(subject: Make) -> None:
    (finding,) = rules.dataset_size_is_one(subject(stack(images={**IMAGES, "size": "0"})))
    assert finding.dotted == "storage.datasets.images.size"


@pytest.mark.parametrize("dataset", [IMAGES, SHARE])
def test_a_team_without_identity_mounts_nothing_as_itself(subject: Make, dataset: dict[str, Any]) -> None:
    without = {"teams": {"vision": {"workloadIdentity": False}}}
    (finding,) = access.dataset_is_mounted_by_an_identity(subject({**stack(images=dataset), **without}))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images.teams[0]")
    nfs = {**IMAGES, "protocol": "blob-nfs"}
    assert not list(access.dataset_is_mounted_by_an_identity(subject({**stack(images=nfs), **without})))


@pytest.mark.parametrize(
    ("dataset", "version", "refused"),
    [(IMAGES, "1.33", True), (IMAGES, "1.34", False), (SHARE, "1.34.9", True), (SHARE, "1.35", False)],
)
def test_mounting_with_a_token_came_with_a_driver(
    existing_subject: Make, dataset: dict[str, Any], version: str, refused: bool
) -> None:
    facts = {"cluster": {"existing": {"facts": {"kubernetesVersion": version}}}}
    findings = list(access.dataset_is_mounted_by_an_identity(existing_subject({**stack(images=dataset), **facts})))
    assert [finding.severity for finding in findings] == ([Severity.ERROR] if refused else [])


def test_smb_oauth_cannot_be_switched_on_for_accounts_of_the_stack(subject: Make) -> None:
    ours = {"account": "data01", "share": "images", "protocol": "files-smb", "teams": ["vision"]}
    (refused,) = smb.smb_dataset_has_smb_oauth(subject(stack({"data01": {}}, images=ours)))
    assert refused.severity is Severity.ERROR
    (told,) = smb.smb_dataset_has_smb_oauth(subject(stack(images=SHARE)))
    assert told.severity is Severity.NOTE
    assert "--name companydata --resource-group rg-data --enable-smb-oauth true" in told.remedy


def test_smb_of_two_teams_in_one_account_is_a_warning(subject: Make) -> None:
    other = {**SHARE, "share": "speech", "teams": ["speech"], "readOnly": False}
    both = {**stack(images=SHARE, speech=other), "teams": {"speech": {}}}
    findings = list(smb.smb_dataset_is_alone_in_its_account(subject(both)))
    assert [(each.severity, each.dotted) for each in findings] == [
        (Severity.WARNING, "storage.datasets.images.protocol"),
        (Severity.WARNING, "storage.datasets.speech.protocol"),
    ]
    elsewhere = {**other, "existingAccount": {"name": "speechdata", "resourceGroup": "rg-data"}}
    apart = {**stack(images=SHARE, speech=elsewhere), "teams": {"speech": {}}}
    assert [each.severity for each in smb.smb_dataset_is_alone_in_its_account(subject(apart))] == [Severity.NOTE]


@pytest.mark.parametrize(("read_only", "words"), [(True, "reads everything"), (False, "reads and writes everything")])
def test_nfs_is_open_to_the_network(subject: Make, read_only: bool, words: str) -> None:
    dataset = {**IMAGES, "protocol": "blob-nfs", "readOnly": read_only}
    (finding,) = access.nfs_dataset_is_open_to_the_network(subject(stack(images=dataset)))
    assert finding.severity is Severity.NOTE
    assert words in finding.message


NFS_SHARE = {"account": "data01", "share": "images", "protocol": "files-nfs", "teams": ["vision"]}


@pytest.mark.parametrize(
    ("account", "encrypted", "refused"),
    [({}, False, True), ({}, True, False), ({"secureTransfer": False}, False, False)],
)
def test_plain_nfs_datasets_fail_against_secure_transfer(
    subject: Make, account: dict[str, Any], encrypted: bool, refused: bool
) -> None:
    accounts = {"data01": {**PREMIUM_FILES, **account}}
    made = subject(stack(accounts, images={**NFS_SHARE, "encryptInTransit": encrypted}))
    findings = list(access.nfs_dataset_passes_secure_transfer(made))
    assert [(each.severity, each.dotted) for each in findings] == (
        [(Severity.ERROR, "storage.datasets.images.encryptInTransit")] if refused else []
    )
    assert all("on the dataset" in each.remedy for each in findings)


def test_tls_is_for_nfs_shares_of_new_enough_clusters(subject: Make, existing_subject: Make) -> None:
    (wrong,) = access.nfs_dataset_passes_secure_transfer(subject(stack(images={**IMAGES, "encryptInTransit": True})))
    assert "blob-fuse" in wrong.message
    old = {"cluster": {"existing": {"facts": {"kubernetesVersion": "1.32"}}}}
    share = {**SHARE, "protocol": "files-nfs", "encryptInTransit": True}
    (refused,) = access.nfs_dataset_passes_secure_transfer(existing_subject({**stack(images=share), **old}))
    assert "1.33" in refused.message


@pytest.mark.parametrize(("dataset", "driver"), [(IMAGES, "blob"), (SHARE, "file")])
def test_a_dataset_without_its_driver_is_refused(subject: Make, dataset: dict[str, Any], driver: str) -> None:
    off = {"cluster": {"create": {"csiDrivers": {driver: False}}}}
    (finding,) = access.dataset_driver_is_on(subject({**stack(images=dataset), **off}))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.datasets.images.protocol")


def test_governed_data_does_not_lie_where_volumes_are_made(subject: Make) -> None:
    dataset = {"account": "data01", "container": "images", "teams": ["vision"]}
    together = stack({"data01": {}}, images=dataset)
    together["storage"]["classes"] = {"work": {"profile": "blob-fuse", "account": "data01"}}
    (finding,) = access.dataset_is_apart_from_made_volumes(subject(together))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "storage.datasets.images")
    assert "class work" in finding.message


BROKEN: list[dict[str, Any]] = [
    stack(images={"teams": ["nobody"]}),
    stack(images={"teams": ["nobody"], "account": "data01", "existingAccount": COMPANY, "container": "", "share": ""}),
    {"storage": {"classes": {"x": {"profile": "disk", "account": "data01", "sku": "?", "privateEndpoint": True}}}},
    {"storage": {"classes": {"x": {"profile": "blob-nfs", "account": "data01", "mountOptions": ["", "="]}}}},
    {"teams": {"vision": {"resourceQuota": {"": "1", ".": "1", "/": "1"}, "queue": {"quota": {"no": {}}}}}},
]


@pytest.mark.parametrize("changes", BROKEN)
def test_no_rule_falls_over_a_broken_stack(subject: Make, existing_subject: Make, changes: dict[str, Any]) -> None:
    from aksgpu.config.rules import storage as storage_rules
    from aksgpu.config.rules import teams as team_rules

    for make in (subject, existing_subject):
        made = make(changes)
        findings = [each for rule in (*storage_rules.RULES, *team_rules.RULES) for each in rule(made)]
        assert any(each.severity is Severity.ERROR for each in findings)
        for each in findings:
            assert each.message
            assert each.remedy or each.severity is Severity.NOTE
