"""Parameters of a StorageClass, in the words of its driver.

Sources: docs/driver-parameters.md of blob-csi-driver, azurefile-csi-driver and azuredisk-csi-driver (2026-08).
Account keys are avoided wherever the driver can do without: kept as a Secret in the claim's namespace, a key would open
every volume of the account to whoever may read Secrets there.
"""

from typing import Any

from aksgpu.catalogue.storage import STORAGE_PROFILES
from aksgpu.config.derived.storage_places import sku_of
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.storage import StorageClass
from aksgpu.desired.azure import ids
from aksgpu.desired.azure.names import PRIVATE_ENDPOINT_SUBNET
from aksgpu.desired.azure.subnets import makes_network, node_subnet_id
from aksgpu.desired.storage.accounts import SOFT_DELETE_DAYS
from aksgpu.desired.storage.identities import kubelet_client_id, smb_without_keys
from aksgpu.desired.storage.private_endpoints import vnet_link_name

Parameters = dict[str, Any]


def parameters(subject: Subject, config: StorageClass) -> Parameters:
    """Parameters of one class: text, or a marker for what only Azure knows."""
    if config.profile == "disk":
        return _disk(subject, config)
    out: Parameters = {"protocol": STORAGE_PROFILES[config.profile].protocol, "skuName": sku_of(subject.stack, config)}
    match config.profile:
        case "blob-fuse":
            out |= {"AzureStorageAuthType": "MSI", "AzureStorageIdentityClientID": kubelet_client_id(subject)}
        case "files-smb":
            out |= _smb_rights(subject, config)
        case "files-nfs":
            out |= _files_nfs(config)
        case "blob-nfs":
            pass
    return out | (_given_account(subject, config) if config.account else _account_by_driver(subject, config))


def _disk(subject: Subject, config: StorageClass) -> Parameters:
    out: Parameters = {"skuName": sku_of(subject.stack, config)}
    if config.caching is not None:
        out["cachingMode"] = config.caching
    if config.iops is not None:
        out["DiskIOPSReadWrite"] = str(config.iops)
    if config.mbps is not None:
        out["DiskMBpsReadWrite"] = str(config.mbps)
    if subject.stack.compliance.disk_encryption_set is not None:
        out["diskEncryptionSetID"] = subject.stack.compliance.disk_encryption_set
    return out


def _smb_rights(subject: Subject, config: StorageClass) -> Parameters:
    # The nodes' identity needs SMB OAuth on the account. The driver switches it on for accounts that it makes; for ours
    # the pinned Azure API (2024-01-01) has no such setting, so there the key stays, out of the teams' reach.
    if config.account is None and smb_without_keys(subject):
        return {"mountWithManagedIdentity": "true", "clientID": kubelet_client_id(subject)}
    return {"storeAccountKey": "true", "secretNamespace": "kube-system"}


def _files_nfs(config: StorageClass) -> Parameters:
    out: Parameters = {"encryptInTransit": "true"} if config.encrypt_in_transit else {}
    return out | ({"rootSquashType": config.root_squash} if config.root_squash else {})


def _given_account(subject: Subject, config: StorageClass) -> Parameters:
    return {"storageAccount": config.account, "resourceGroup": subject.facts.resource_group}


def _account_by_driver(subject: Subject, config: StorageClass) -> Parameters:
    out: Parameters = {}
    if config.profile != "files-smb":
        out["allowSharedKeyAccess"] = "false"
    if config.private_endpoint:
        out |= {"networkEndpointType": "privateEndpoint", "publicNetworkAccess": "Disabled"}
    if config.checkpoints and config.profile.startswith("blob"):
        kept = str(SOFT_DELETE_DAYS)
        out |= {"softDeleteBlobs": kept, "softDeleteContainers": kept}
    return out | _where_endpoints_go(subject, config)


def _where_endpoints_go(subject: Subject, config: StorageClass) -> Parameters:
    """The subnet by name. Left to itself, the driver takes every subnet of the network, the API server's too."""
    subnet = node_subnet_id(subject)
    if subnet is None or not (config.private_endpoint or config.profile in ("blob-nfs", "files-nfs")):
        return {}
    network = ids.parent_of(subnet)
    out: Parameters = {
        "vnetResourceGroup": ids.last_name(ids.group_of(subnet)),
        "vnetName": ids.last_name(network),
        "subnetName": ids.last_name(subnet),
    }
    if config.private_endpoint and makes_network(subject):
        out |= {"subnetName": PRIVATE_ENDPOINT_SUBNET, "vnetLinkName": vnet_link_name(subject)}
    return out
