"""Rules about address ranges: nothing overlaps, and every node finds a place."""

from collections.abc import Iterator
from itertools import combinations

from aksgpu.catalogue.address_ranges import inside, overlap
from aksgpu.catalogue.limits import API_SERVER_SUBNET_PREFIX
from aksgpu.catalogue.reserved_ranges import why_range_is_reserved, why_service_range_does_not_fit
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error
from aksgpu.config.model.cluster import NewCluster

CREATE: Path = ("cluster", "create")
NETWORK: Path = (*CREATE, "network")
VNET: Path = (*NETWORK, "vnet")
API_SERVER_SUBNET: Path = (*CREATE, "apiServer", "subnetPrefix")
FACTS: Path = ("cluster", "existing", "facts")
_AS_IT_IS = "Write the ranges that the cluster really has: `az aks show` lists them under networkProfile."

Range = tuple[Path, str, str]
"""Where a range stands, what it is for, and the range."""


def ranges_do_not_overlap(subject: Subject) -> Iterator[Finding]:
    """Pods, Services and the virtual network have addresses of their own."""
    for (_, other_what, other), (path, what, cidr) in combinations(_ranges(subject), 2):
        if overlap(cidr, other):
            yield error(
                path,
                f"the range of {what} {cidr} overlaps the range of {other_what} {other}, so one address could belong "
                "to both.",
                _free_range(subject, path, cidr) if subject.facts.ours else _AS_IT_IS,
            )


def ranges_are_free(subject: Subject) -> Iterator[Finding]:
    """Some ranges belong to AKS."""
    for path, what, cidr in _ranges(subject):
        problem = why_range_is_reserved(cidr)
        if problem:
            remedy = problem.remedy if subject.facts.ours else _AS_IT_IS
            yield error(path, f"the range of {what} {problem.message}", remedy)


def service_range_fits(subject: Subject) -> Iterator[Finding]:
    """AKS takes Service ranges between a /13 and a /28."""
    created = subject.stack.cluster.create
    problem = why_service_range_does_not_fit(created.network.service_cidr) if created else None
    if problem:
        yield error((*NETWORK, "serviceCidr"), problem.message, problem.remedy)


def subnets_lie_in_the_network(subject: Subject) -> Iterator[Finding]:
    """Subnets of the stack's own network are inside it, and apart."""
    created = subject.stack.cluster.create
    if created is None or created.network.existing_subnet is not None:
        return
    space = created.network.vnet.address_space
    subnets = list(_subnets(created))
    for path, what, cidr in subnets:
        if not inside(cidr, space):
            yield error(
                path,
                f"the subnet of {what} {cidr} does not lie inside the virtual network's address space {space}.",
                f"Write a part of {space}, or make vnet.addressSpace larger.",
            )
    for (_, other_what, other), (path, what, cidr) in combinations(subnets, 2):
        if overlap(cidr, other):
            yield error(
                path,
                f"the subnet of {what} {cidr} overlaps the subnet of {other_what} {other}.",
                f"Give each of them a part of {space} of its own.",
            )


def api_server_subnet_is_large_enough(subject: Subject) -> Iterator[Finding]:
    """The API server's subnet is at least a /28."""
    created = subject.stack.cluster.create
    given = created.api_server.subnet_prefix if created else None
    if given is not None and int(given.split("/")[-1]) > API_SERVER_SUBNET_PREFIX.value:
        least = API_SERVER_SUBNET_PREFIX.value
        yield error(
            API_SERVER_SUBNET,
            f"{given} is too small: the API server's subnet must be at least a /{least}.",
            f"Write a /{least} or larger, for example 10.226.0.0/{least}.",
        )


def _free_range(subject: Subject, path: Path, cidr: str) -> str:
    """What to write for a range that overlaps: the first /16 that nothing else of the stack has."""
    others = [other for where, _, other in _ranges(subject) if where != path]
    candidates = (f"10.{second}.0.0/16" for second in range(256))
    free = next((each for each in candidates if not any(overlap(each, other) for other in others)), None)
    if free is None:
        return "Write smaller ranges that leave each other room, for example each a /16 of 10.0.0.0/8."
    return f"Write another range in place of {cidr}, for example {free}."


def _ranges(subject: Subject) -> Iterator[Range]:
    """Ranges that must be apart from one another, the virtual network first."""
    created = subject.stack.cluster.create
    if created is None:
        if subject.facts.pod_cidr is not None:
            yield (*FACTS, "podCidr"), "pods", subject.facts.pod_cidr
        yield (*FACTS, "serviceCidr"), "Services", subject.facts.service_cidr
        return
    network = created.network
    if network.existing_subnet is None:
        yield (*VNET, "addressSpace"), "the virtual network", network.vnet.address_space
    yield (*NETWORK, "podCidr"), "pods", network.pod_cidr
    yield (*NETWORK, "serviceCidr"), "Services", network.service_cidr


def _subnets(cluster: NewCluster) -> Iterator[Range]:
    yield (*VNET, "nodeSubnet"), "the nodes", cluster.network.vnet.node_subnet
    yield (*VNET, "privateEndpointSubnet"), "private endpoints", cluster.network.vnet.private_endpoint_subnet
    if cluster.api_server.subnet_prefix is not None:
        yield API_SERVER_SUBNET, "the API server", cluster.api_server.subnet_prefix


RULES = (
    ranges_do_not_overlap,
    ranges_are_free,
    service_range_fits,
    subnets_lie_in_the_network,
    api_server_subnet_is_large_enough,
)
