"""Storage accounts that the stack makes: protected, closed to anonymous readers, with deleted data kept for a week."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.storage_places import services
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageAccount
from aksgpu.desired.approvals import protected
from aksgpu.desired.azure.subnets import node_subnet
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.storage.sub_resources import account_key, holds_blobs

SOFT_DELETE_DAYS = 7
CREATE_ONLY = ("location", "kind", "isHnsEnabled", "enableNfsV3")
"""Azure takes no change of these on an account that exists."""


def accounts(subject: Subject) -> Iterator[AzureResource]:
    """Every account of the stack, each followed by the settings of its services."""
    for name, account in subject.stack.storage.accounts.items():
        yield _account(subject, name, account)
        if holds_blobs(account):
            yield _blob_service(subject, name)
        if "file" in services(subject.stack, name):
            yield _file_service(subject, name)


def _account(subject: Subject, name: str, account: StorageAccount) -> AzureResource:
    inputs: dict[str, Any] = {
        "location": subject.stack.region,
        "kind": account.kind,
        "sku": {"name": account.sku},
        "minimumTlsVersion": "TLS1_2",
        "enableHttpsTrafficOnly": account.secure_transfer,
        "allowBlobPublicAccess": False,
        "allowSharedKeyAccess": account.shared_keys,
        "defaultToOAuthAuthentication": True,
        "allowCrossTenantReplication": False,
        "isHnsEnabled": account.hierarchical_namespace,
        "enableNfsV3": account.nfs_v3,
        **_network(subject, account),
        "tags": tags(subject),
    }
    if account.kind == "StorageV2":
        inputs["accessTier"] = "Hot"
    return AzureResource(
        key=account_key(name),
        type="azure-native:storage:StorageAccount",
        path=_path(subject, name),
        inputs=inputs,
        after=("resource-group",) if subject.facts.ours else (),
        scarce=True,
        protect=protected(subject, name),
        create_only=CREATE_ONLY,
    )


def _network(subject: Subject, account: StorageAccount) -> dict[str, Any]:
    """Closed by default; Azure's own services stay let in, since the storage driver's control plane is one of them."""
    rules: dict[str, Any] = {"defaultAction": "Deny", "bypass": "AzureServices"}
    if account.public_access == "disabled":
        return {"publicNetworkAccess": "Disabled", "networkRuleSet": rules}
    subnet = node_subnet(subject)
    if subnet is not None:
        rules["virtualNetworkRules"] = [{"virtualNetworkResourceId": subnet, "action": "Allow"}]
    return {"publicNetworkAccess": "Enabled", "networkRuleSet": rules}


def _blob_service(subject: Subject, name: str) -> AzureResource:
    # No versioning: it is impossible with a hierarchical namespace or NFS, and elsewhere every save of a checkpoint
    # under the same name would be kept and paid for without an end.
    kept = {"enabled": True, "days": SOFT_DELETE_DAYS}
    return AzureResource(
        key=f"{account_key(name)}-blob-service",
        type="azure-native:storage:BlobServiceProperties",
        path={**_path(subject, name), "blobServicesName": "default"},
        inputs={"deleteRetentionPolicy": kept, "containerDeleteRetentionPolicy": dict(kept)},
        after=(account_key(name),),
    )


def _file_service(subject: Subject, name: str) -> AzureResource:
    return AzureResource(
        key=f"{account_key(name)}-file-service",
        type="azure-native:storage:FileServiceProperties",
        path={**_path(subject, name), "fileServicesName": "default"},
        inputs={"shareDeleteRetentionPolicy": {"enabled": True, "days": SOFT_DELETE_DAYS}},
        after=(account_key(name),),
    )


def _path(subject: Subject, name: str) -> dict[str, str]:
    return {"resourceGroupName": subject.facts.resource_group, "accountName": name}
