"""Rights of people and identities: in the cluster, in Azure, and on data."""

from collections.abc import Callable
from typing import Any

import pytest
from kubernetes_schemas import validate

from aksgpu.catalogue.roles import ROLES
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.identities import admin_roles
from aksgpu.desired.entries import AzureResource, KubernetesObject
from aksgpu.desired.markers import FromAzure, resolve
from aksgpu.desired.tenancy.access import role_bindings
from aksgpu.desired.tenancy.azure_access import cluster_users, namespace_roles
from aksgpu.desired.tenancy.data_roles import data_roles
from aksgpu.desired.tenancy.part import parts
from aksgpu.desired.tenancy.workload_identity import workload_identity

Make = Callable[..., Subject]
ADMINS = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
EDITORS = "b7d0a5de-0e63-4f0c-8a37-6a54f0f3a6c2"
VIEWERS = "0d2d8b6e-5a1c-4f9b-9c9e-5b5d3c0f8e21"
KUBERNETES_RBAC: dict[str, Any] = {"cluster": {"create": {"azureRbac": False}}}
CLUSTER = (
    "/subscriptions/3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10/resourceGroups/rg-gpu-dev/providers/"
    "Microsoft.ContainerService/managedClusters/gpu-dev"
)
COMPANY = {"name": "companydata", "resourceGroup": "rg-data"}


def groups(**by_right: list[str]) -> dict[str, Any]:
    return {"teams": {"vision": {"groups": {"edit": [], **by_right}}}}


def bound(bindings: list[KubernetesObject]) -> dict[str, tuple[str, list[str]]]:
    return {
        each.manifest["metadata"]["name"]: (
            each.manifest["roleRef"]["name"],
            [who["name"] for who in each.manifest["subjects"]],
        )
        for each in bindings
    }


def role_of(entry: AzureResource) -> str:
    guid = entry.inputs["roleDefinitionId"].rsplit("/", 1)[-1]
    return next(name for name, known in ROLES.items() if known == guid)


def test_without_azure_rbac_rolebindings_grant_everything(subject: Make) -> None:
    people = groups(admin=[ADMINS], edit=[EDITORS, EDITORS.upper()], view=[VIEWERS])
    made = subject({**KUBERNETES_RBAC, **people})
    assert bound([*role_bindings(made, "vision")]) == {
        "team-admin": ("admin", [ADMINS]),
        "team-edit": ("edit", [EDITORS]),
        "team-view": ("view", [VIEWERS]),
        "queue-user": ("kueue-batch-user-role", [ADMINS, EDITORS]),
    }
    assert not [*namespace_roles(made, "vision")]


def test_with_azure_rbac_each_right_is_granted_once(subject: Make) -> None:
    made = subject(groups(admin=[ADMINS], edit=[EDITORS], view=[VIEWERS]))
    assert bound([*role_bindings(made, "vision")]) == {
        "queue-user": ("kueue-batch-user-role", [ADMINS, EDITORS]),
        "queue-viewer": ("kueue-localqueue-viewer-role", [VIEWERS]),
        "workload-viewer": ("kueue-workload-viewer-role", [VIEWERS]),
        "pending-workload-viewer": ("kueue-pending-workloads-lq-viewer-role", [VIEWERS]),
    }
    roles = [*namespace_roles(made, "vision")]
    assert {(role_of(each), each.inputs["principalId"]) for each in roles} == {
        ("Azure Kubernetes Service RBAC Admin", ADMINS),
        ("Azure Kubernetes Service RBAC Writer", EDITORS),
        ("Azure Kubernetes Service RBAC Reader", VIEWERS),
    }
    assert {each.path["scope"] for each in roles} == {f"{CLUSTER}/namespaces/vision"}
    assert {each.inputs["principalType"] for each in roles} == {"Group"}


def test_without_a_queue_nobody_gets_kueues_roles(subject: Make) -> None:
    people = groups(edit=[EDITORS], view=[VIEWERS])
    people["teams"]["vision"]["queue"] = ...
    assert not [*role_bindings(subject(people), "vision")]
    assert set(bound([*role_bindings(subject({**KUBERNETES_RBAC, **people}), "vision")])) == {"team-edit", "team-view"}


def test_nobody_may_edit_queues(subject: Make) -> None:
    for changes in ({}, KUBERNETES_RBAC):
        made = subject({**changes, **groups(admin=[ADMINS], edit=[EDITORS], view=[VIEWERS])})
        assert "kueue-batch-admin-role" not in {role for role, _ in bound([*role_bindings(made, "vision")]).values()}


def test_bindings_wait_for_namespace_and_kueue_and_replace_with_their_role(subject: Make) -> None:
    for each in role_bindings(subject(groups(edit=[EDITORS], view=[VIEWERS])), "vision"):
        assert {"namespace-vision", "chart-kueue"} <= set(each.after)
        assert each.replace_on_changes == ("roleRef",)
        assert validate(each.manifest) == []


def test_one_group_fetches_credentials_by_one_assignment(subject: Make) -> None:
    teams = {"vision": {"groups": {"edit": [EDITORS]}}, "speech": {"groups": {"view": [EDITORS.upper(), VIEWERS]}}}
    made = subject({"teams": teams})
    users = [*cluster_users(made)]
    assert [each.inputs["principalId"] for each in users] == sorted([EDITORS, VIEWERS])
    assert {role_of(each) for each in users} == {"Azure Kubernetes Service Cluster User Role"}
    assert {each.path["scope"] for each in users} == {CLUSTER}


