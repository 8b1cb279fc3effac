"""Cases of the policy rules over Azure resources."""

from dataclasses import replace
from typing import Any

from policy_cases import GONE, LATER, Case, bad, changed, good, hidden

from aksgpu_policies.resource import Resource

TAGS = {"environment": "prod", "owner": "ml-platform", "costCentre": "cc-1"}
SPOT = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"
GROUP = {"resourceGroupName": "rg-gpu-prod"}
POOL: dict[str, Any] = {
    **GROUP,
    "resourceName": "gpu-prod",
    "agentPoolName": "train",
    "type": "VirtualMachineScaleSets",
    "mode": "User",
    "vmSize": "Standard_NC24ads_A100_v4",
    "enableAutoScaling": True,
    "count": 0.0,
    "minCount": 0.0,
    "maxCount": 4.0,
    "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
    "gpuProfile": {"driver": "None"},
    "tags": TAGS,
}
CLUSTER: dict[str, Any] = {
    **GROUP,
    "resourceName": "gpu-prod",
    "tags": TAGS,
    "agentPoolProfiles": [
        {"name": "system", "mode": "System", "type": "VirtualMachineScaleSets", "vmSize": "Standard_D4ds_v5"}
    ],
    "apiServerAccessProfile": {"enablePrivateCluster": True},
    "disableLocalAccounts": True,
    "aadProfile": {"managed": True, "enableAzureRBAC": True},
    "oidcIssuerProfile": {"enabled": True},
    "securityProfile": {"workloadIdentity": {"enabled": True}},
}
ACCOUNT: dict[str, Any] = {
    **GROUP,
    "accountName": "checkpoints",
    "tags": TAGS,
    "minimumTlsVersion": "TLS1_2",
    "allowBlobPublicAccess": False,
    "allowSharedKeyAccess": False,
    "publicNetworkAccess": "Disabled",
    "networkRuleSet": {"defaultAction": "Deny"},
}
CONTAINER = {**GROUP, "accountName": "checkpoints", "containerName": "runs"}
SUBSCRIPTION = "/subscriptions/3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10"
OWNER = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635"
READER = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7"


def pool(protect: bool | None = True, ignored: tuple[str, ...] = ("count",), **changes: Any) -> Resource:
    """A GPU pool that keeps every rule, with changes at dotted paths (`__` for a dot)."""
    return replace(_azure("containerservice:AgentPool", "pool-train", POOL, protect, changes), ignore_changes=ignored)


def cluster(protect: bool | None = True, **changes: Any) -> Resource:
    """A cluster that keeps every rule, with changes."""
    return _azure("containerservice:ManagedCluster", "cluster", CLUSTER, protect, changes)


def ranged(*ranges: Any) -> Resource:
    """A public cluster that answers ranges only."""
    return cluster(apiServerAccessProfile={"authorizedIPRanges": list(ranges)})


def account(protect: bool | None = True, **changes: Any) -> Resource:
    """A storage account that keeps every rule, with changes."""
    return _azure("storage:StorageAccount", "storage-checkpoints", ACCOUNT, protect, changes)


def container(**inputs: Any) -> Resource:
    """A blob container."""
    return _azure("storage:BlobContainer", "storage-checkpoints-runs", CONTAINER, None, inputs)


def role(scope: Any, definition: Any) -> Resource:
    """A role assignment."""
    who = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
    inputs = {"scope": scope, "roleAssignmentName": who, "principalId": who, "roleDefinitionId": definition}
    return _azure("authorization:RoleAssignment", "role-somebody", inputs, None, {})


def _azure(token: str, name: str, base: dict[str, Any], protect: bool | None, changes: dict[str, Any]) -> Resource:
    dotted = {key.replace("__", "."): value for key, value in changes.items()}
    return Resource(f"azure-native:{token}", name, changed(base, dotted), protect)


