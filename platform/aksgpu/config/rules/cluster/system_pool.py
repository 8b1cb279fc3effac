"""Rules about the one system pool of a cluster that the stack makes."""

from collections.abc import Iterator

from aksgpu.catalogue.cpu_vm_sizes import cpu_size_warning, why_not_a_cpu_size, why_not_a_system_size
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning


def system_pool_size_fits(subject: Subject) -> Iterator[Finding]:
    """Never a GPU or burstable size, at least 4 vCPU, and one that the catalogue has."""
    if not subject.facts.ours:
        return
    size = subject.stack.system_pool.vm_size
    problem = why_not_a_system_size(size) or why_not_a_cpu_size(size)
    if problem and problem == why_not_a_cpu_size(size):
        yield error(
            ("systemPool", "vmSize"),
            problem.message,
            "Write a size of the catalogue such as Standard_D4ds_v5: a system pool takes no other.",
        )
    elif problem:
        yield error(("systemPool", "vmSize"), problem.message, problem.remedy)
    aged = cpu_size_warning(size)
    if aged:
        yield warning(("systemPool", "vmSize"), aged.message, aged.remedy)


def dedicated_system_pool_leaves_a_home(subject: Subject) -> Iterator[Finding]:
    """Operators need nodes: with a tainted system pool, an untainted CPU pool that is never empty."""
    if not (subject.facts.ours and subject.stack.system_pool.dedicated):
        return
    homes = [offer for offer in subject.offers.values() if offer.kind == "cpu" and not offer.taints]
    if not homes:
        yield error(
            ("systemPool", "dedicated"),
            "the system pool takes only AKS's own pods, and no CPU pool without taints is left for the operators "
            "(GPU Operator, Node Feature Discovery, Kueue).",
            "Add a pool under cpuPools without taints, for example cpu: {vmSize: Standard_D8ds_v5, scale: {min: 1, "
            "max: 4}}, or leave dedicated out.",
        )
    elif all(offer.min_nodes == 0 for offer in homes):
        pool = homes[0].name
        key = "scale" if homes[0].autoscaled else "nodes"
        yield error(
            ("cpuPools", pool, key),
            "the system pool takes only AKS's own pods, and every CPU pool without taints may have no node: the "
            "operators (GPU Operator, Node Feature Discovery, Kueue) would stop whenever it is empty.",
            f"Write {'scale.min' if key == 'scale' else 'nodes'}: 1 or more for {pool}.",
        )


def system_pool_survives_a_node(subject: Subject) -> Iterator[Finding]:
    """One system node is one failure away from no cluster DNS."""
    if subject.facts.ours and subject.stack.system_pool.nodes == 1:
        yield warning(
            ("systemPool", "nodes"),
            "the system pool has one node: when that is upgraded or fails, cluster DNS and metrics stop with it. AKS "
            "advises three, and two at least.",
            "Write nodes: 3, or leave it in a stack that is only for trying things out.",
        )


RULES = (
    system_pool_size_fits,
    dedicated_system_pool_leaves_a_home,
    system_pool_survives_a_node,
)
