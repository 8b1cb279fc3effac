"""How each Azure type of a plan is written in ARM: address, API version, and the names that differ from the engine's.

API versions are those that pulumi-azure-native 3.29.0 uses by default. Almost all names agree; a test compares every
body with the models of Azure's own SDK, and every input name with the provider's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Steps = tuple[str, ...]
"""Path of a value in the inputs, without list positions: `("networkRuleSet", "virtualNetworkRules")`."""

_GROUP = "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}"
_PROVIDERS = f"{_GROUP}/providers"
_CLUSTER = f"{_PROVIDERS}/Microsoft.ContainerService/managedClusters/{{resourceName}}"
_NETWORK = f"{_PROVIDERS}/Microsoft.Network"
_IDENTITY = f"{_PROVIDERS}/Microsoft.ManagedIdentity/userAssignedIdentities/{{resourceName}}"
_ACCOUNT = f"{_PROVIDERS}/Microsoft.Storage/storageAccounts/{{accountName}}"
_INSIGHTS = f"{_PROVIDERS}/Microsoft.Insights"

_LINK_CONNECTION = frozenset({"privateLinkServiceId", "groupIds", "requestMessage"})


@dataclass(frozen=True, slots=True)
class ArmType:
    """One resource type.

    `address` names the entry's path values in braces. `beside` are inputs that stand beside `properties`; all others
    stand inside it, or everything beside where there are no `properties` at all. `renamed` gives the ARM name of a
    value by its path, and `nested` says which fields of the objects at a path stand in a `properties` of their own.
    """

    address: str
    api_version: str
    beside: frozenset[str] = frozenset({"location", "tags"})
    properties: bool = True
    renamed: Mapping[Steps, str] = field(default_factory=dict[Steps, str])
    nested: Mapping[Steps, frozenset[str]] = field(default_factory=dict[Steps, frozenset[str]])


_AUTOSCALER = {
    "balanceSimilarNodeGroups": "balance-similar-node-groups",
    "daemonsetEvictionForEmptyNodes": "daemonset-eviction-for-empty-nodes",
    "daemonsetEvictionForOccupiedNodes": "daemonset-eviction-for-occupied-nodes",
    "ignoreDaemonsetsUtilization": "ignore-daemonsets-utilization",
    "maxEmptyBulkDelete": "max-empty-bulk-delete",
    "maxGracefulTerminationSec": "max-graceful-termination-sec",
    "maxNodeProvisionTime": "max-node-provision-time",
    "maxTotalUnreadyPercentage": "max-total-unready-percentage",
    "newPodScaleUpDelay": "new-pod-scale-up-delay",
    "okTotalUnreadyCount": "ok-total-unready-count",
    "scaleDownDelayAfterAdd": "scale-down-delay-after-add",
    "scaleDownDelayAfterDelete": "scale-down-delay-after-delete",
    "scaleDownDelayAfterFailure": "scale-down-delay-after-failure",
    "scaleDownUnneededTime": "scale-down-unneeded-time",
    "scaleDownUnreadyTime": "scale-down-unready-time",
    "scaleDownUtilizationThreshold": "scale-down-utilization-threshold",
    "scanInterval": "scan-interval",
    "skipNodesWithLocalStorage": "skip-nodes-with-local-storage",
    "skipNodesWithSystemPods": "skip-nodes-with-system-pods",
}

_NOTHING = frozenset[str]()
_NETWORK_API = "2024-05-01"
_STORAGE_API = "2024-01-01"
_AKS_API = "2025-09-01"

ARM_TYPES: Mapping[str, ArmType] = {
    "azure-native:resources:ResourceGroup": ArmType(_GROUP, "2024-03-01", properties=False),
    "azure-native:containerservice:ManagedCluster": ArmType(
        _CLUSTER,
        _AKS_API,
        beside=frozenset({"location", "tags", "sku", "identity", "kind", "extendedLocation"}),
        renamed={("autoScalerProfile", name): key for name, key in _AUTOSCALER.items()},
    ),
    # A pool's `type` is a property; the `type` beside it is the resource's own.
    "azure-native:containerservice:AgentPool": ArmType(
        f"{_CLUSTER}/agentPools/{{agentPoolName}}", _AKS_API, beside=_NOTHING
    ),
    "azure-native:containerservice:MaintenanceConfiguration": ArmType(
        f"{_CLUSTER}/maintenanceConfigurations/{{configName}}", _AKS_API, beside=_NOTHING
    ),
    "azure-native:network:VirtualNetwork": ArmType(f"{_NETWORK}/virtualNetworks/{{virtualNetworkName}}", _NETWORK_API),
    "azure-native:network:Subnet": ArmType(
        f"{_NETWORK}/virtualNetworks/{{virtualNetworkName}}/subnets/{{subnetName}}",
        _NETWORK_API,
        beside=_NOTHING,
        nested={("delegations",): frozenset({"serviceName", "actions"})},
    ),
    "azure-native:network:NatGateway": ArmType(
        f"{_NETWORK}/natGateways/{{natGatewayName}}",
        _NETWORK_API,
        beside=frozenset({"location", "tags", "sku", "zones"}),
    ),
    "azure-native:network:PublicIPAddress": ArmType(
        f"{_NETWORK}/publicIPAddresses/{{publicIpAddressName}}",
        _NETWORK_API,
        beside=frozenset({"location", "tags", "sku", "zones"}),
    ),
    "azure-native:network:PrivateEndpoint": ArmType(
        f"{_NETWORK}/privateEndpoints/{{privateEndpointName}}",
        _NETWORK_API,
        nested={
            ("privateLinkServiceConnections",): _LINK_CONNECTION,
            ("manualPrivateLinkServiceConnections",): _LINK_CONNECTION,
        },
    ),
    "azure-native:network:PrivateDnsZoneGroup": ArmType(
        f"{_NETWORK}/privateEndpoints/{{privateEndpointName}}/privateDnsZoneGroups/{{privateDnsZoneGroupName}}",
        _NETWORK_API,
        beside=frozenset({"name"}),
        nested={("privateDnsZoneConfigs",): frozenset({"privateDnsZoneId"})},
    ),
    "azure-native:privatedns:PrivateZone": ArmType(f"{_NETWORK}/privateDnsZones/{{privateZoneName}}", "2024-06-01"),
    "azure-native:privatedns:VirtualNetworkLink": ArmType(
        f"{_NETWORK}/privateDnsZones/{{privateZoneName}}/virtualNetworkLinks/{{virtualNetworkLinkName}}", "2024-06-01"
    ),
    "azure-native:managedidentity:UserAssignedIdentity": ArmType(_IDENTITY, "2023-01-31", properties=False),
    "azure-native:managedidentity:FederatedIdentityCredential": ArmType(
        f"{_IDENTITY}/federatedIdentityCredentials/{{federatedIdentityCredentialResourceName}}",
        "2023-01-31",
        beside=_NOTHING,
    ),
    "azure-native:authorization:RoleAssignment": ArmType(
        "{scope}/providers/Microsoft.Authorization/roleAssignments/{roleAssignmentName}", "2022-04-01", beside=_NOTHING
    ),
    "azure-native:storage:StorageAccount": ArmType(
        _ACCOUNT,
        _STORAGE_API,
        beside=frozenset({"location", "tags", "sku", "kind", "identity", "extendedLocation"}),
        renamed={
            ("enableHttpsTrafficOnly",): "supportsHttpsTrafficOnly",
            ("enableNfsV3",): "isNfsV3Enabled",
            ("networkRuleSet",): "networkAcls",
            ("networkRuleSet", "virtualNetworkRules", "virtualNetworkResourceId"): "id",
            ("networkRuleSet", "ipRules", "iPAddressOrRange"): "value",
            ("encryption", "keyVaultProperties"): "keyvaultproperties",
            ("encryption", "keyVaultProperties", "keyName"): "keyname",
            ("encryption", "keyVaultProperties", "keyVaultUri"): "keyvaulturi",
            ("encryption", "keyVaultProperties", "keyVersion"): "keyversion",
            ("encryption", "encryptionIdentity"): "identity",
            ("encryption", "encryptionIdentity", "encryptionUserAssignedIdentity"): "userAssignedIdentity",
        },
    ),
    "azure-native:storage:BlobServiceProperties": ArmType(
        f"{_ACCOUNT}/blobServices/{{blobServicesName}}", _STORAGE_API, beside=_NOTHING
    ),
    "azure-native:storage:FileServiceProperties": ArmType(
        f"{_ACCOUNT}/fileServices/{{fileServicesName}}", _STORAGE_API, beside=_NOTHING
    ),
    "azure-native:monitor:AzureMonitorWorkspace": ArmType(
        f"{_PROVIDERS}/Microsoft.Monitor/accounts/{{azureMonitorWorkspaceName}}", "2023-04-03"
    ),
    "azure-native:monitor:DataCollectionEndpoint": ArmType(
        f"{_INSIGHTS}/dataCollectionEndpoints/{{dataCollectionEndpointName}}",
        "2022-06-01",
        beside=frozenset({"location", "tags", "kind", "identity"}),
    ),
    "azure-native:monitor:DataCollectionRule": ArmType(
        f"{_INSIGHTS}/dataCollectionRules/{{dataCollectionRuleName}}",
        "2022-06-01",
        beside=frozenset({"location", "tags", "kind", "identity"}),
    ),
    "azure-native:monitor:DataCollectionRuleAssociation": ArmType(
        "{resourceUri}/providers/Microsoft.Insights/dataCollectionRuleAssociations/{associationName}",
        "2022-06-01",
        beside=_NOTHING,
    ),
    "azure-native:monitor:DiagnosticSetting": ArmType(
        "{resourceUri}/providers/Microsoft.Insights/diagnosticSettings/{name}", "2021-05-01-preview", beside=_NOTHING
    ),
    "azure-native:operationalinsights:Workspace": ArmType(
        f"{_PROVIDERS}/Microsoft.OperationalInsights/workspaces/{{workspaceName}}",
        "2023-09-01",
        beside=frozenset({"location", "tags", "identity"}),
    ),
    # Its inputs hold `properties` themselves.
    "azure-native:dashboard:Grafana": ArmType(
        f"{_PROVIDERS}/Microsoft.Dashboard/grafana/{{workspaceName}}", "2024-10-01", properties=False
    ),
}
