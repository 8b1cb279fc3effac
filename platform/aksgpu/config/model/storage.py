"""Storage classes, storage accounts and datasets that exist already."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import AzureId, DnsLabel, Guid, Quantity, ResourceGroupName, StorageAccountName

Profile = Literal["blob-nfs", "blob-fuse", "files-smb", "files-nfs", "disk"]


class StorageClass(Config):
    """One StorageClass. The profile decides the driver and which other keys have a meaning."""

    profile: Profile
    """Driver and protocol: Blob by NFS or BlobFuse, Azure Files by SMB or NFS, or disks for a single writer."""

    sku: str | None = None
    """Azure SKU, for example Premium_LRS. Left out: the profile's default."""

    account: StorageAccountName | None = None
    """An account of `storage.accounts` to make volumes in. Left out: the driver makes accounts by itself."""

    reclaim_policy: Literal["Delete", "Retain"] = "Delete"
    """What becomes of a volume when its claim is deleted. `Retain` keeps it, with its data and its cost."""

    checkpoints: bool = False
    """For checkpoints: `Retain`, and the redundancy that `compliance.checkpointRedundancy` asks for."""

    mount_options: list[str] = []
    """Further mount options, as the profile's protocol knows them. They win over the profile's own."""

    private_endpoint: bool = False
    """Reach the account through a private endpoint instead of a service endpoint."""

    encrypt_in_transit: bool = False
    """TLS for NFS on Azure Files."""

    root_squash: Literal["NoRootSquash", "RootSquash", "AllSquash"] | None = None
    """NFS on Azure Files."""

    caching: Literal["None", "ReadOnly", "ReadWrite"] | None = None
    """Host cache of disks."""

    iops: Annotated[int, Field(ge=100, le=160000)] | None = None
    """Operations per second of Premium SSD v2 and Ultra disks, 100 to 160000."""

    mbps: Annotated[int, Field(ge=1, le=2000)] | None = None
    """Throughput of Premium SSD v2 and Ultra disks in MB/s."""

    binding: Literal["Immediate", "WaitForFirstConsumer"] | None = None
    """When a volume is made. Left out: `WaitForFirstConsumer` for disks, `Immediate` for the rest."""

    expandable: bool = True
    """Whether claims may be made larger later. They never become smaller."""


class StorageAccount(Config):
    """A storage account that the stack makes, protected and with a private endpoint."""

    kind: Literal["StorageV2", "BlockBlobStorage", "FileStorage"] = "StorageV2"
    """`StorageV2` goes with standard SKUs; `BlockBlobStorage` (blobs) and `FileStorage` (shares) with premium ones."""

    sku: Literal["Standard_LRS", "Standard_ZRS", "Standard_GRS", "Standard_RAGRS", "Premium_LRS", "Premium_ZRS"] = (
        "Standard_ZRS"
    )
    """Speed and copies: LRS in one zone, ZRS in several zones of the region, GRS and RAGRS in a second region too."""

    hierarchical_namespace: bool = False
    """Data Lake Storage Gen2. NFS on Blob needs it."""

    nfs_v3: bool = False
    """NFS 3 on Blob. It cannot be switched on later."""

    secure_transfer: bool = True
    """Refuse unencrypted connections. NFS 3 on Blob passes by it; NFS on Azure Files then needs encryptInTransit."""

    public_access: Literal["disabled", "selectedSubnets"] = "disabled"
    """Whether the nodes' subnet may use the public endpoint. No other network ever may."""

    private_endpoint: bool = True
    """A private address in the virtual network. Needed where `publicAccess` is `disabled`."""

    shared_keys: bool = False
    """Account keys. Off: only identities get in. SMB volumes that a class makes in this account need them."""


class DatasetLocation(Config):
    """An account outside the stack."""

    name: StorageAccountName
    """Name of the storage account."""

    resource_group: ResourceGroupName
    """Resource group that the account is in."""

    subscription_id: Guid | None = None
    """Left out: the stack's own subscription."""

    hierarchical_namespace: bool = False
    """Whether it is a Data Lake Storage Gen2 account. BlobFuse mounts those in another way."""


class Dataset(Config):
    """Data that exists already. It becomes a static volume and claim in each team's namespace."""

    account: StorageAccountName | None = None
    """An account of `storage.accounts`. Exactly one of this and `existingAccount`."""

    existing_account: DatasetLocation | None = None
    """An account outside the stack. Exactly one of this and `account`."""

    container: str | None = None
    """Blob container. Exactly one of this and `share`."""

    share: str | None = None
    """Azure Files share."""

    protocol: Literal["blob-fuse", "blob-nfs", "files-nfs", "files-smb"] = "blob-fuse"
    """How pods mount it. NFS knows no identities; the others mount as the team's own identity."""

    read_only: bool = True
    """Mount it read-only, and give the teams no right to write."""

    teams: Annotated[list[str], Field(min_length=1)]
    """Teams that get a claim named after the dataset."""

    encrypt_in_transit: bool = False
    """TLS for NFS on Azure Files."""

    size: Quantity = "1Ti"
    """Size written on the volume. For static volumes Kubernetes only compares it."""


class PrivateDnsZones(Config):
    """Private DNS zones for storage that exist already and are linked to the nodes' virtual network."""

    blob: AzureId | None = None
    """Zone privatelink.blob.core.windows.net."""

    dfs: AzureId | None = None
    """Zone privatelink.dfs.core.windows.net, for accounts with a hierarchical namespace."""

    file: AzureId | None = None
    """Zone privatelink.file.core.windows.net."""


class Storage(Config):
    """Storage of the platform. Left out, two classes exist: shared (Azure Files SMB) and scratch (disk)."""

    classes: dict[DnsLabel, StorageClass] = {
        "shared": StorageClass(profile="files-smb", sku="Premium_LRS"),
        "scratch": StorageClass(profile="disk", sku="Premium_LRS"),
    }
    """Storage classes by name, for volumes that claims ask for. Given, they replace `shared` and `scratch`."""

    accounts: dict[StorageAccountName, StorageAccount] = {}
    """Storage accounts that the stack makes and protects, by their name in Azure."""

    datasets: dict[DnsLabel, Dataset] = {}
    """Data that exists already, by the name that its claims get in the teams' namespaces."""

    private_dns_zones: PrivateDnsZones = PrivateDnsZones()
    """Where private endpoints of accounts get their names. Left out: zones of the stack, in a network of its own."""
