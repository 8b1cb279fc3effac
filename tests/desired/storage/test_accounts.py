"""Storage accounts, their private endpoints, and who may use them."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from aksgpu.catalogue.roles import ROLES
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.network import parts as network_parts
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, Joined
from aksgpu.desired.storage.accounts import accounts
from aksgpu.desired.storage.driver_access import driver_access
from aksgpu.desired.storage.part import parts
from aksgpu.desired.storage.private_endpoints import private_endpoints
from aksgpu.desired.storage.statements import statements

Make = Callable[..., Subject]
SUBNETS = "/subscriptions/s/resourceGroups/rg-net/providers/Microsoft.Network/virtualNetworks/hub/subnets"
ZONE = (
    "/subscriptions/s/resourceGroups/rg-dns/providers/Microsoft.Network/privateDnsZones/privatelink.{}.core.windows.net"
)
NFS3 = {"hierarchicalNamespace": True, "nfsV3": True}
PREMIUM_FILES = {"kind": "FileStorage", "sku": "Premium_ZRS"}


def stack(classes: dict[str, Any] | None = None, /, **made: dict[str, Any]) -> dict[str, Any]:
    return {"storage": {"accounts": made, "classes": {"shared": ..., "scratch": ..., **(classes or {})}}}


def storage(subject: Make, changes: dict[str, Any], **more: Any) -> Subject:
    """A subject whose classes are the given ones alone: the defaults are the model's, so they are emptied here."""
    classes = {name: each for name, each in changes["storage"]["classes"].items() if each is not ...}
    return subject({**changes, "storage": {**changes["storage"], "classes": classes}}, **more)


def role_of(entry: AzureResource) -> str:
    guid = entry.inputs["roleDefinitionId"].rsplit("/", 1)[-1]
    return next(name for name, known in ROLES.items() if known == guid)


def by_key(entries: Any) -> dict[str, AzureResource]:
    return {each.key: each for each in entries}


def test_an_account_is_closed_protected_and_tagged(subject: Make) -> None:
    (account, blob) = accounts(storage(subject, stack(data01={})))
    assert (account.key, account.path["accountName"]) == ("storage-data01", "data01")
    assert account.inputs["publicNetworkAccess"] == "Disabled"
    assert account.inputs["networkRuleSet"] == {"defaultAction": "Deny", "bypass": "AzureServices"}
    assert account.inputs["allowSharedKeyAccess"] is False
    assert account.inputs["allowBlobPublicAccess"] is False
    assert account.inputs["minimumTlsVersion"] == "TLS1_2"
    assert account.inputs["enableHttpsTrafficOnly"] is True
    assert account.inputs["tags"]["environment"] == "dev"
    assert (account.scarce, account.protect) == (True, True)
    assert {"isHnsEnabled", "enableNfsV3", "kind"} <= set(account.create_only)
    assert blob.inputs["deleteRetentionPolicy"] == {"enabled": True, "days": 7}
    assert "isVersioningEnabled" not in blob.inputs


def test_an_approval_lifts_the_protection_until_it_expires(subject: Make) -> None:
    approve = {"data01": {"action": "remove", "owner": "me", "reason": "moved", "expires": "2026-12-31"}}
    changes = {**stack(data01={}), "approve": approve}
    assert not next(iter(accounts(storage(subject, changes)))).protect
    assert next(iter(accounts(storage(subject, changes, today=date(2027, 1, 1))))).protect


def test_services_have_their_settings_where_they_exist(subject: Make) -> None:
    keys = {each.key for each in accounts(storage(subject, stack(files01=PREMIUM_FILES)))}
    assert keys == {"storage-files01", "storage-files01-file-service"}
    smb = {"share": {"profile": "files-smb", "account": "data01"}}
    both = {each.key for each in accounts(storage(subject, stack(smb, data01={"sharedKeys": True})))}
    assert both == {"storage-data01", "storage-data01-blob-service", "storage-data01-file-service"}


