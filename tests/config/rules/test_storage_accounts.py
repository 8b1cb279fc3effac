"""Storage accounts of the stack, and their private endpoints."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.storage import private_endpoints as endpoint_rules
from aksgpu.config.rules.storage import storage_accounts as rules

Make = Callable[..., Subject]
SUBNETS = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v/subnets"
ZONES = "/subscriptions/s/resourceGroups/rg-dns/providers/Microsoft.Network/privateDnsZones"
THEIRS: dict[str, Any] = {"cluster": {"create": {"network": {"existingSubnet": f"{SUBNETS}/nodes"}}}}
NFS3 = {"hierarchicalNamespace": True, "nfsV3": True}


def account(**one: Any) -> dict[str, Any]:
    return {"storage": {"accounts": {"data01": one}}}


@pytest.mark.parametrize(
    ("kind", "sku", "refused"),
    [
        ("StorageV2", "Premium_LRS", True),
        ("BlockBlobStorage", "Standard_LRS", True),
        ("FileStorage", "Standard_ZRS", True),
        ("StorageV2", "Standard_GRS", False),
        ("BlockBlobStorage", "Premium_ZRS", False),
        ("FileStorage", "Premium_LRS", False),
    ],
)
def test_premium_skus_have_kinds_of_their_own(subject: Make, kind: str, sku: str, refused: bool) -> None:
    findings = list(rules.account_kind_fits_sku(subject(account(kind=kind, sku=sku))))
    assert [(each.severity, each.dotted) for each in findings] == (
        [(Severity.ERROR, "storage.accounts.data01.kind")] if refused else []
    )


@pytest.mark.parametrize(
    ("one", "key"),
    [
        ({"nfsV3": True}, "hierarchicalNamespace"),
        ({"kind": "FileStorage", "sku": "Premium_LRS", "hierarchicalNamespace": True}, "hierarchicalNamespace"),
        ({"kind": "FileStorage", "sku": "Premium_LRS", "nfsV3": True}, "nfsV3"),
        ({**NFS3, "sku": "Standard_RAGRS"}, "sku"),
    ],
)
def test_file_systems_that_no_account_has(subject: Make, one: dict[str, Any], key: str) -> None:
    (finding,) = rules.account_file_system_is_possible(subject(account(**one)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, f"storage.accounts.data01.{key}")


@pytest.mark.parametrize("one", [{}, NFS3, {"hierarchicalNamespace": True, "sku": "Standard_GRS"}])
def test_file_systems_that_exist(subject: Make, one: dict[str, Any]) -> None:
    assert not list(rules.account_file_system_is_possible(subject(account(**one))))


def test_an_account_that_nobody_reaches_is_refused(subject: Make) -> None:
    (finding,) = rules.account_can_be_reached(subject(account(privateEndpoint=False)))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.accounts.data01.privateEndpoint")
    assert "Service endpoints" in finding.message
    for one in ({}, {"publicAccess": "selectedSubnets", "privateEndpoint": False}):
        assert not list(rules.account_can_be_reached(subject(account(**one))))


def test_selected_subnets_need_a_subnet_that_the_stack_knows(existing_subject: Make) -> None:
    one = account(publicAccess="selectedSubnets", privateEndpoint=False)
    (finding,) = rules.account_can_be_reached(existing_subject(one))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.accounts.data01.publicAccess")
    known = {"cluster": {"existing": {"facts": {"nodeSubnet": f"{SUBNETS}/nodes"}}}}
    (noted,) = rules.account_can_be_reached(existing_subject({**one, **known}))
    assert (noted.severity, "Microsoft.Storage" in noted.message) == (Severity.NOTE, True)


def test_keys_are_for_smb_only(subject: Make) -> None:
    (finding,) = rules.account_keys_stay_off(subject(account(sharedKeys=True)))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "storage.accounts.data01.sharedKeys")
    smb = account(sharedKeys=True)
    smb["storage"]["classes"] = {"shares": {"profile": "files-smb", "account": "data01"}}
    assert not list(rules.account_keys_stay_off(subject(smb)))
    assert not list(rules.account_keys_stay_off(subject(account())))


def test_an_account_that_nothing_names_is_noted(subject: Make) -> None:
    (finding,) = rules.account_is_used(subject(account()))
    assert finding.severity is Severity.NOTE
    used = account()
    used["storage"]["datasets"] = {"images": {"account": "data01", "container": "images", "teams": ["vision"]}}
    assert not list(rules.account_is_used(subject(used)))


def test_a_private_endpoint_needs_a_subnet(subject: Make, existing_subject: Make) -> None:
    for made, where in (
        (subject({**account(), **THEIRS}), "existingPrivateEndpointSubnet"),
        (existing_subject(account()), "cluster.existing.facts.nodeSubnet"),
    ):
        (finding,) = endpoint_rules.private_endpoint_has_a_subnet(made)
        assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.accounts.data01.privateEndpoint")
        assert where in finding.remedy


def test_a_named_subnet_is_enough(subject: Make, existing_subject: Make) -> None:
    network = {"existingSubnet": f"{SUBNETS}/nodes", "existingPrivateEndpointSubnet": f"{SUBNETS}/endpoints"}
    named = {"cluster": {"create": {"network": network}}}
    known = {"cluster": {"existing": {"facts": {"nodeSubnet": f"{SUBNETS}/nodes"}}}}
    open_one = account(publicAccess="selectedSubnets", privateEndpoint=False)
    for made in (
        subject(account()),
        subject({**account(), **named}),
        existing_subject({**account(), **known}),
        subject({**open_one, **THEIRS}),
    ):
        assert not list(endpoint_rules.private_endpoint_has_a_subnet(made))


@pytest.mark.parametrize(
    ("one", "zones", "missing"),
    [
        ({}, {}, "blob"),
        ({"hierarchicalNamespace": True}, {"blob": f"{ZONES}/privatelink.blob.core.windows.net"}, "dfs"),
        ({"kind": "FileStorage", "sku": "Premium_LRS"}, {"blob": f"{ZONES}/privatelink.blob.core.windows.net"}, "file"),
    ],
)
def test_in_their_network_a_zone_is_missing(
    subject: Make, one: dict[str, Any], zones: dict[str, str], missing: str
) -> None:
    stack = account(**one)
    stack["storage"]["privateDnsZones"] = zones
    (finding,) = endpoint_rules.private_endpoint_has_a_name(subject({**stack, **THEIRS}))
    assert (finding.severity, finding.dotted) == (Severity.WARNING, "storage.accounts.data01.privateEndpoint")
    assert f"privateDnsZones.{missing}" in finding.remedy
    assert not list(endpoint_rules.private_endpoint_has_a_name(subject(stack)))


@pytest.mark.parametrize("zone", [f"{ZONES}/privatelink.file.core.windows.net", f"{SUBNETS}/nodes"])
def test_a_zone_of_another_name_is_refused(subject: Make, zone: str) -> None:
    (finding,) = endpoint_rules.private_endpoint_has_a_name(subject({"storage": {"privateDnsZones": {"blob": zone}}}))
    assert (finding.severity, finding.dotted) == (Severity.ERROR, "storage.privateDnsZones.blob")
    right = {"storage": {"privateDnsZones": {"blob": f"{ZONES}/privatelink.blob.core.windows.net"}}}
    assert not list(endpoint_rules.private_endpoint_has_a_name(subject(right)))
