"""What the storage drivers may do: the cluster's identity makes volumes, the nodes' identity mounts them."""

from collections.abc import Iterator
from dataclasses import replace

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageClass
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.roles import role_assignment
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure, Joined
from aksgpu.desired.storage.identities import control_plane_principal, kubelet_principal, smb_without_keys
from aksgpu.desired.storage.sub_resources import account_key
from aksgpu.desired.tenancy.data_roles import BLOB_WRITER, SMB_ADMIN

ACCOUNT_CONTRIBUTOR = "Storage Account Contributor"
"""Makes containers and shares in an account; on accounts that the driver makes, AKS has granted it already."""


def driver_access(subject: Subject) -> Iterator[AzureResource]:
    """Rights on the accounts that classes name, and on the nodes' resource group where the drivers make accounts."""
    classes = list(subject.stack.storage.classes.values())
    for account in dict.fromkeys(each.account for each in classes if each.account):
        yield from _on_account(subject, account, [each for each in classes if each.account == account])
    yield from _on_node_group(subject, [each for each in classes if each.account is None])


def _on_account(subject: Subject, account: str, classes: list[StorageClass]) -> Iterator[AzureResource]:
    scope = ids.resource_id(subject, "Microsoft.Storage/storageAccounts", account)
    after = (account_key(account),)
    maker = control_plane_principal(subject)
    if maker is not None:
        yield role_assignment(subject, f"role-cluster-{account}", scope, ACCOUNT_CONTRIBUTOR, maker, after=after)
    if any(each.profile == "blob-fuse" for each in classes):
        key = f"role-kubelet-{account}-blob"
        yield role_assignment(subject, key, scope, BLOB_WRITER, kubelet_principal(subject), after=after)


def _on_node_group(subject: Subject, classes: list[StorageClass]) -> Iterator[AzureResource]:
    profiles = {each.profile for each in classes}
    if "blob-fuse" in profiles:
        yield _node_group_role(subject, "role-kubelet-node-group-blob", BLOB_WRITER)
    if "files-smb" in profiles and smb_without_keys(subject):
        yield _node_group_role(subject, "role-kubelet-node-group-smb", SMB_ADMIN)


def _node_group_role(subject: Subject, key: str, role: str) -> AzureResource:
    subscription = ids.subscription_id(subject)
    if subject.facts.ours:
        scope = f"{subscription}/resourceGroups/{names.node_resource_group(subject)}"
        return role_assignment(subject, key, scope, role, kubelet_principal(subject), after=("cluster",))
    # Where somebody else made the cluster, only Azure knows the name of the group.
    named = role_assignment(subject, key, f"{ids.cluster_id(subject)}#nodes", role, kubelet_principal(subject))
    group = Joined((f"{subscription}/resourceGroups/", FromAzure("cluster", "nodeResourceGroup")))
    return replace(named, path={**named.path, "scope": group})
