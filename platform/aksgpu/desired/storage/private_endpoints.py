"""Private endpoints of the stack's accounts, and the DNS zones in which their names resolve.

In a virtual network of its own the stack makes the zones. In somebody else's network nothing is made: zones that exist
are named under `storage.privateDnsZones`, or the network's owner registers the endpoints.
"""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.azure.names import shortened, virtual_network
from aksgpu.desired.azure.subnets import makes_network, private_endpoint_subnet
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.entries import AzureResource
from aksgpu.desired.markers import FromAzure
from aksgpu.desired.storage.sub_resources import ZONES, Endpoint, account_key, endpoints

_NAME_LENGTH = 80
_GROUP = "default"


def private_endpoints(subject: Subject) -> Iterator[AzureResource]:
    """Zones first, then per account and service the endpoint and its registration in the zone."""
    yield from _zones(subject)
    for endpoint in endpoints(subject):
        yield _endpoint(subject, endpoint)
        zone = zone_id(subject, endpoint.service)
        if zone is not None:
            yield _zone_group(subject, endpoint, zone)


def zone_id(subject: Subject, service: str) -> FromAzure | str | None:
    """Id of the private DNS zone of a service (blob, dfs or file); None where the network's owner sees to it."""
    given = getattr(subject.stack.storage.private_dns_zones, service)
    if given is not None:
        return given
    return FromAzure(f"dns-zone-{service}", "id") if makes_network(subject) else None


def endpoint_subnet(subject: Subject) -> FromAzure | str | None:
    """Id of the subnet for the endpoints; on an existing cluster that of the nodes, if the stack says it."""
    return private_endpoint_subnet(subject) or subject.facts.node_subnet


def vnet_link_name(subject: Subject) -> str:
    """Name of the zones' link to the network: what the storage drivers look for before they make a second one.

    blob-csi-driver and azurefile-csi-driver, docs/driver-parameters.md, `vnetLinkName`.
    """
    return f"{virtual_network(subject)}-vnetlink"


def services_by_driver(subject: Subject) -> tuple[str, ...]:
    """Services for which a storage driver makes private endpoints by itself: it then finds zone and link in place."""
    classes = subject.stack.storage.classes.values()
    made = {each.profile.split("-")[0] for each in classes if each.private_endpoint and each.account is None}
    return tuple(service for prefix, service in (("blob", "blob"), ("files", "file")) if prefix in made)


def _zones(subject: Subject) -> Iterator[AzureResource]:
    if not makes_network(subject):
        return
    given = subject.stack.storage.private_dns_zones
    wanted = {endpoint.service for endpoint in endpoints(subject)} | set(services_by_driver(subject))
    for service in sorted(each for each in wanted if getattr(given, each) is None):
        path = {"resourceGroupName": subject.facts.resource_group, "privateZoneName": ZONES[service]}
        yield AzureResource(
            key=f"dns-zone-{service}",
            type="azure-native:privatedns:PrivateZone",
            path=path,
            inputs={"location": "global", "tags": tags(subject)},
            after=("resource-group",),
        )
        yield AzureResource(
            key=f"dns-link-{service}",
            type="azure-native:privatedns:VirtualNetworkLink",
            path={**path, "virtualNetworkLinkName": vnet_link_name(subject)},
            inputs={
                "location": "global",
                "registrationEnabled": False,
                "virtualNetwork": {"id": FromAzure("vnet", "id")},
                "tags": tags(subject),
            },
            after=(f"dns-zone-{service}",),
        )


def _endpoint_name(endpoint: Endpoint) -> str:
    return shortened(f"pe-{endpoint.account}-{endpoint.service}", _NAME_LENGTH)


def _endpoint_key(endpoint: Endpoint) -> str:
    return f"private-endpoint-{endpoint.account}-{endpoint.service}"


def _endpoint(subject: Subject, endpoint: Endpoint) -> AzureResource:
    name = _endpoint_name(endpoint)
    connection: dict[str, Any] = {
        "name": name,
        "privateLinkServiceId": FromAzure(account_key(endpoint.account), "id"),
        "groupIds": [endpoint.service],
    }
    return AzureResource(
        key=_endpoint_key(endpoint),
        type="azure-native:network:PrivateEndpoint",
        path={"resourceGroupName": subject.facts.resource_group, "privateEndpointName": name},
        inputs={
            "location": subject.stack.region,
            "subnet": {"id": endpoint_subnet(subject)},
            "customNetworkInterfaceName": f"{name}-nic",
            "privateLinkServiceConnections": [connection],
            "tags": tags(subject),
        },
        create_only=("location", "subnet", "customNetworkInterfaceName", "privateLinkServiceConnections"),
    )


def _zone_group(subject: Subject, endpoint: Endpoint, zone: FromAzure | str) -> AzureResource:
    link = (f"dns-link-{endpoint.service}",) if isinstance(zone, FromAzure) else ()
    return AzureResource(
        key=f"dns-group-{endpoint.account}-{endpoint.service}",
        type="azure-native:network:PrivateDnsZoneGroup",
        path={
            "resourceGroupName": subject.facts.resource_group,
            "privateEndpointName": _endpoint_name(endpoint),
            "privateDnsZoneGroupName": _GROUP,
        },
        inputs={"privateDnsZoneConfigs": [{"name": endpoint.service, "privateDnsZoneId": zone}]},
        after=(_endpoint_key(endpoint), *link),
    )
