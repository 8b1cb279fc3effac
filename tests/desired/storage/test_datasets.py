"""Datasets as static volumes: bound to one claim, mounted as the team, never made, never deleted."""

from collections.abc import Callable
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.markers import FromAzure, resolve
from aksgpu.desired.storage.datasets import datasets
from aksgpu.desired.storage.statements import statements

Make = Callable[..., Subject]
COMPANY = {"name": "companydata", "resourceGroup": "rg-data"}
IMAGES: dict[str, Any] = {"existingAccount": COMPANY, "container": "images", "teams": ["vision"]}


def stack(accounts: dict[str, Any] | None = None, /, **one: Any) -> dict[str, Any]:
    return {"storage": {"datasets": {"images": {**IMAGES, **one}}, "accounts": accounts or {}}}


def pair(subject: Subject) -> tuple[KubernetesObject, KubernetesObject]:
    volume, claim = datasets(subject)
    return volume, claim


def attributes(subject: Subject) -> dict[str, Any]:
    return pair(subject)[0].manifest["spec"]["csi"]["volumeAttributes"]


@pytest.mark.parametrize(
    "one",
    [
        {},
        {"readOnly": False},
        {"protocol": "blob-nfs"},
        {"protocol": "files-smb", "container": None, "share": "images"},
        {"protocol": "files-nfs", "container": None, "share": "images", "encryptInTransit": True},
    ],
)
def test_volume_and_claim_belong_to_each_other_alone(subject: Make, one: dict[str, Any]) -> None:
    volume, claim = pair(subject(stack(**one)))
    spec = volume.manifest["spec"]
    assert spec["claimRef"] == {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "namespace": "vision",
        "name": "images",
    }
    assert claim.manifest["spec"]["volumeName"] == volume.manifest["metadata"]["name"]
    assert spec["storageClassName"] == claim.manifest["spec"]["storageClassName"] == ""
    assert spec["persistentVolumeReclaimPolicy"] == "Retain"
    assert spec["accessModes"] == claim.manifest["spec"]["accessModes"]
    assert spec["capacity"]["storage"] == claim.manifest["spec"]["resources"]["requests"]["storage"]
    assert volume.key in claim.after
    assert "namespace-vision" in claim.after
    for each in (volume, claim):
        assert validate(resolve(each.manifest, lambda _: "a-client-id")) == []


def test_blobfuse_mounts_with_the_teams_token_and_no_key(subject: Make) -> None:
    assert attributes(subject(stack())) == {
        "protocol": "fuse2",
        "resourceGroup": "rg-data",
        "storageAccount": "companydata",
        "containerName": "images",
        "clientID": FromAzure("team-vision-identity", "clientId"),
        "mountWithWorkloadIdentityToken": "true",
    }


def test_no_volume_ever_names_a_secret(subject: Make) -> None:
    for one in ({}, {"protocol": "files-smb", "container": None, "share": "x"}, {"protocol": "blob-nfs"}):
        spec = pair(subject(stack(**one)))[0].manifest["spec"]["csi"]
        assert not any("secret" in key.lower() for key in (*spec, *spec["volumeAttributes"]))


def test_nfs_has_no_identity(subject: Make) -> None:
    found = attributes(subject(stack(protocol="blob-nfs")))
    assert found["protocol"] == "nfs"
    assert {"clientID", "mountWithWorkloadIdentityToken"}.isdisjoint(found)


def test_each_team_has_a_volume_of_its_own(subject: Make) -> None:
    changes = {**stack(teams=["vision", "speech", "vision"]), "teams": {"speech": {"namespace": "audio"}}}
    made = [*datasets(subject(changes))]
    volumes = [each.manifest for each in made if each.manifest["kind"] == "PersistentVolume"]
    assert len(volumes) == 2
    assert len({each["spec"]["csi"]["volumeHandle"] for each in volumes}) == 2
    assert {each["spec"]["claimRef"]["namespace"] for each in volumes} == {"vision", "audio"}
    clients = [each["spec"]["csi"]["volumeAttributes"]["clientID"] for each in volumes]
    assert clients == [FromAzure(f"team-{team}-identity", "clientId") for team in ("vision", "speech")]


