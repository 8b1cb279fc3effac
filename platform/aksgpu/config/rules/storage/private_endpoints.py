"""Rules about private endpoints of storage accounts: where they stand, and how their names are found."""

from collections.abc import Iterator

from aksgpu.config.derived.storage_places import services
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

ACCOUNTS: Path = ("storage", "accounts")
ZONES: Path = ("storage", "privateDnsZones")
_ZONE_NAMES = {service: f"privatelink.{service}.core.windows.net" for service in ("blob", "dfs", "file")}


def private_endpoint_has_a_subnet(subject: Subject) -> Iterator[Finding]:
    """In somebody else's network the subnet for endpoints must be named."""
    if _own_network(subject):
        return
    created = subject.stack.cluster.create
    if created is not None:
        known, where = created.network.existing_private_endpoint_subnet, "cluster.create.network."
        where += "existingPrivateEndpointSubnet"
    else:
        known, where = subject.facts.node_subnet, "cluster.existing.facts.nodeSubnet"
    for name, account in subject.stack.storage.accounts.items():
        if account.private_endpoint and known is None:
            yield error(
                (*ACCOUNTS, name, "privateEndpoint"),
                "a private endpoint needs a subnet, and none is named in this network, which the stack does not make.",
                f"Write {where}, or privateEndpoint: false with publicAccess: selectedSubnets.",
            )


def private_endpoint_has_a_name(subject: Subject) -> Iterator[Finding]:
    """Without a zone the account's name still leads to its public address."""
    zones = subject.stack.storage.private_dns_zones
    for service, wanted in _ZONE_NAMES.items():
        given = getattr(zones, service)
        if given is not None and not given.lower().endswith(f"/privatednszones/{wanted}"):
            yield error(
                (*ZONES, service),
                f"nodes look up private endpoints of {service} in the zone {wanted}, and this id is of something else.",
                "Write /subscriptions/<guid>/resourceGroups/<group>/providers/Microsoft.Network/privateDnsZones/"
                f"{wanted}.",
            )
    if _own_network(subject):
        return
    for name, account in subject.stack.storage.accounts.items():
        missing = [
            service
            for service in services(subject.stack, name)
            if account.private_endpoint and getattr(zones, service) is None
        ]
        if missing:
            yield warning(
                (*ACCOUNTS, name, "privateEndpoint"),
                f"no private DNS zone is named for {' and '.join(missing)}, and in this network the stack makes none: "
                "unless the network's owner registers the endpoint, nodes look up the public address and are refused.",
                f"Write {' and '.join(f'storage.privateDnsZones.{each}' for each in missing)} with the zones' ids, or "
                "have Azure Policy register endpoints.",
            )


def _own_network(subject: Subject) -> bool:
    created = subject.stack.cluster.create
    return created is not None and created.network.existing_subnet is None


RULES = (
    private_endpoint_has_a_subnet,
    private_endpoint_has_a_name,
)
