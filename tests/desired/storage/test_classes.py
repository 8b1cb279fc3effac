"""StorageClasses: parameters in each driver's own words, and mount options that never mix."""

from collections.abc import Callable
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.catalogue.mount_options import why_mount_option_does_not_fit
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.network import parts as network_parts
from aksgpu.desired.entries import AzureResource, KubernetesObject
from aksgpu.desired.markers import FromAzure, resolve
from aksgpu.desired.storage.classes import storage_classes

Make = Callable[..., Subject]
KEYS_SET = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/diskEncryptionSets/keys"
SUBNET = "/subscriptions/s/resourceGroups/rg-net/providers/Microsoft.Network/virtualNetworks/hub/subnets/nodes"
PROFILES = ["blob-nfs", "blob-fuse", "files-smb", "files-nfs", "disk"]
KUBELET = FromAzure("identity-kubelet", "clientId")


def stack(accounts: dict[str, Any] | None = None, /, **one: Any) -> dict[str, Any]:
    return {"storage": {"classes": {"data": one}, "accounts": accounts or {}}}


def made(subject: Subject) -> KubernetesObject:
    return next(each for each in storage_classes(subject) if each.key == "storageclass-data")


def parameters(subject: Subject) -> dict[str, Any]:
    return made(subject).manifest["parameters"]


def on(version: str, changes: dict[str, Any]) -> dict[str, Any]:
    return {**changes, "cluster": {"existing": {"facts": {"kubernetesVersion": version}}}}


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_makes_a_valid_class(subject: Make, profile: str) -> None:
    entry = made(subject(stack(profile=profile)))
    assert validate(resolve(entry.manifest, lambda _: "a-client-id")) == []
    assert entry.manifest["provisioner"] == {"b": "blob", "f": "file", "d": "disk"}[profile[0]] + ".csi.azure.com"
    assert all(isinstance(value, str | FromAzure) for value in entry.manifest["parameters"].values())
    assert {"parameters", "provisioner", "reclaimPolicy", "mountOptions", "volumeBindingMode"} <= set(
        entry.replace_on_changes
    )


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("node_os", ["Ubuntu", "AzureLinux"])
def test_default_options_belong_to_their_mount(subject: Make, profile: Any, node_os: str) -> None:
    entry = made(subject({**stack(profile=profile), "gpuSoftware": {"nodeOs": node_os}}))
    options = entry.manifest.get("mountOptions", [])
    assert [option for option in options if why_mount_option_does_not_fit(profile, option)] == []
    assert any(option.startswith("nconnect") for option in options) is ("nfs" in profile and node_os == "Ubuntu")


def test_fuse_stops_the_billed_listing(subject: Make) -> None:
    assert "--cancel-list-on-mount-seconds=10" in made(subject(stack(profile="blob-fuse"))).manifest["mountOptions"]


def test_the_users_option_replaces_the_default_of_its_name(subject: Make) -> None:
    own = ["actimeo=5", "nconnect=8", "noatime"]
    options = made(subject(stack(profile="files-nfs", mountOptions=own))).manifest["mountOptions"]
    assert sorted(options) == sorted(["noresvport", *own])


def test_policies_follow_the_config(subject: Make) -> None:
    entry = made(subject(stack(profile="disk", reclaimPolicy="Retain", binding="Immediate", expandable=False)))
    assert (entry.manifest["reclaimPolicy"], entry.manifest["volumeBindingMode"]) == ("Retain", "Immediate")
    assert entry.manifest["allowVolumeExpansion"] is False
    assert made(subject(stack(profile="disk"))).manifest["volumeBindingMode"] == "WaitForFirstConsumer"
    assert made(subject(stack(profile="files-smb"))).manifest["volumeBindingMode"] == "Immediate"


def test_fuse_is_mounted_as_the_nodes_and_without_keys(subject: Make, existing_subject: Make) -> None:
    found = parameters(subject(stack(profile="blob-fuse")))
    assert found == {
        "protocol": "fuse2",
        "skuName": "Premium_LRS",
        "AzureStorageAuthType": "MSI",
        "AzureStorageIdentityClientID": KUBELET,
        "allowSharedKeyAccess": "false",
    }
    theirs = parameters(existing_subject(stack(profile="blob-fuse")))
    assert theirs["AzureStorageIdentityClientID"] == FromAzure("cluster", "identityProfile.kubeletidentity.clientId")


def test_smb_is_mounted_as_the_nodes_where_the_driver_can(subject: Make, existing_subject: Make) -> None:
    new = parameters(subject(stack(profile="files-smb")))
    assert (new["mountWithManagedIdentity"], new["clientID"]) == ("true", KUBELET)
    assert "storeAccountKey" not in new
    old = parameters(existing_subject(on("1.33", stack(profile="files-smb"))))
    assert (old["storeAccountKey"], old["secretNamespace"]) == ("true", "kube-system")
    assert "mountWithManagedIdentity" not in old