def test_admin_groups_have_their_assignment_from_the_cluster(subject: Make) -> None:
    made = subject(groups(admin=[ADMINS.upper()], edit=[EDITORS]))
    created = made.stack.cluster.create
    assert created is not None
    keys = [each.key for each in (*admin_roles(made, created), *cluster_users(made))]
    assert len(keys) == len(set(keys))
    assert f"role-group-{ADMINS}-cluster-user" in keys


def test_on_an_existing_cluster_every_group_gets_one(existing_subject: Make) -> None:
    assert [each.inputs["principalId"] for each in cluster_users(existing_subject())] == [ADMINS]


def test_a_team_signs_in_by_its_service_account_and_nothing_else(subject: Make) -> None:
    made = subject({"teams": {"vision": {"namespace": "computer-vision"}}})
    identity, federation, account = workload_identity(made, "vision")
    assert isinstance(identity, AzureResource)
    assert isinstance(federation, AzureResource)
    assert isinstance(account, KubernetesObject)
    assert identity.inputs["tags"]["owner"] == "ml-platform"
    assert federation.path["resourceName"] == identity.path["resourceName"]
    assert federation.inputs == {
        "issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL"),
        "subject": "system:serviceaccount:computer-vision:workload",
        "audiences": ["api://AzureADTokenExchange"],
    }
    assert account.manifest["metadata"]["name"] == "workload"
    assert account.manifest["metadata"]["annotations"] == {
        "azure.workload.identity/client-id": FromAzure("team-vision-identity", "clientId")
    }
    assert validate(resolve(account.manifest, lambda _: "a-client-id")) == []


def test_no_identity_no_account_and_no_data_rights(subject: Make) -> None:
    made = subject({"teams": {"vision": {"workloadIdentity": False}}})
    assert not [*workload_identity(made, "vision")]
    assert not [*data_roles(made, "vision")]


def test_data_rights_are_on_the_container_and_the_wider_one_wins(subject: Make) -> None:
    images = {"existingAccount": COMPANY, "container": "images"}
    datasets = {
        "images": {**images, "teams": ["vision", "speech"]},
        "scratch": {**images, "teams": ["vision"], "readOnly": False},
        "again": {**images, "teams": ["vision"]},
    }
    made = subject({"storage": {"datasets": datasets}, "teams": {"speech": {}}})
    (vision,), (speech,) = [*data_roles(made, "vision")], [*data_roles(made, "speech")]
    assert role_of(vision) == "Storage Blob Data Contributor"
    assert role_of(speech) == "Storage Blob Data Reader"
    account = "/resourceGroups/rg-data/providers/Microsoft.Storage/storageAccounts/companydata"
    for each, team in ((vision, "vision"), (speech, "speech")):
        assert each.path["scope"].endswith(f"{account}/blobServices/default/containers/images")
        assert each.inputs["principalId"] == FromAzure(f"team-{team}-identity", "principalId")


def test_smb_rights_are_on_the_account_once_and_nfs_needs_none(subject: Make) -> None:
    datasets = {
        "a": {"existingAccount": COMPANY, "share": "a", "protocol": "files-smb", "teams": ["vision"]},
        "b": {"existingAccount": COMPANY, "share": "b", "protocol": "files-smb", "teams": ["vision"]},
        "c": {"existingAccount": COMPANY, "container": "c", "protocol": "blob-nfs", "teams": ["vision"]},
    }
    (only,) = data_roles(subject({"storage": {"datasets": datasets}}), "vision")
    assert role_of(only) == "Storage File Data SMB MI Admin"
    assert only.path["scope"].endswith("/storageAccounts/companydata")


def test_data_may_lie_in_another_subscription_or_in_an_account_of_the_stack(subject: Make) -> None:
    elsewhere = {**COMPANY, "subscriptionId": "11111111-2222-3333-4444-555555555555"}
    datasets = {
        "far": {"existingAccount": elsewhere, "container": "far", "teams": ["vision"]},
        "near": {"account": "data01", "container": "near", "teams": ["vision"]},
    }
    made = subject({"storage": {"datasets": datasets, "accounts": {"data01": {}}}})
    far, near = data_roles(made, "vision")
    assert far.path["scope"].startswith("/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-data/")
    assert "/resourceGroups/rg-gpu-dev/" in near.path["scope"]
    assert near.after == ("storage-data01",)


@pytest.mark.parametrize("changes", [{"teams": {"speech": {"groups": {"edit": [EDITORS]}}}}, KUBERNETES_RBAC])
def test_all_keys_of_the_part_differ_and_all_azure_resources_carry_tags(subject: Make, changes: dict[str, Any]) -> None:
    (part,) = parts(subject(changes))
    assert (part.name, part.component) == ("tenancy", "Tenancy")
    keys = [entry.key for entry in part.entries]
    assert len(keys) == len(set(keys))
    for entry in part.entries:
        if isinstance(entry, AzureResource) and entry.type.endswith("UserAssignedIdentity"):
            assert entry.inputs["tags"]["managed-by"] == "aksgpu"


def test_a_stack_without_teams_has_no_tenancy(subject: Make) -> None:
    assert not [*parts(subject({"teams": {"vision": ...}}))]
