"""Rules about the network of a new cluster: what makes it, its dataplane and its way out."""

from collections.abc import Iterator

from aksgpu.catalogue.vnet_integration import why_no_vnet_integration
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

NETWORK: Path = ("cluster", "create", "network")


def one_network(subject: Subject) -> Iterator[Finding]:
    """Either a virtual network of the stack's own, or an existing subnet."""
    created = subject.stack.cluster.create
    if created is None:
        return
    network = created.network
    if network.existing_subnet is not None and "vnet" in network.model_fields_set:
        yield error(
            (*NETWORK, "vnet"),
            "both vnet and existingSubnet are given. Nodes live in one network: vnet makes a new one, and "
            "existingSubnet uses one that exists.",
            "Keep vnet if the stack shall make the network, or existingSubnet if it exists.",
        )
    if network.existing_subnet is None and network.existing_private_endpoint_subnet is not None:
        yield error(
            (*NETWORK, "existingPrivateEndpointSubnet"),
            "existingSubnet is not given, so the stack makes a network of its own, and in it a subnet for private "
            "endpoints: one that exists elsewhere would go unused.",
            "Leave it out (vnet.privateEndpointSubnet sets the new one's range), or give existingSubnet as well.",
        )


def api_server_subnet_can_be_made(subject: Subject) -> Iterator[Finding]:
    """The API server's subnet is made in the stack's own network, in regions where AKS has it."""
    created = subject.stack.cluster.create
    if created is None or created.api_server.subnet_prefix is None:
        return
    path = ("cluster", "create", "apiServer", "subnetPrefix")
    missing = why_no_vnet_integration(subject.stack.region)
    if missing:
        yield error(path, missing.message, missing.remedy)
    elif created.network.existing_subnet is not None:
        yield error(
            path,
            "subnetPrefix asks for a new subnet for the API server, and with existingSubnet nothing is made in that "
            "virtual network.",
            "Leave subnetPrefix out, or let the stack make the network by leaving existingSubnet out.",
        )


def dataplane_and_policy_agree(subject: Subject) -> Iterator[Finding]:
    """Cilium enforces its own policies; Calico needs the other dataplane."""
    created = subject.stack.cluster.create
    if created is None:
        return
    dataplane, policy = created.network.dataplane, created.network.policy
    if policy == "cilium" and dataplane != "cilium":
        yield error(
            (*NETWORK, "policy"),
            f"policy cilium is enforced by the Cilium dataplane, and the dataplane is {dataplane}.",
            "Write dataplane: cilium, or policy: calico.",
        )
    if policy == "calico" and dataplane == "cilium":
        yield error(
            (*NETWORK, "policy"),
            "policy calico needs the dataplane azure, and the dataplane is cilium, which replaces what Calico sets up.",
            "Write policy: cilium, or dataplane: azure.",
        )
    if policy == "none":
        yield warning(
            (*NETWORK, "policy"),
            "policy is none, so nothing enforces NetworkPolicies: each team's pods reach every other team's, and the "
            "plan makes no policies.",
            f"Write policy: {'cilium' if dataplane == 'cilium' else 'calico'}.",
        )


def outbound_fits_the_network(subject: Subject) -> Iterator[Finding]:
    """Each way out needs what it goes through."""
    created = subject.stack.cluster.create
    if created is None:
        return
    network = created.network
    if network.outbound == "userDefinedRouting" and network.existing_subnet is None:
        yield error(
            (*NETWORK, "outbound"),
            "userDefinedRouting sends everything through a route table and a firewall that exist already, and a "
            "network that the stack makes has neither.",
            "Give existingSubnet with a route table on it, or write outbound: natGateway.",
        )
    if network.outbound == "natGateway" and network.existing_subnet is not None:
        yield note(
            (*NETWORK, "outbound"),
            "with existingSubnet the NAT gateway must be attached to that subnet already: the stack makes none there.",
        )
    if "nat_gateway_ips" in network.model_fields_set and (
        network.outbound != "natGateway" or network.existing_subnet is not None
    ):
        yield error(
            (*NETWORK, "natGatewayIps"),
            "natGatewayIps counts the addresses of a NAT gateway that the stack makes, and here it makes none.",
            "Leave it out, or write outbound: natGateway in a network of the stack's own.",
        )


def isolated_cluster_has_a_registry(subject: Subject) -> Iterator[Finding]:
    """Nodes without internet bootstrap from a registry, and pull everything else from one too."""
    created = subject.stack.cluster.create
    if created is None:
        return
    isolated = created.network.outbound == "none"
    path = ("cluster", "create", "bootstrapRegistry")
    if isolated and created.bootstrap_registry is None:
        yield error(
            path,
            "outbound is none, so nodes reach nothing outside: they must pull AKS's own images from a registry "
            "of yours.",
            "Write bootstrapRegistry with the id of an Azure container registry that caches mcr.microsoft.com.",
        )
    if created.bootstrap_registry is not None and not isolated:
        yield error(
            path,
            f"bootstrapRegistry is for clusters without internet, and outbound is {created.network.outbound}.",
            "Leave it out, or write network.outbound: none. Registries that nodes may pull from stand under "
            "cluster.create.registries.",
        )
    if isolated and subject.stack.charts.image_registry is None:
        yield warning(
            ("charts", "imageRegistry"),
            "outbound is none, so nodes cannot pull the images of the GPU Operator, Node Feature Discovery and Kueue "
            "from the public registries.",
            "Mirror them into a registry that the nodes reach, and write it as charts.imageRegistry.",
        )
    if isolated and subject.stack.gpu_pools and subject.stack.gpu_software.driver_owner == "operator":
        yield note(
            (*NETWORK, "outbound"),
            "whether the GPU Operator's driver installs in a cluster without internet is not confirmed: its container "
            "fetches kernel packages from the distribution.",
            "Try it with one node before teams rely on it.",
        )


def policies_work_on_the_existing_cluster(subject: Subject) -> Iterator[Finding]:
    """Somebody else's cluster without a policy engine keeps no teams apart."""
    if subject.facts.ours:
        return
    path = ("cluster", "existing", "facts", "networkPolicy")
    if subject.facts.network_policy == "none":
        yield warning(
            path,
            "nothing enforces NetworkPolicies on this cluster: each team's pods reach every other team's, and the plan "
            "makes no policies.",
            "Have its owner switch Cilium or Calico on, then write networkPolicy: cilium or calico.",
        )
    elif subject.facts.network_policy == "azure":
        yield warning(
            path,
            "Azure's own policy engine (networkPolicy: azure) ends on Linux nodes on 2028-09-30, and is not advised "
            "above 250 nodes.",
            "Have its owner move to Cilium, then write networkPolicy: cilium.",
        )


RULES = (
    one_network,
    api_server_subnet_can_be_made,
    dataplane_and_policy_agree,
    outbound_fits_the_network,
    isolated_cluster_has_a_registry,
    policies_work_on_the_existing_cluster,
)
