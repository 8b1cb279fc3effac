"""A small platform of hand-made entries, with one of everything that registration treats in its own way."""

from aksgpu.desired.entries import AzureResource, ChartRelease, KubernetesObject, Part
from aksgpu.desired.markers import FromAzure, FromConfig, Joined, RegistryLogin

SECRET = "do-not-show-this"
SECRETS = {"gpuSoftware": {"registry": {"password": SECRET}}}

GROUP = AzureResource(
    "resource-group",
    "azure-native:resources:ResourceGroup",
    {"resourceGroupName": "rg-gpu-dev"},
    {"location": "swedencentral", "tags": {"cost_centre": "cc"}},
)
CLUSTER = AzureResource(
    "cluster",
    "azure-native:containerservice:ManagedCluster",
    {"resourceGroupName": FromAzure("resource-group", "name"), "resourceName": "gpu-dev"},
    {
        "aadProfile": {"managed": True, "adminGroupObjectIDs": ["group"]},
        "agentPoolProfiles": [{"name": "system", "count": 3, "nodeLabels": {"some_key": "kept"}}],
    },
    scarce=True,
    protect=True,
    ignore_changes=("agentPoolProfiles[0].count", "kubernetesVersion"),
    create_only=("networkProfile.podCidr",),
)
POOL = AzureResource(
    "pool-train",
    "azure-native:containerservice:AgentPool",
    {"resourceGroupName": "rg-gpu-dev", "resourceName": FromAzure("cluster", "name"), "agentPoolName": "train1a2b"},
    {"vmSize": "Standard_NC4as_T4_v3", "count": 0, "gpuProfile": {"driver": "None"}},
    scarce=True,
    protect=True,
    ignore_changes=("count",),
)
NAMESPACE = KubernetesObject(
    "namespace-kueue-system", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kueue-system"}}
)
KUEUE = ChartRelease(
    "chart-kueue",
    "kueue",
    "kueue-system",
    "kueue",
    "https://charts.example.io",
    "0.19.2",
    {"some_key": {"camelKey": 1, "issuer": FromAzure("cluster", "oidcIssuerProfile.issuerURL")}},
    after=("namespace-kueue-system", "pool-train"),
    timeout_seconds=300,
    awaited=False,
    probe={"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "aksgpu-probe"}},
)
PRIORITY = KubernetesObject(
    "workloadpriorityclass-training",
    {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "WorkloadPriorityClass", "metadata": {"name": "t"}, "value": 10},
    after=("chart-kueue",),
    replace_on_changes=("value",),
)
PULL_SECRET = KubernetesObject(
    "secret-gpu-operator-pull",
    {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "pull", "namespace": "gpu-operator"},
        "stringData": {
            ".dockerconfigjson": RegistryLogin("nvcr.io", "$oauthtoken", FromConfig("gpuSoftware.registry.password"))
        },
    },
    secret=True,
)
ADMINS = AzureResource(
    "role-admins",
    "azure-native:authorization:RoleAssignment",
    {"scope": FromAzure("cluster", "id"), "roleAssignmentName": "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"},
    {"principalId": "group", "principalType": "Group", "roleDefinitionId": "/role"},
)
PARTS = (
    Part("network", "Network", (GROUP,)),
    Part("cluster", "Cluster", (CLUSTER, ADMINS)),
    Part("gpu-pool-train", "GpuNodePool", (POOL,)),
    Part("queues", "TeamQueues", (NAMESPACE, KUEUE)),
    Part("priorities", "PriorityClasses", (PRIORITY,)),
    Part("gpu-operator", "GpuOperator", (PULL_SECRET,)),
)
OUTPUTS = {
    "cluster": FromAzure("cluster", "name"),
    "issuer": Joined(("issuer=", FromAzure("cluster", "oidcIssuerProfile.issuerURL"))),
    "queues": {"vision": "default"},
}
