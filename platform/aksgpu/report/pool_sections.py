"""Node pools and the vCPU quota that they need, as sections of a report."""

import math
from collections.abc import Mapping

from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.quotas import queue_quotas
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.vcpu_quota import vcpu_needs
from aksgpu.report.section import Section, Table


def pools(subject: Subject) -> Section:
    """Every pool: what a pod requests to use it, and how many nodes and GPUs it has."""
    rows = tuple(_row(offer, _nodes_at_quota(subject, offer)) for offer in subject.offers.values())
    columns = ("Pool", "Azure name", "VM size", "Pods request", "Nodes: min", "at quota", "max", "At max", "Placement")
    return Section(
        "Node pools",
        Table(columns, rows, frozenset({4, 5, 6})),
        ("At quota: the nodes that run when every team uses exactly its quota.",),
    )


def vcpu_quota(subject: Subject) -> Section:
    """vCPU of each VM family that the subscription's quota must hold."""
    rows = tuple(
        (need.family, str(need.at_maximum), str(need.with_surge), str(need.with_rotation))
        for need in vcpu_needs(subject)
    )
    columns = ("VM family", "At maximum", "with surge", "with rotation")
    return Section("vCPU quota needed", Table(columns, rows, frozenset({1, 2, 3})))


def _row(offer: PoolOffer, at_quota: str) -> tuple[str, ...]:
    per_node = offer.gpu_resources
    request = ", ".join(f"{name} ({count} a node)" for name, count in per_node.items()) or "cpu, memory"
    at_max = ", ".join(_count(name, count * offer.max_nodes) for name, count in per_node.items())
    placement = [*(["spot"] if offer.spot else []), f"zones {'+'.join(offer.zones)}" if offer.zones else "no zone"]
    maximum = at_max or f"{offer.vcpu * offer.max_nodes} vCPU"
    return (
        offer.name,
        offer.azure_name,
        offer.vm_size,
        request,
        str(offer.min_nodes),
        at_quota,
        str(offer.max_nodes),
        maximum,
        ", ".join(placement),
    )


def _count(resource: str, count: int) -> str:
    match resource.removeprefix("nvidia.com/"):
        case "gpu":
            return f"{count} GPU{'s' * (count != 1)}"
        case "gpu.shared":
            return f"{count} shares"
        case slice_name:
            return f"{count} x {slice_name.removeprefix('mig-')}"


def _nodes_at_quota(subject: Subject, offer: PoolOffer) -> str:
    if not offer.autoscaled:
        return str(offer.max_nodes)
    wanted = _wanted(subject, offer.name)
    if offer.kind != "gpu":
        per_node: Mapping[str, float] = {"cpu": offer.allocatable_cpu_millicores / 1000}
    else:
        per_node = {name: float(count) for name, count in offer.gpu_resources.items()}
    needed = [math.ceil(wanted.get(name, 0) / count) for name, count in per_node.items() if count]
    return str(min(max([offer.min_nodes, *needed]), offer.max_nodes))


def _wanted(subject: Subject, pool: str) -> dict[str, float]:
    total: dict[str, float] = {}
    for team in subject.stack.teams:
        for name, amount in queue_quotas(subject, team, pool).items():
            total[name] = total.get(name, 0) + amount
    return total
