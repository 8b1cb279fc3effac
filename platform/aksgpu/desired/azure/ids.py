"""ARM ids of resources whose names the stack fixes: known before anything exists."""

from aksgpu.config.derived.subject import Subject


def subscription_id(subject: Subject) -> str:
    """ARM id of the stack's subscription."""
    return f"/subscriptions/{subject.stack.subscription_id}"


def resource_group_id(subject: Subject) -> str:
    """ARM id of the resource group that holds everything of the stack."""
    return f"{subscription_id(subject)}/resourceGroups/{subject.facts.resource_group}"


def resource_id(subject: Subject, kind: str, *names: str) -> str:
    """ARM id of a resource of the stack's group.

    `kind` is the ARM type, for example `Microsoft.Network/virtualNetworks/subnets`, and `names` are one for each type
    segment after the provider: `resource_id(subject, kind, "vnet-gpu", "nodes")`. Raises ValueError if they differ.
    """
    provider, *segments = kind.split("/")
    steps = zip(segments, names, strict=True)
    return "/".join((resource_group_id(subject), "providers", provider, *(part for step in steps for part in step)))


def cluster_id(subject: Subject) -> str:
    """ARM id of the cluster, the stack's own or an existing one."""
    return resource_id(subject, "Microsoft.ContainerService/managedClusters", subject.facts.name)


def identity_id(subject: Subject, name: str) -> str:
    """ARM id of a managed identity in the stack's group."""
    return resource_id(subject, "Microsoft.ManagedIdentity/userAssignedIdentities", name)


def group_of(resource: str) -> str:
    """ARM id of the resource group that holds the resource with this id."""
    return "/".join(resource.split("/")[:5])


def parent_of(resource: str) -> str:
    """ARM id of the parent: a subnet's virtual network."""
    return "/".join(resource.split("/")[:-2])


def last_name(resource: str) -> str:
    """The resource's own name."""
    return resource.rsplit("/", 1)[-1]