def test_names_stay_apart_and_handles_are_plain(subject: Make) -> None:
    """Team a-b with dataset c, and team a with dataset b-c, must not meet."""
    both = {
        "storage": {"datasets": {"c": {**IMAGES, "teams": ["a-b"]}, "c-b": {**IMAGES, "teams": ["a"]}}},
        "teams": {"a-b": {}, "a": {}},
    }
    names = [each.manifest["metadata"]["name"] for each in datasets(subject(both)) if "csi" in each.manifest["spec"]]
    assert len(set(names)) == 2
    longest = "x" * 63
    changes = {
        "storage": {"datasets": {longest: {**IMAGES, "teams": ["vision"]}}},
        "teams": {"vision": {"namespace": "y" * 63}},
    }
    volume, _ = datasets(subject(changes))
    handle = volume.manifest["spec"]["csi"]["volumeHandle"]
    assert not set("#/") & set(handle)
    assert len(handle) <= 128
    assert len(volume.manifest["metadata"]["name"]) <= 253


@pytest.mark.parametrize(
    ("one", "option"),
    [
        ({}, "-o ro"),
        ({"protocol": "blob-nfs"}, "ro"),
        ({"protocol": "files-smb", "container": None, "share": "images"}, "ro"),
    ],
)
def test_read_only_is_said_at_every_place_that_is_looked_at(subject: Make, one: dict[str, Any], option: str) -> None:
    spec = pair(subject(stack(**one)))[0].manifest["spec"]
    assert spec["accessModes"] == ["ReadOnlyMany"]
    assert spec["csi"]["readOnly"] is True
    assert option in spec["mountOptions"]
    writable = pair(subject(stack(**one, readOnly=False)))[0].manifest["spec"]
    assert writable["accessModes"] == ["ReadWriteMany"]
    assert writable["csi"]["readOnly"] is False
    assert option not in writable["mountOptions"]


@pytest.mark.parametrize(
    ("accounts", "one"),
    [
        ({}, {"existingAccount": {**COMPANY, "hierarchicalNamespace": True}}),
        ({"data01": {"hierarchicalNamespace": True}}, {"existingAccount": None, "account": "data01"}),
    ],
)
def test_data_lakes_are_mounted_in_their_way(subject: Make, accounts: dict[str, Any], one: dict[str, Any]) -> None:
    assert "--use-adls=true" in pair(subject(stack(accounts, **one)))[0].manifest["spec"]["mountOptions"]
    assert "--use-adls=true" not in pair(subject(stack()))[0].manifest["spec"]["mountOptions"]


def test_an_account_of_the_stack_is_named_by_its_group_and_waited_for(subject: Make) -> None:
    volume, _ = pair(subject(stack({"data01": {}}, existingAccount=None, account="data01")))
    found = volume.manifest["spec"]["csi"]["volumeAttributes"]
    assert (found["storageAccount"], found["resourceGroup"]) == ("data01", "rg-gpu-dev")
    assert "storage-data01" in volume.after


def test_another_subscription_is_named(subject: Make) -> None:
    elsewhere = {**COMPANY, "subscriptionId": "11111111-2222-3333-4444-555555555555"}
    assert attributes(subject(stack(existingAccount=elsewhere)))["subscriptionID"].startswith("11111111")
    assert "subscriptionID" not in attributes(subject(stack()))


@pytest.mark.parametrize(
    "one", [{"container": "images2"}, {"readOnly": False}, {"size": "2Ti"}, {"protocol": "blob-nfs"}]
)
def test_what_cannot_change_in_place_gives_volume_and_claim_a_new_name(subject: Make, one: dict[str, Any]) -> None:
    """A claim whose volume is made again under the same name stays lost for ever."""
    before, after = pair(subject(stack())), pair(subject(stack(**one)))
    assert before[0].key != after[0].key
    assert before[1].key == after[1].key
    assert "spec.volumeName" in after[1].replace_on_changes


def test_the_same_dataset_has_the_same_name_in_every_run(subject: Make) -> None:
    assert pair(subject(stack()))[0] == pair(subject(stack()))[0]


def test_the_plan_says_how_a_pod_mounts(subject: Make) -> None:
    texts = [each.text for each in statements(subject(stack()))]
    assert any("serviceAccountName: workload mount images" in text for text in texts)
    assert any("companydata must let in the nodes" in text for text in texts)
    nfs = [each.text for each in statements(subject(stack(protocol="blob-nfs")))]
    assert not any("serviceAccountName" in text for text in nfs)