def test_selected_subnets_are_the_nodes(subject: Make) -> None:
    open_one = {"publicAccess": "selectedSubnets", "privateEndpoint": False}
    one = storage(subject, stack(data01=open_one))
    account = next(iter(accounts(one)))
    assert account.inputs["publicNetworkAccess"] == "Enabled"
    assert account.inputs["networkRuleSet"]["defaultAction"] == "Deny"
    assert account.inputs["networkRuleSet"]["virtualNetworkRules"] == [
        {"virtualNetworkResourceId": FromAzure("subnet-nodes", "id"), "action": "Allow"}
    ]
    (part,) = network_parts(one)
    nodes = next(each for each in part.entries if each.key == "subnet-nodes")
    assert isinstance(nodes, AzureResource)
    assert nodes.inputs["serviceEndpoints"] == [{"service": "Microsoft.Storage"}]
    assert not [*private_endpoints(one)]


@pytest.mark.parametrize(
    ("account", "services"),
    [
        ({}, ["blob"]),
        ({"hierarchicalNamespace": True}, ["blob", "dfs"]),
        (NFS3, ["blob", "dfs"]),
        (PREMIUM_FILES, ["file"]),
    ],
)
def test_each_service_in_use_has_endpoint_zone_and_registration(
    subject: Make, account: dict[str, Any], services: list[str]
) -> None:
    found = by_key(private_endpoints(storage(subject, stack(data01=account))))
    expected = {f"{what}-{service}" for what in ("dns-zone", "dns-link") for service in services}
    expected |= {f"{what}-data01-{service}" for what in ("private-endpoint", "dns-group") for service in services}
    assert set(found) == expected
    for service in services:
        endpoint, group = found[f"private-endpoint-data01-{service}"], found[f"dns-group-data01-{service}"]
        (connection,) = endpoint.inputs["privateLinkServiceConnections"]
        assert connection["groupIds"] == [service]
        assert connection["privateLinkServiceId"] == FromAzure("storage-data01", "id")
        assert endpoint.inputs["subnet"] == {"id": FromAzure("subnet-private-endpoints", "id")}
        assert group.path["privateEndpointName"] == endpoint.path["privateEndpointName"]
        (zone,) = group.inputs["privateDnsZoneConfigs"]
        assert zone["privateDnsZoneId"] == FromAzure(f"dns-zone-{service}", "id")
        assert found[f"dns-zone-{service}"].path["privateZoneName"] == f"privatelink.{service}.core.windows.net"


def test_two_accounts_share_a_zone(subject: Make) -> None:
    found = [each.key for each in private_endpoints(storage(subject, stack(data01={}, data02={})))]
    assert len(found) == len(set(found))
    assert [key for key in found if key.startswith("dns-zone")] == ["dns-zone-blob"]


def test_in_their_network_nothing_is_made_but_the_endpoint(subject: Make, existing_subject: Make) -> None:
    network = {"existingSubnet": f"{SUBNETS}/nodes", "existingPrivateEndpointSubnet": f"{SUBNETS}/endpoints"}
    ours = storage(subject, {**stack(data01={}), "cluster": {"create": {"network": network}}})
    facts = {"cluster": {"existing": {"facts": {"nodeSubnet": f"{SUBNETS}/nodes"}}}}
    theirs = storage(existing_subject, {**stack(data01={}), **facts})
    for made, subnet in ((ours, "endpoints"), (theirs, "nodes")):
        (endpoint,) = private_endpoints(made)
        assert endpoint.inputs["subnet"] == {"id": f"{SUBNETS}/{subnet}"}
        assert any("registers the private endpoints of data01" in each.text for each in statements(made))


def test_a_zone_that_exists_is_registered_in_and_not_made(subject: Make) -> None:
    changes = stack(data01={})
    changes["storage"]["privateDnsZones"] = {"blob": ZONE.format("blob")}
    found = by_key(private_endpoints(storage(subject, changes)))
    assert set(found) == {"private-endpoint-data01-blob", "dns-group-data01-blob"}
    (zone,) = found["dns-group-data01-blob"].inputs["privateDnsZoneConfigs"]
    assert zone["privateDnsZoneId"] == ZONE.format("blob")
    assert not any("registers the private endpoints" in each.text for each in statements(storage(subject, changes)))


