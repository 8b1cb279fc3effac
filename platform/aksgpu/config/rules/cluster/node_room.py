"""Rules about room for nodes: addresses for them and their pods, and AKS's own limits."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from aksgpu.catalogue.limits import NODE_POD_PREFIX, why_too_many_nodes, why_too_many_pools
from aksgpu.catalogue.reserved_ranges import addresses_in_subnet, smallest_subnet_prefix
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, warning

NETWORK: Path = ("cluster", "create", "network")


def pod_range_holds_all_nodes(subject: Subject) -> Iterator[Finding]:
    """Under overlay each node takes a /24 of the pod range, surge nodes too."""
    facts = subject.facts
    if facts.pod_cidr is None or facts.network_plugin_mode != "overlay":
        return
    path = (*NETWORK, "podCidr") if facts.ours else ("cluster", "existing", "facts", "podCidr")
    holds, needed = _nodes_in_pod_range(facts.pod_cidr), _nodes(subject)
    remedy = f"Write a /{_pod_prefix(needed)} or larger, or lower the maximum (scale.max, nodes) of some pools."
    if not facts.ours:
        remedy = "Lower scale.max or nodes of some pools: the range of a cluster that exists cannot grow here."
    if holds < needed:
        yield error(
            path,
            f"each node takes a /{NODE_POD_PREFIX.value} for its pods, so {facts.pod_cidr} holds {holds} nodes. All "
            f"pools together may have {needed}, with the nodes that upgrades add.",
            remedy,
        )
        return
    largest = max((offer.max_nodes for offer in subject.offers.values() if offer.kind != "system"), default=0)
    if holds < needed + largest:
        yield warning(
            path,
            f"{facts.pod_cidr} holds {holds} nodes (a /{NODE_POD_PREFIX.value} each), and all pools together may have "
            f"{needed}. While the largest pool is replaced, old and new nodes run side by side: that needs room for "
            f"{needed + largest}.",
            remedy.replace(f"/{_pod_prefix(needed)}", f"/{_pod_prefix(needed + largest)}"),
        )


def node_subnet_holds_all_nodes(subject: Subject) -> Iterator[Finding]:
    """Each node takes one address of its subnet."""
    created = subject.stack.cluster.create
    if created is None or created.network.existing_subnet is not None:
        return
    subnet, needed = created.network.vnet.node_subnet, _nodes(subject)
    holds = addresses_in_subnet(subnet)
    if holds < needed:
        yield error(
            (*NETWORK, "vnet", "nodeSubnet"),
            f"{subnet} has {holds} addresses for nodes (Azure keeps five of each subnet), and all pools together may "
            f"have {needed} nodes, with those that upgrades add.",
            f"Write a /{smallest_subnet_prefix(needed)} or larger, or lower the maximum (scale.max, nodes) of some "
            "pools.",
        )


def cluster_holds_all_nodes(subject: Subject) -> Iterator[Finding]:
    """AKS limits nodes by tier, and pools."""
    created = subject.stack.cluster.create
    tier = created.tier if created else "Standard"
    problem = why_too_many_nodes(tier, _nodes(subject))
    if problem:
        yield error(("cluster", "create", "tier") if created else ("gpuPools",), problem.message, problem.remedy)
    pools = len(subject.stack.gpu_pools) + len(subject.stack.cpu_pools) + (1 if subject.facts.ours else 0)
    crowded = why_too_many_pools(pools)
    if crowded:
        yield error(("gpuPools",), crowded.message, crowded.remedy)


def _nodes(subject: Subject) -> int:
    """Nodes of all pools at their maximum, with the nodes that upgrades add."""
    return sum(offer.max_nodes + offer.surge_nodes for offer in subject.offers.values())


def _nodes_in_pod_range(cidr: str) -> int:
    spare = NODE_POD_PREFIX.value - IPv4Network(cidr).prefixlen
    return 1 << spare if spare >= 0 else 0


def _pod_prefix(nodes: int) -> int:
    """Prefix length of the smallest pod range for so many nodes."""
    return NODE_POD_PREFIX.value - max(nodes - 1, 0).bit_length()


RULES = (
    pod_range_holds_all_nodes,
    node_subnet_holds_all_nodes,
    cluster_holds_all_nodes,
)
