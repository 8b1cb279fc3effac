"""Role assignments: their names, and what the cluster's identities may do."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import cluster
from aksgpu.desired.azure.roles import assignment_name, role_assignment
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

Make = Callable[..., Subject]
SHARED = "/subscriptions/s/resourceGroups/rg-shared/providers"
REGISTRY = f"{SHARED}/Microsoft.ContainerRegistry/registries/images"
SUBNET = f"{SHARED}/Microsoft.Network/virtualNetworks/hub/subnets/nodes"
KUBELET = FromAzure("identity-kubelet", "principalId")
GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
PRIVATE: dict[str, Any] = {"private": True, "authorizedRanges": []}


def roles(subject: Subject) -> dict[str, AzureResource]:
    (part,) = cluster.parts(subject)
    found = [entry for entry in part.entries if isinstance(entry, AzureResource) and "RoleAssignment" in entry.type]
    return {entry.key: entry for entry in found}


def scope(entry: AzureResource) -> str:
    return entry.path["scope"].split("/providers/")[-1] if "/providers/" in entry.path["scope"] else entry.path["scope"]


def test_a_name_is_a_guid_that_every_run_gives_again(subject: Make) -> None:
    one = assignment_name(subject(), REGISTRY, "AcrPull", KUBELET)
    assert str(UUID(one)) == one
    assert assignment_name(subject(), REGISTRY.upper(), "AcrPull", KUBELET) == one, "ARM ids have no case"


def test_a_name_differs_wherever_azure_would_see_a_clash(subject: Make) -> None:
    made, other_stack = subject(), subject({"cluster": {"create": {"name": "gpu-other"}}})
    found = {
        assignment_name(made, REGISTRY, "AcrPull", KUBELET),
        assignment_name(made, SUBNET, "AcrPull", KUBELET),
        assignment_name(made, REGISTRY, "Reader", KUBELET),
        assignment_name(made, REGISTRY, "AcrPull", FromAzure("identity-cluster", "principalId")),
        assignment_name(made, REGISTRY, "AcrPull", GROUP),
        assignment_name(other_stack, REGISTRY, "AcrPull", KUBELET),
    }
    assert len(found) == 6


def test_an_assignment_says_what_kind_of_principal_it_has(subject: Make) -> None:
    one = role_assignment(subject(), "role-x", REGISTRY, "AcrPull", KUBELET, after=("registry",))
    assert one.inputs["principalType"] == "ServicePrincipal"
    assert one.inputs["roleDefinitionId"].endswith("/roleDefinitions/7f951dda-4ed3-4680-a7ca-43fe172d538d")
    assert one.after == ("registry",)
    group = role_assignment(subject(), "role-y", REGISTRY, "AcrPull", GROUP, group=True)
    assert group.inputs["principalType"] == "Group"
    with pytest.raises(KeyError):
        role_assignment(subject(), "role-z", REGISTRY, "Owner of everything", KUBELET)


def test_the_smallest_cluster_has_the_least_rights(subject: Make) -> None:
    found = roles(subject())
    assert set(found) == {
        "role-cluster-kubelet-operator",
        "role-cluster-subnet-nodes-network",
        f"role-group-{GROUP}-cluster-user",
        f"role-group-{GROUP}-cluster-admin",
    }
    assert scope(found["role-cluster-kubelet-operator"]).endswith("/id-gpu-dev-kubelet")
    assert scope(found["role-cluster-subnet-nodes-network"]).endswith("/subnets/nodes")


def test_without_azure_rbac_groups_only_fetch_the_kubeconfig(subject: Make) -> None:
    found = roles(subject({"cluster": {"create": {"azureRbac": False}}}))
    assert f"role-group-{GROUP}-cluster-user" in found
    assert f"role-group-{GROUP}-cluster-admin" not in found


def test_a_group_named_twice_is_assigned_once(subject: Make) -> None:
    twice = {"cluster": {"create": {"entra": {"adminGroups": [GROUP, GROUP.upper()]}}}}
    assert len([key for key in roles(subject(twice)) if key.startswith("role-group-")]) == 2


def test_rights_follow_an_existing_subnet(subject: Make) -> None:
    found = roles(subject({"cluster": {"create": {"network": {"existingSubnet": SUBNET}}}}))
    entry = found["role-cluster-subnet-nodes-network"]
    assert entry.path["scope"] == SUBNET
    assert entry.after == ()


def test_an_own_dns_zone_needs_zone_and_network(subject: Make) -> None:
    zone = f"{SHARED}/Microsoft.Network/privateDnsZones/privatelink.swedencentral.azmk8s.io"
    found = roles(subject({"cluster": {"create": {"apiServer": {**PRIVATE, "privateDnsZone": zone}}}}))
    assert found["role-cluster-dns-zone"].path["scope"] == zone
    assert scope(found["role-cluster-vnet-network"]).endswith("/vnet-gpu-dev")
    assert "role-cluster-dns-zone" not in roles(subject({"cluster": {"create": {"apiServer": PRIVATE}}}))


def test_drivers_that_make_private_endpoints_get_the_networks_group(subject: Make) -> None:
    classes = {"storage": {"classes": {"shared": {"profile": "files-nfs", "privateEndpoint": True}}}}
    found = roles(subject(classes))
    assert found["role-cluster-vnet-group-network"].path["scope"].endswith("/resourceGroups/rg-gpu-dev")
    hub = {"cluster": {"create": {"network": {"existingSubnet": SUBNET}}}}
    theirs = roles(subject(classes | hub))["role-cluster-vnet-group-network"]
    assert theirs.path["scope"] == "/subscriptions/s/resourceGroups/rg-shared"
    own_account = {
        "storage": {"accounts": {"a01": {}}, "classes": {"shared": {"profile": "blob-fuse", "account": "a01"}}}
    }
    assert "role-cluster-vnet-group-network" not in roles(subject(own_account))


def test_capacity_reservations_need_their_groups_once_each(subject: Make) -> None:
    def pool(group: str) -> dict[str, Any]:
        reservation = f"{group}/providers/Microsoft.Compute/capacityReservationGroups/h100"
        return {"vmSize": "Standard_NC40ads_H100_v5", "nodes": 1, "capacityReservationGroup": reservation}

    here = "/subscriptions/3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10/resourceGroups/rg-capacity"
    there = "/subscriptions/9b1c2d3e-0000-4000-8000-000000000001/resourceGroups/rg-capacity"
    found = roles(
        subject(
            {
                "gpuPools": {
                    "one": pool(here),
                    "two": pool(
                        here.upper()
                        .replace("RESOURCEGROUPS", "resourceGroups")
                        .replace("SUBSCRIPTIONS", "subscriptions")
                    ),
                    "far": pool(there),
                }
            }
        )
    )
    keys = {key for key in found if "capacity" in key}
    assert keys == {
        "role-cluster-capacity-rg-capacity",
        "role-cluster-capacity-rg-capacity-9b1c2d3e-0000-4000-8000-000000000001",
    }


def test_nodes_pull_from_every_registry_once(subject: Make) -> None:
    create = {"registries": [REGISTRY, REGISTRY], "bootstrapRegistry": REGISTRY, "network": {"outbound": "none"}}
    found = [entry for key, entry in roles(subject({"cluster": {"create": create}})).items() if key.endswith("-pull")]
    assert [entry.inputs["principalId"] for entry in found] == [KUBELET]


def test_disk_keys_are_readable(subject: Make) -> None:
    keys = f"{SHARED}/Microsoft.Compute/diskEncryptionSets/keys"
    found = roles(subject({"compliance": {"diskEncryptionSet": keys}}))
    assert found["role-cluster-disk-encryption-reader"].path["scope"] == keys
