"""The way to the bootstrap registry of a network-isolated cluster: a private endpoint with its DNS zone."""

from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure import ids, names
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure

REGISTRY_ZONE = "privatelink.azurecr.io"


def registry_endpoint(subject: Subject, registry: str) -> Iterator[AzureResource]:
    """Entries that let nodes without internet pull from `registry` (an ARM id), in the stack's own network."""
    group = subject.facts.resource_group
    endpoint = names.shortened(f"pe-{subject.facts.name}-{ids.last_name(registry)}", 80)
    link = {"name": "registry", "privateLinkServiceId": registry, "groupIds": ["registry"]}
    yield AzureResource(
        key="dns-zone-registry",
        type="azure-native:privatedns:PrivateZone",
        path={"resourceGroupName": group, "privateZoneName": REGISTRY_ZONE},
        inputs={"location": "global", "tags": tags(subject)},
        after=("resource-group",),
    )
    yield AzureResource(
        key="dns-link-registry",
        type="azure-native:privatedns:VirtualNetworkLink",
        path={
            "resourceGroupName": group,
            "privateZoneName": REGISTRY_ZONE,
            "virtualNetworkLinkName": subject.facts.name.replace("_", "-"),
        },
        inputs={
            "location": "global",
            "registrationEnabled": False,
            "virtualNetwork": {"id": FromAzure("vnet", "id")},
            "tags": tags(subject),
        },
        after=("dns-zone-registry",),
    )
    yield AzureResource(
        key="private-endpoint-registry",
        type="azure-native:network:PrivateEndpoint",
        path={"resourceGroupName": group, "privateEndpointName": endpoint},
        inputs={
            "location": subject.stack.region,
            "subnet": {"id": FromAzure("subnet-private-endpoints", "id")},
            "privateLinkServiceConnections": [link],
            "tags": tags(subject),
        },
        create_only=("location", "subnet"),
    )
    yield AzureResource(
        key="dns-group-registry",
        type="azure-native:network:PrivateDnsZoneGroup",
        path={"resourceGroupName": group, "privateEndpointName": endpoint, "privateDnsZoneGroupName": "registry"},
        inputs={
            "privateDnsZoneConfigs": [{"name": "registry", "privateDnsZoneId": FromAzure("dns-zone-registry", "id")}]
        },
        after=("private-endpoint-registry",),
    )
