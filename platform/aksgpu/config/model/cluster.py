"""The cluster: one that the stack makes, or one that somebody else made."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.network import Network
from aksgpu.config.model.types import AzureId, Cidr, ClusterName, Guid, KubernetesVersion, ResourceGroupName
from aksgpu.config.model.upgrades import Upgrades


class Entra(Config):
    """Who signs in with Microsoft Entra ID."""

    admin_groups: Annotated[list[Guid], Field(min_length=1)]
    """Object ids of the Entra groups that administer the cluster."""

    tenant_id: Guid | None = None
    """Entra tenant. Left out, it is the subscription's own."""


class ApiServer(Config):
    """Who can reach the Kubernetes API."""

    private: bool = False
    """Only from inside the virtual network. Then `pulumi up` and preview run from there too."""

    private_dns_zone: AzureId | Literal["system", "none"] = "system"
    """Private DNS zone of a private cluster: AKS makes one (`system`), `none`, or the id of your own."""

    authorized_ranges: list[Cidr] = []
    """Public ranges that may reach a public API server, in CIDR form. At most 200."""

    subnet_prefix: Cidr | None = None
    """Range of a delegated subnet for API server VNet integration: at least a /28."""


class ImageCleaner(Config):
    """Removes unused images from nodes."""

    enabled: bool = True
    """Whether it runs. Unused CUDA images fill the disks of nodes that live long."""

    interval_hours: Annotated[int, Field(ge=24, le=2160)] = 168
    """Hours between two cleanings, 24 to 2160 (three months)."""


class AddOns(Config):
    """AKS add-ons."""

    azure_policy: bool = True
    """Azure Policy for Kubernetes."""

    defender_workspace: AzureId | None = None
    """Log Analytics workspace of Microsoft Defender for Containers. Given, Defender is on."""

    image_cleaner: ImageCleaner = ImageCleaner()
    """Removal of unused images from nodes, and how often."""


class CsiDrivers(Config):
    """Storage drivers that AKS installs."""

    blob: bool = True
    """Driver blob.csi.azure.com, for the profiles `blob-nfs` and `blob-fuse`. AKS leaves it out unless told."""

    file: bool = True
    """Driver file.csi.azure.com, for the profiles `files-smb` and `files-nfs`."""

    disk: bool = True
    """Driver disk.csi.azure.com, for the profile `disk`."""

    snapshots: bool = True
    """Snapshot controller, which VolumeSnapshots need."""


class NewCluster(Config):
    """An AKS cluster that this stack makes."""

    name: ClusterName
    """Name of the cluster, also the stem of its identities and of its resource group."""

    resource_group: ResourceGroupName | None = None
    """Resource group to make. Left out, it is `rg-<name>`."""

    sku: Literal["Base", "Automatic"] = "Base"
    """AKS Standard is `Base`. `Automatic` is recognised and not supported yet."""

    tier: Literal["Free", "Standard", "Premium"] = "Standard"
    """Uptime tier of the control plane. `Free` has no uptime agreement."""

    support_plan: Literal["KubernetesOfficial", "AKSLongTermSupport"] = "KubernetesOfficial"
    """Long-term support needs the Premium tier."""

    kubernetes_version: KubernetesVersion | None = None
    """Kubernetes minor ("1.35") or patch ("1.35.6"), in quotes. Left out: the newest that is generally available."""

    entra: Entra
    """Microsoft Entra groups that administer the cluster, and their tenant."""

    local_accounts: bool = False
    """Static admin credentials beside Entra ID."""

    azure_rbac: bool = True
    """Azure role assignments decide what people may do inside the cluster."""

    api_server: ApiServer = ApiServer()
    """From where the Kubernetes API can be reached: public, limited to ranges, or private."""

    network: Network = Network()
    """Virtual network, address ranges, dataplane and way out. Most of it is fixed when the cluster is made."""

    upgrades: Upgrades = Upgrades()
    """Automatic upgrades by AKS, and the windows in which they may run."""

    add_ons: AddOns = AddOns()
    """AKS add-ons: Azure Policy, Defender and the image cleaner."""

    csi_drivers: CsiDrivers = CsiDrivers()
    """Storage drivers that AKS installs. Classes and datasets need the driver of their profile."""

    registries: list[AzureId] = []
    """Azure container registries that the nodes may pull from."""

    bootstrap_registry: AzureId | None = None
    """Registry that nodes bootstrap from in a network-isolated cluster (outbound `none`)."""


class ClusterFactsDeclared(Config):
    """What is true of an existing cluster. Checked at registration against what Azure returns."""

    kubernetes_version: KubernetesVersion
    """Kubernetes minor or patch that the control plane runs, in quotes."""

    network_plugin_mode: Literal["overlay", "none"] = "overlay"
    """`overlay`: pods have a range of their own. `none`: they take addresses of the nodes' subnet."""

    network_dataplane: Literal["cilium", "azure"] = "cilium"
    """What moves packets. `cilium` is eBPF, `azure` is iptables."""

    network_policy: Literal["cilium", "calico", "azure", "none"] = "cilium"
    """What enforces NetworkPolicies. With `none`, teams are not kept apart."""

    pod_cidr: Cidr | None = "10.244.0.0/16"
    """Range of all pods, or null where they have none of their own. Each node of an overlay takes a /24 of it."""

    service_cidr: Cidr = "10.0.0.0/16"
    """Range of Services."""

    private: bool = False
    """Whether the Kubernetes API is reachable from inside its virtual network only."""

    api_server_subnet: Cidr | None = None
    """Range of the API server's subnet under VNet integration."""

    node_subnet: AzureId | None = None
    """Subnet of the nodes, where it is not AKS's own."""

    entra: bool = True
    """Whether people sign in with Microsoft Entra ID."""

    local_accounts: bool = False
    """Whether static admin credentials work beside Entra ID."""

    azure_rbac: bool = True
    """Whether Azure role assignments decide inside it. Teams get such roles then, and RoleBindings if not."""

    oidc_issuer: bool = True
    """Whether it has an OIDC issuer, which workload identity needs. New clusters from 1.34 have it."""

    workload_identity: bool = True
    """Whether pods can sign in as managed identities, as teams with `workloadIdentity` do."""

    identity: Literal["UserAssigned", "SystemAssigned"] = "UserAssigned"
    """Kind of the control plane's identity. Capacity reservations need `UserAssigned`."""

    csi_drivers: CsiDrivers = CsiDrivers()
    """Storage drivers that run on it. Classes and datasets need the driver of their profile."""

    managed_prometheus: bool = True
    """Whether managed Prometheus collects its metrics. Off, nothing collects those of GPUs and queues."""

    max_node_provision_minutes: Annotated[int, Field(ge=1)] = 15
    """`max-node-provision-time` of its autoscaler profile, in minutes."""

    skip_nodes_with_local_storage: bool = False
    """`skip-nodes-with-local-storage` of its autoscaler profile."""


class ExistingCluster(Config):
    """A cluster that somebody else made."""

    name: ClusterName
    """Name of the cluster in Azure."""

    resource_group: ResourceGroupName
    """Resource group that the cluster is in. What the stack adds in Azure goes there too."""

    facts: ClusterFactsDeclared
    """What the stack may rely on. Only the Kubernetes version has no default."""


class Cluster(Config):
    """Exactly one of `create` and `existing`."""

    create: NewCluster | None = None
    """A cluster that this stack makes, with its network and upgrades."""

    existing: ExistingCluster | None = None
    """A cluster that somebody else made. The stack adds pools and software, and changes nothing else."""
