"""The kinds of resources that rules are for, as `Resource.kind` spells them."""

from typing import Final

AGENT_POOL: Final = "containerservice:AgentPool"
BLOB_CONTAINER: Final = "storage:BlobContainer"
CLUSTER: Final = "containerservice:ManagedCluster"
ROLE_ASSIGNMENT: Final = "authorization:RoleAssignment"
STORAGE_ACCOUNT: Final = "storage:StorageAccount"

CLUSTER_QUEUE: Final = "kueue.x-k8s.io:ClusterQueue"
CONFIG_MAP: Final = "core:ConfigMap"
HELM_CHART: Final = "helm.sh:Chart"
HELM_RELEASE: Final = "helm.sh:Release"
NAMESPACE: Final = "core:Namespace"
NETWORK_POLICY: Final = "networking.k8s.io:NetworkPolicy"
CILIUM_NETWORK_POLICY: Final = "cilium.io:CiliumNetworkPolicy"
PERSISTENT_VOLUME: Final = "core:PersistentVolume"
PRIORITY_CLASS: Final = "scheduling.k8s.io:PriorityClass"
STORAGE_CLASS: Final = "storage.k8s.io:StorageClass"

BUILT_IN_PODS: Final = (
    "core:Pod",
    "core:PodTemplate",
    "core:ReplicationController",
    "apps:DaemonSet",
    "apps:Deployment",
    "apps:ReplicaSet",
    "apps:StatefulSet",
    "batch:CronJob",
    "batch:Job",
)
"""Built-in kinds that are pods or hold one pod template."""

POD_KINDS: Final = (
    *BUILT_IN_PODS,
    "batch.volcano.sh:Job",
    "jobset.x-k8s.io:JobSet",
    "kubeflow.org:JAXJob",
    "kubeflow.org:MPIJob",
    "kubeflow.org:PaddleJob",
    "kubeflow.org:PyTorchJob",
    "kubeflow.org:TFJob",
    "kubeflow.org:XGBoostJob",
    "leaderworkerset.x-k8s.io:LeaderWorkerSet",
    "ray.io:RayCluster",
    "ray.io:RayJob",
    "ray.io:RayService",
    "trainer.kubeflow.org:ClusterTrainingRuntime",
    "trainer.kubeflow.org:TrainJob",
    "trainer.kubeflow.org:TrainingRuntime",
)
"""Kinds that make pods: the built-in ones, and those of training and serving, which hold templates anywhere."""

HELM_KINDS: Final = (HELM_RELEASE, HELM_CHART)

NAMESPACED: Final = (
    *POD_KINDS,
    *HELM_KINDS,
    CONFIG_MAP,
    "core:ConfigMapPatch",
    "core:LimitRange",
    "core:PersistentVolumeClaim",
    "core:ResourceQuota",
    "core:Secret",
    "core:Service",
    "core:ServiceAccount",
    "apps:DaemonSetPatch",
    "apps:DeploymentPatch",
    "autoscaling:HorizontalPodAutoscaler",
    NETWORK_POLICY,
    CILIUM_NETWORK_POLICY,
    "networking.k8s.io:Ingress",
    "policy:PodDisruptionBudget",
    "rbac.authorization.k8s.io:Role",
    "rbac.authorization.k8s.io:RoleBinding",
)
"""Kinds that stand in a namespace and may do harm in another's."""

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