def test_smb_in_an_account_of_the_stack_keeps_its_key_from_the_teams(subject: Make) -> None:
    account = {"data01": {"sharedKeys": True}}
    found = parameters(subject(stack(account, profile="files-smb", account="data01")))
    assert (found["secretNamespace"], found["storageAccount"]) == ("kube-system", "data01")
    assert "mountWithManagedIdentity" not in found


@pytest.mark.parametrize("profile", PROFILES)
def test_no_class_puts_a_key_into_a_claims_namespace(subject: Make, profile: str) -> None:
    found = parameters(subject(stack(profile=profile)))
    assert found.get("storeAccountKey") in (None, "false") or found["secretNamespace"] == "kube-system"
    by_identity = found.get("AzureStorageAuthType") == "MSI" or found.get("mountWithManagedIdentity") == "true"
    assert by_identity or profile in ("blob-nfs", "files-nfs", "disk")


def test_nfs_shares_take_tls_and_root_squash(subject: Make) -> None:
    found = parameters(subject(stack(profile="files-nfs", encryptInTransit=True, rootSquash="RootSquash")))
    assert (found["encryptInTransit"], found["rootSquashType"]) == ("true", "RootSquash")
    assert found["protocol"] == "nfs"
    assert {"encryptInTransit", "rootSquashType"}.isdisjoint(parameters(subject(stack(profile="files-nfs"))))


def subnets(subject: Subject) -> dict[str, AzureResource]:
    (part,) = network_parts(subject)
    return {each.key: each for each in part.entries if isinstance(each, AzureResource)}


def test_nfs_lets_in_the_nodes_subnet_alone(subject: Make) -> None:
    one = subject(stack(profile="blob-nfs"))
    found, network = parameters(one), subnets(one)
    assert found["subnetName"] == network["subnet-nodes"].path["subnetName"]
    assert found["vnetName"] == network["vnet"].path["virtualNetworkName"]
    assert found["vnetResourceGroup"] == network["vnet"].path["resourceGroupName"]
    assert network["subnet-nodes"].inputs["serviceEndpoints"] == [{"service": "Microsoft.Storage"}]
    assert "networkEndpointType" not in found


def test_a_private_endpoint_of_the_driver_goes_where_endpoints_go(subject: Make) -> None:
    one = subject(stack(profile="files-smb", privateEndpoint=True))
    found, network = parameters(one), subnets(one)
    assert (found["networkEndpointType"], found["publicNetworkAccess"]) == ("privateEndpoint", "Disabled")
    assert found["subnetName"] == network["subnet-private-endpoints"].path["subnetName"]
    assert "vnetLinkName" in found


def test_in_an_existing_network_the_driver_is_told_its_subnet(subject: Make, existing_subject: Make) -> None:
    network = {"cluster": {"create": {"network": {"existingSubnet": SUBNET}}}}
    facts = {"cluster": {"existing": {"facts": {"nodeSubnet": SUBNET}}}}
    for one in (
        subject({**stack(profile="files-nfs"), **network}),
        existing_subject({**stack(profile="files-nfs"), **facts}),
    ):
        found = parameters(one)
        assert (found["vnetResourceGroup"], found["vnetName"], found["subnetName"]) == ("rg-net", "hub", "nodes")
    assert "subnetName" not in parameters(existing_subject(stack(profile="files-nfs")))


def test_an_account_of_the_stack_decides_the_sku(subject: Make) -> None:
    entry = made(subject(stack({"data01": {"sku": "Standard_GRS"}}, profile="blob-fuse", account="data01")))
    found = entry.manifest["parameters"]
    assert (found["skuName"], found["storageAccount"]) == ("Standard_GRS", "data01")
    assert found["resourceGroup"] == "rg-gpu-dev"
    assert {"allowSharedKeyAccess", "networkEndpointType"}.isdisjoint(found)
    assert entry.after == ("storage-data01",)


def test_checkpoints_in_accounts_of_the_driver_can_be_restored(subject: Make) -> None:
    found = parameters(subject(stack(profile="blob-fuse", checkpoints=True, reclaimPolicy="Retain")))
    assert (found["softDeleteBlobs"], found["softDeleteContainers"]) == ("7", "7")
    assert "softDeleteBlobs" not in parameters(subject(stack(profile="blob-fuse")))


def test_disks_say_what_they_are_told(subject: Make) -> None:
    one = stack(profile="disk", sku="PremiumV2_LRS", iops=8000, mbps=400, caching="None")
    found = parameters(subject({**one, "compliance": {"diskEncryptionSet": KEYS_SET}}))
    assert found == {
        "skuName": "PremiumV2_LRS",
        "cachingMode": "None",
        "DiskIOPSReadWrite": "8000",
        "DiskMBpsReadWrite": "400",
        "diskEncryptionSetID": KEYS_SET,
    }
    assert parameters(subject(stack(profile="disk"))) == {"skuName": "Premium_LRS"}
