"""The kinds of resources that rules are for, as `Resource.kind` spells them."""

from typing import Final

AGENT_POOL: Final = "containerservice:AgentPool"
BLOB_CONTAINER: Final = "storage:BlobContainer"
CLUSTER: Final = "containerservice:ManagedCluster"
ROLE_ASSIGNMENT: Final = "authorization:RoleAssignment"
STORAGE_ACCOUNT: Final = "storage:StorageAccount"

CLUSTER_QUEUE: Final = "kueue.x-k8s.io:ClusterQueue"
CONFIG_MAP: Final = "core:ConfigMap"
HELM_RELEASE: Final = "helm.sh:Release"
NAMESPACE: Final = "core:Namespace"
NETWORK_POLICY: Final = "networking.k8s.io:NetworkPolicy"
CILIUM_NETWORK_POLICY: Final = "cilium.io:CiliumNetworkPolicy"
PERSISTENT_VOLUME: Final = "core:PersistentVolume"
PRIORITY_CLASS: Final = "scheduling.k8s.io:PriorityClass"
STORAGE_CLASS: Final = "storage.k8s.io:StorageClass"

POD_KINDS: Final = (
    "core:Pod",
    "core:ReplicationController",
    "apps:DaemonSet",
    "apps:Deployment",
    "apps:ReplicaSet",
    "apps:StatefulSet",
    "batch:CronJob",
    "batch:Job",
)
"""Built-in kinds that are pods or hold a pod template."""

TAGGED: Final = (
    AGENT_POOL,
    CLUSTER,
    STORAGE_ACCOUNT,
    "dashboard:Grafana",
    "managedidentity:UserAssignedIdentity",
    "monitor:AzureMonitorWorkspace",
    "monitor:DataCollectionEndpoint",
    "monitor:DataCollectionRule",
    "network:NatGateway",
    "network:PrivateEndpoint",
    "network:PublicIPAddress",
    "network:VirtualNetwork",
    "operationalinsights:Workspace",
    "privatedns:PrivateZone",
    "privatedns:VirtualNetworkLink",
    "resources:ResourceGroup",
)
"""Azure resources that take tags, of those that the platform makes."""
