"""Rules about ids of Azure resources: each must be of the kind that its place asks for."""

import re
from collections.abc import Iterator

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error

CREATE: Path = ("cluster", "create")

SUBNET = "Microsoft.Network/virtualNetworks/subnets"
REGISTRY = "Microsoft.ContainerRegistry/registries"
LOGS = "Microsoft.OperationalInsights/workspaces"
METRICS = "Microsoft.Monitor/accounts"
DISK_KEYS = "Microsoft.Compute/diskEncryptionSets"

Place = tuple[Path, str | None, str]


def azure_ids_are_of_the_right_kind(subject: Subject) -> Iterator[Finding]:
    """A subnet where a subnet is asked for, a registry where a registry is."""
    for path, given, kind in _places(subject):
        if given is not None and _kind(given).lower() != kind.lower():
            shown = f"of the kind {_kind(given)}" if _kind(given) else "of no resource in a resource group"
            yield error(
                path,
                f"this id is {shown}, and one of the kind {kind} is needed here.",
                f"Write {_pattern(kind)}.",
            )


def _places(subject: Subject) -> Iterator[Place]:
    stack = subject.stack
    created = stack.cluster.create
    if created is not None:
        network = created.network
        yield (*CREATE, "network", "existingSubnet"), network.existing_subnet, SUBNET
        beside = network.existing_private_endpoint_subnet
        yield (*CREATE, "network", "existingPrivateEndpointSubnet"), beside, SUBNET
        for index, registry in enumerate(created.registries):
            yield (*CREATE, "registries", index), registry, REGISTRY
        yield (*CREATE, "bootstrapRegistry"), created.bootstrap_registry, REGISTRY
        yield (*CREATE, "addOns", "defenderWorkspace"), created.add_ons.defender_workspace, LOGS
    existing = stack.cluster.existing
    if existing is not None:
        yield ("cluster", "existing", "facts", "nodeSubnet"), existing.facts.node_subnet, SUBNET
    yield ("monitoring", "workspace"), stack.monitoring.workspace, METRICS
    yield ("monitoring", "logWorkspace"), stack.monitoring.log_workspace, LOGS
    yield ("compliance", "diskEncryptionSet"), stack.compliance.disk_encryption_set, DISK_KEYS


def _kind(resource: str) -> str:
    """`Microsoft.Network/virtualNetworks/subnets` of a subnet's id."""
    found = re.fullmatch(r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/([^/]+)/(.+)", resource)
    return "/".join((found[1], *found[2].split("/")[::2])) if found else ""


def _pattern(kind: str) -> str:
    provider, *types = kind.split("/")
    steps = "/".join(f"{type_}/<name>" for type_ in types)
    return f"/subscriptions/<guid>/resourceGroups/<group>/providers/{provider}/{steps}"


RULES = (azure_ids_are_of_the_right_kind,)