CPU = {"vmSize": "Standard_D16ds_v5"}
INLINE_GPU = {"agentPoolProfiles__0__vmSize": "Standard_NC24ads_A100_v4"}
SPOT_POOL = {"scaleSetPriority": "Spot", "nodeTaints": ["nvidia.com/gpu=present:NoSchedule", SPOT]}
DEALLOCATE = {"scaleDownMode": "Deallocate"}
OPEN = {"apiServerAccessProfile": {}}
RANGES = "apiServerAccessProfile__authorizedIPRanges"

CASES: tuple[Case, ...] = (
    good("gpu-pool-tainted", pool()),
    good("gpu-pool-tainted", pool(**CPU, nodeTaints=[])),
    good("gpu-pool-tainted", pool(nodeTaints=[LATER, "sku=gpu:NoSchedule"])),
    bad("gpu-pool-tainted", "no taint of its own", pool(nodeTaints=GONE)),
    bad("gpu-pool-tainted", "no taint of its own", pool(nodeTaints=[SPOT])),
    bad("gpu-pool-tainted", "no taint of its own", pool(nodeTaints=["a=b:PreferNoSchedule"])),
    hidden("gpu-pool-tainted", "nodeTaints could not be judged", pool(nodeTaints=[LATER])),
    hidden("gpu-pool-tainted", "vmSize could not be judged", pool(vmSize=LATER, nodeTaints=[])),
    good("gpu-pool-bounded", pool()),
    good("gpu-pool-bounded", pool(enableAutoScaling=False, count=2, maxCount=GONE)),
    good("gpu-pool-bounded", pool(**CPU, maxCount=GONE)),
    bad("gpu-pool-bounded", "autoscales without a maxCount", pool(maxCount=GONE)),
    bad("gpu-pool-bounded", "neither autoscaling nor", pool(enableAutoScaling=GONE, count=GONE)),
    bad("gpu-pool-bounded", "The pool may have 1,330 nodes", pool(maxCount=1000, upgradeSettings={"maxSurge": "33%"})),
    hidden("gpu-pool-bounded", "maxCount could not be judged", pool(maxCount=LATER)),
    hidden("gpu-pool-bounded", "enableAutoScaling", pool(enableAutoScaling=LATER, count=GONE)),
    hidden("gpu-pool-bounded", "maxSurge could not", pool(upgradeSettings=LATER)),
    good("gpu-driver-explicit", pool(gpuProfile={"driver": "Install"})),
    good("gpu-driver-explicit", pool(**CPU, gpuProfile=GONE)),
    bad("gpu-driver-explicit", "does not say who installs", pool(gpuProfile=GONE)),
    bad("gpu-driver-explicit", "neither None nor Install", pool(gpuProfile={"driver": "none"})),
    hidden("gpu-driver-explicit", "gpuProfile.driver could not be judged", pool(gpuProfile=LATER)),
    good("aks-mig-profile-fits", pool()),
    good("aks-mig-profile-fits", pool(gpuInstanceProfile="MIG1g", gpuProfile__driver="Install")),
    bad(
        "aks-mig-profile-fits",
        "has no MIG: it cannot be divided",
        pool(vmSize="Standard_NC4as_T4_v3", gpuInstanceProfile="MIG1g", gpuProfile__driver="Install"),
    ),
    bad("aks-mig-profile-fits", "does not divide into MIG5g", pool(gpuInstanceProfile="MIG5g", gpuProfile=LATER)),
    bad("aks-mig-profile-fits", "the driver that AKS installs", pool(gpuInstanceProfile="MIG1g")),
    bad("aks-mig-profile-fits", "not a VM size with GPUs", pool(**CPU, gpuInstanceProfile="MIG1g", gpuProfile=GONE)),
    hidden("aks-mig-profile-fits", "gpuInstanceProfile", pool(gpuInstanceProfile=LATER, gpuProfile=GONE)),
    hidden("aks-mig-profile-fits", "gpuProfile.driver", pool(gpuInstanceProfile="MIG1g", gpuProfile=LATER)),
    hidden(
        "aks-mig-profile-fits",
        "no VM size Standard_NC999_X_v9",
        pool(vmSize="Standard_NC999_X_v9", gpuInstanceProfile="MIG1g", gpuProfile=GONE),
    ),
    good("gpu-vm-size-works", pool()),
    good("gpu-vm-size-works", pool(**CPU)),
    bad("gpu-vm-size-works", "Azure retired Standard_NC6s_v3", pool(vmSize="Standard_NC6s_v3")),
    bad("gpu-vm-size-works", "neither AKS nor the GPU Operator", pool(vmSize="Standard_NV4ads_V710_v5")),
    hidden("gpu-vm-size-works", "vmSize could not be judged", pool(vmSize=LATER)),
    hidden("gpu-vm-size-works", "Standard_ND40rs_v2 is unconfirmed", pool(vmSize="Standard_ND40rs_v2")),
    hidden("gpu-vm-size-works", "no VM size Standard_NC999_X_v9", pool(vmSize="Standard_NC999_X_v9")),
    good("no-inline-gpu-pool", cluster()),
    bad("no-inline-gpu-pool", "inline pool system has GPUs", cluster(**INLINE_GPU)),
    hidden("no-inline-gpu-pool", "agentPoolProfiles[0].vmSize", cluster(agentPoolProfiles__0__vmSize=LATER)),
    good("one-inline-system-pool", cluster()),
    bad("one-inline-system-pool", "holds no inline pools", cluster(agentPoolProfiles=GONE)),
    bad("one-inline-system-pool", "holds 2 inline pools", cluster(agentPoolProfiles=[{"mode": "System"}, LATER])),
    bad("one-inline-system-pool", "has mode User", cluster(agentPoolProfiles__0__mode="User")),
    bad("one-inline-system-pool", "is of spot nodes", cluster(agentPoolProfiles__0__scaleSetPriority="Spot")),
    bad("one-inline-system-pool", "is burstable", cluster(agentPoolProfiles__0__vmSize="Standard_B4ms")),
    bad("one-inline-system-pool", "needs at least 4 vCPU", cluster(agentPoolProfiles__0__vmSize="Standard_D2ds_v5")),
    good("one-inline-system-pool", cluster(agentPoolProfiles__0__scaleSetPriority="Regular")),
    good("one-inline-system-pool", cluster(**INLINE_GPU)),
    hidden("one-inline-system-pool", "agentPoolProfiles could not", cluster(agentPoolProfiles=LATER)),
    hidden("one-inline-system-pool", "[0].vmSize could", cluster(agentPoolProfiles__0__vmSize=LATER)),
    hidden("one-inline-system-pool", "scaleSetPriority", cluster(agentPoolProfiles__0__scaleSetPriority=LATER)),
    good("pool-is-scale-set", pool()),
    good("pool-is-scale-set", cluster()),
    bad("pool-is-scale-set", "This pool has type VirtualMachines", pool(type="VirtualMachines")),
    bad("pool-is-scale-set", "The inline pool system does not say", cluster(agentPoolProfiles__0__type=GONE)),
    hidden("pool-is-scale-set", "type could not be judged", pool(type=LATER)),
    good("spot-pool-settings", pool(**SPOT_POOL)),
    good("spot-pool-settings", pool(upgradeSettings={"maxSurge": "1"})),
    bad("spot-pool-settings", "does not state the spot taint", pool(scaleSetPriority="Spot")),
    bad("spot-pool-settings", "has upgradeSettings", pool(**SPOT_POOL, upgradeSettings=LATER)),
    hidden("spot-pool-settings", "nodeTaints", pool(scaleSetPriority="Spot", nodeTaints=[LATER])),
    good("autoscaled-count-ignored", pool(), pool(ignored=("*",))),
    good("autoscaled-count-ignored", pool(ignored=(), enableAutoScaling=False), pool(ignored=(), count=GONE)),
    bad("autoscaled-count-ignored", "sets its number of nodes back", pool(ignored=())),
    bad("autoscaled-count-ignored", "not ignored", pool(**CPU, ignored=("nodeLabels",), count=LATER)),
    hidden("autoscaled-count-ignored", "enableAutoScaling could", pool(ignored=(), enableAutoScaling=LATER)),
    good("no-deallocate-with-operator-driver", pool(), pool(scaleDownMode="Delete", gpuProfile=LATER)),
    good("no-deallocate-with-operator-driver", pool(**DEALLOCATE, gpuProfile__driver="Install")),
    bad("no-deallocate-with-operator-driver", "leftovers of its last", pool(**DEALLOCATE)),
    hidden("no-deallocate-with-operator-driver", "scaleDownMode could", pool(scaleDownMode=LATER, gpuProfile=LATER)),
    hidden("no-deallocate-with-operator-driver", "gpuProfile.driver", pool(**DEALLOCATE, gpuProfile=LATER)),
    good("prod-api-server-closed", cluster()),
    good("prod-api-server-closed", cluster(**OPEN, tags__environment="dev")),
    good(
        "prod-api-server-closed",
        cluster(**{RANGES: ["203.0.113.0/24"]}, apiServerAccessProfile__enablePrivateCluster=GONE),
    ),
    bad("prod-api-server-closed", "answers the whole internet", cluster(**OPEN)),
    bad("prod-api-server-closed", "whole internet", cluster(**OPEN, tags__environment="Production")),
    bad(
        "prod-api-server-closed",
        "whole internet",
        cluster(apiServerAccessProfile={"authorizedIPRanges": [LATER, "0.0.0.0/0"]}),
    ),
    good("prod-api-server-closed", cluster(**OPEN, tags__environment="nonprod")),
    bad("prod-api-server-closed", "whole internet", cluster(**OPEN, tags__environment="prod-eu")),
    bad("prod-api-server-closed", "whole internet", ranged("0.0.0.0/1", "128.0.0.0/1")),
    bad("prod-api-server-closed", "all 16,777,216 addresses of 11.0.0.0/8", ranged("203.0.113.7", "11.0.0.0/8")),
    bad("prod-api-server-closed", "addresses of 11.0.0.0/8", ranged("11.0.0.0/9", "11.128.0.0/9")),
    good("prod-api-server-closed", ranged("11.0.0.0/9", "not a range", "203.0.113.7", "2001:db8::/32")),
    hidden("prod-api-server-closed", "Ranges", ranged("11.0.0.0/9", LATER)),
    hidden("prod-api-server-closed", "tags.environment", cluster(**OPEN, tags__environment=LATER)),
    hidden("prod-api-server-closed", "Ranges", cluster(apiServerAccessProfile={"authorizedIPRanges": [LATER]})),
    good("cluster-local-accounts-off", cluster()),
    bad("cluster-local-accounts-off", "Local accounts are on", cluster(disableLocalAccounts=GONE)),
    hidden("cluster-local-accounts-off", "disableLocalAccounts could", cluster(disableLocalAccounts=LATER)),
    good("cluster-entra-and-azure-rbac", cluster()),
    bad("cluster-entra-and-azure-rbac", "do not sign in with Entra", cluster(aadProfile=GONE)),
    bad("cluster-entra-and-azure-rbac", "Azure roles do not hold", cluster(aadProfile__enableAzureRBAC=False)),
    hidden("cluster-entra-and-azure-rbac", "aadProfile.managed could not", cluster(aadProfile=LATER)),
    good("cluster-workload-identity", cluster()),
    bad("cluster-workload-identity", "oidcIssuerProfile.enabled is not true", cluster(oidcIssuerProfile=GONE)),
    bad("cluster-workload-identity", "only with keys", cluster(securityProfile=GONE)),
    hidden("cluster-workload-identity", "workloadIdentity", cluster(securityProfile=LATER)),
    good("cluster-protected", cluster()),
    bad("cluster-protected", "The cluster is not protected", cluster(protect=False)),
    hidden("cluster-protected", "Nobody says", cluster(protect=None)),
    good("storage-account-protected", account()),
    bad("storage-account-protected", "account is not protected", account(protect=False)),
    hidden("storage-account-protected", "Nobody says", account(protect=None)),
    good("gpu-pool-protected", pool()),
    good("gpu-pool-protected", pool(protect=False, **CPU)),
    bad("gpu-pool-protected", "GPU pool is not protected", pool(protect=False)),
    hidden("gpu-pool-protected", "vmSize could not", pool(protect=False, vmSize=LATER)),
    good("storage-account-tls", account()),
    bad("storage-account-tls", "minimumTlsVersion is TLS1_0", account(minimumTlsVersion="TLS1_0")),
    bad("storage-account-tls", "minimumTlsVersion is nothing", account(minimumTlsVersion=GONE)),
    hidden("storage-account-tls", "minimumTlsVersion could not", account(minimumTlsVersion=LATER)),
    good("storage-account-no-public-blobs", account()),
    bad("storage-account-no-public-blobs", "opened to the world", account(allowBlobPublicAccess=GONE)),
    hidden("storage-account-no-public-blobs", "allowBlobPublicAccess", account(allowBlobPublicAccess=LATER)),
    good("blob-container-private", container(), container(publicAccess="None")),
    bad("blob-container-private", "publicAccess is Blob", container(publicAccess="Blob")),
    bad("blob-container-private", "whoever knows the address", container(publicAccess="Container")),
    hidden("blob-container-private", "publicAccess could", container(publicAccess=LATER)),
    good("storage-account-no-shared-keys", account()),
    bad("storage-account-no-shared-keys", "a leaked key opens", account(allowSharedKeyAccess=True)),
    hidden("storage-account-no-shared-keys", "allowSharedKeyAccess", account(allowSharedKeyAccess=LATER)),
    good("storage-account-network-closed", account(publicNetworkAccess="Enabled")),
    good("storage-account-network-closed", account(networkRuleSet=LATER)),
    bad("storage-account-network-closed", "no network rules", account(publicNetworkAccess=GONE, networkRuleSet=GONE)),
    bad(
        "storage-account-network-closed",
        "default answer is Allow",
        account(publicNetworkAccess="Enabled", networkRuleSet__defaultAction="Allow"),
    ),
    hidden(
        "storage-account-network-closed", "publicNetworkAccess", account(publicNetworkAccess=LATER, networkRuleSet=GONE)
    ),
    good("no-powerful-role-on-subscription", role(f"{SUBSCRIPTION}/resourceGroups/rg", OWNER)),
    good("no-powerful-role-on-subscription", role(LATER, READER), role(SUBSCRIPTION, READER)),
    bad("no-powerful-role-on-subscription", "This gives Owner on /subscriptions/", role(SUBSCRIPTION, OWNER)),
    bad("no-powerful-role-on-subscription", "Owner", role("/providers/Microsoft.Management/managementGroups/x", OWNER)),
    bad("no-powerful-role-on-subscription", "Owner", role(f"{SUBSCRIPTION}/", OWNER.upper())),
    hidden("no-powerful-role-on-subscription", "scope could not", role(LATER, OWNER)),
    hidden("no-powerful-role-on-subscription", "roleDefinitionId could not", role(SUBSCRIPTION, LATER)),
    good("tags-present", pool(), cluster(), account()),
    bad("tags-present", "Tags are missing: owner, costCentre", pool(tags={"environment": "dev", "owner": " "})),
    bad("tags-present", "Tags are missing: costCentre", pool(tags={"environment": LATER, "owner": "x"})),
    hidden("tags-present", "tags.owner could not", account(tags=LATER)),
)