def test_a_driver_that_makes_endpoints_finds_zone_and_link_in_place(subject: Make) -> None:
    classes = {"a": {"profile": "files-nfs", "privateEndpoint": True}, "b": {"profile": "blob-nfs"}}
    one = storage(subject, stack(classes))
    found = by_key(private_endpoints(one))
    assert set(found) == {"dns-zone-file", "dns-link-file"}
    storage_class = next(each for part in parts(one) for each in part.entries if each.key == "storageclass-a")
    assert not isinstance(storage_class, AzureResource)
    link = found["dns-link-file"].path["virtualNetworkLinkName"]
    assert getattr(storage_class, "manifest")["parameters"]["vnetLinkName"] == link  # noqa: B009


def test_the_drivers_get_rights_on_exactly_the_accounts_that_classes_name(subject: Make) -> None:
    classes = {
        "work": {"profile": "blob-fuse", "account": "data01"},
        "nfs": {"profile": "blob-nfs", "account": "data02"},
    }
    made = storage(subject, stack(classes, data01={}, data02=NFS3, data03={}))
    found = {each.key: (role_of(each), each.path["scope"].rsplit("/", 1)[-1]) for each in driver_access(made)}
    assert found == {
        "role-cluster-data01": ("Storage Account Contributor", "data01"),
        "role-kubelet-data01-blob": ("Storage Blob Data Contributor", "data01"),
        "role-cluster-data02": ("Storage Account Contributor", "data02"),
    }


def test_where_drivers_make_accounts_nodes_mount_from_their_own_group(subject: Make) -> None:
    made = storage(subject, stack({"a": {"profile": "blob-fuse"}, "b": {"profile": "files-smb"}}))
    found = by_key(driver_access(made))
    assert {key: role_of(each) for key, each in found.items()} == {
        "role-kubelet-node-group-blob": "Storage Blob Data Contributor",
        "role-kubelet-node-group-smb": "Storage File Data SMB MI Admin",
    }
    for each in found.values():
        assert each.path["scope"].endswith("/resourceGroups/rg-gpu-dev-nodes")
        assert each.inputs["principalId"] == FromAzure("identity-kubelet", "principalId")
        assert each.after == ("cluster",)


def test_on_an_existing_cluster_the_group_is_what_azure_says(existing_subject: Make) -> None:
    made = storage(
        existing_subject,
        stack({"a": {"profile": "blob-fuse"}, "b": {"profile": "blob-fuse", "account": "data01"}}, data01={}),
    )
    found = by_key(driver_access(made))
    scope = found["role-kubelet-node-group-blob"].path["scope"]
    assert isinstance(scope, Joined)
    assert FromAzure("cluster", "nodeResourceGroup") in scope.parts
    kubelet = FromAzure("cluster", "identityProfile.kubeletidentity.objectId")
    assert {each.inputs["principalId"] for each in found.values()} == {kubelet}
    assert "role-cluster-data01" not in found


def test_a_system_assigned_cluster_says_who_it_is(existing_subject: Make) -> None:
    changes = {
        **stack({"b": {"profile": "blob-fuse", "account": "data01"}}, data01={}),
        "cluster": {"existing": {"facts": {"identity": "SystemAssigned"}}},
    }
    role = by_key(driver_access(storage(existing_subject, changes)))["role-cluster-data01"]
    assert role.inputs["principalId"] == FromAzure("cluster", "identity.principalId")


def test_smb_on_an_old_cluster_needs_no_right_since_it_uses_keys(existing_subject: Make) -> None:
    facts = {"cluster": {"existing": {"facts": {"kubernetesVersion": "1.33"}}}}
    assert not [*driver_access(storage(existing_subject, {**stack({"b": {"profile": "files-smb"}}), **facts}))]


def test_a_stack_without_storage_has_no_part(subject: Make) -> None:
    assert not [*parts(subject({"storage": {"classes": {}}}))]
    (part,) = parts(subject())
    assert (part.name, part.component) == ("storage", "Storage")


def test_the_plan_says_where_checkpoints_are_kept(subject: Make) -> None:
    classes = {"ckpt": {"profile": "blob-fuse", "account": "data01", "checkpoints": True, "reclaimPolicy": "Retain"}}
    texts = [each.text for each in statements(storage(subject, stack(classes, data01={"sku": "Standard_GRS"})))]
    assert any("Standard_GRS: copies in a second region as well" in text for text in texts)
    assert any("restored for 7 days" in text for text in texts)
