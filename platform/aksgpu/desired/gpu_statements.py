"""Sentences of the plan about pools and GPU software: versions, MIG, RDMA, rotation, defaults with their reasons."""

from collections.abc import Iterator

from aksgpu.catalogue.charts import ChartVersion, chart_version
from aksgpu.catalogue.node_os import os_release
from aksgpu.config.derived.gpu_division import slices
from aksgpu.config.derived.gpu_software_release import (
    GPU_OPERATOR,
    NODE_FEATURE_DISCOVERY,
    driver_version,
    gpu_operator_release,
)
from aksgpu.config.derived.pool_names import GPU_DISK_GIB
from aksgpu.config.derived.pool_shapes import gpu_pool_shape
from aksgpu.config.derived.subject import Subject
from aksgpu.config.rules.pools.rdma import NOT_INSTALLED
from aksgpu.desired.approvals import approval
from aksgpu.desired.bundles.mig_layouts import mig_pools
from aksgpu.desired.entries import Statement
from aksgpu.desired.vcpu_quota import rotates


def statements(subject: Subject) -> Iterator[Statement]:
    """Everything that this column has to say about a stack, by topic."""
    yield from _versions(subject)
    yield from _mig(subject)
    yield from _rdma(subject)
    yield from _rotation(subject)
    yield from _defaults(subject)


def _versions(subject: Subject) -> Iterator[Statement]:
    node_os, version = subject.stack.gpu_software.node_os, subject.facts.kubernetes_version
    release = os_release(node_os, version)
    if release is not None:
        yield Statement("versions", f"Nodes run {release.name}: that is {node_os} on Kubernetes {subject.facts.minor}.")
    if not subject.stack.gpu_pools:
        return
    row = gpu_operator_release(subject.stack)
    discovery = chart_version(NODE_FEATURE_DISCOVERY, subject.stack.gpu_software.node_feature_discovery.version)
    if row is not None and isinstance(discovery, ChartVersion):
        yield Statement(
            "versions",
            f"GPU driver {driver_version(subject.stack)}, installed by {GPU_OPERATOR} {row.version}; "
            f"{NODE_FEATURE_DISCOVERY} {discovery.version}.",
        )
        yield Statement(
            "versions",
            "Drain a node before its driver changes: the operator replaces the driver on one node at a time, and does "
            "not delete GPU pods that have an emptyDir volume, as every training pod has for /dev/shm.",
        )


def _mig(subject: Subject) -> Iterator[Statement]:
    pools = mig_pools(subject)
    for name, pool in pools.items():
        offer = subject.offers[name]
        cut = ", ".join(f"{count} x {profile}" for profile, count in slices(pool, offer.gpu_model or "").items())
        offered = ", ".join(f"{count} x {resource}" for resource, count in offer.gpu_resources.items())
        yield Statement("mig", f"Pool {name}: each {offer.gpu_model} is divided into {cut}; a node offers {offered}.")
    if pools:
        yield Statement(
            "mig",
            "To change a layout: 1. cordon and drain every node of the pool, since a pool's label reaches all of them "
            "at once, and the MIG manager stops the operator's pods but not those of teams; 2. change mig.layout and "
            "run up, which changes the label nvidia.com/mig.config; 3. wait for nvidia.com/mig.config.state=success "
            "on each node; 4. compare what each node offers (status.allocatable) with this plan; 5. uncordon.",
        )


def _rdma(subject: Subject) -> Iterator[Statement]:
    for name, pool in subject.stack.gpu_pools.items():
        shape = gpu_pool_shape(pool)
        if shape is not None and shape.infiniband:
            yield Statement("rdma", f"Pool {name} ({pool.vm_size}, InfiniBand): {NOT_INSTALLED}")


def _rotation(subject: Subject) -> Iterator[Statement]:
    for offer in subject.offers.values():
        if not rotates(subject, offer):
            continue
        given = approval(subject, offer.name)
        until = f" until {given.expires}" if given else ""
        yield Statement(
            "rotation",
            f"Pool {offer.name} may be replaced{until}: the new one, {offer.azure_name}, comes up before the old one "
            "goes. Work on the old one is requeued, so it needs a checkpoint or starts again. Until then both count "
            "against the vCPU quota.",
        )
    if subject.stack.gpu_pools:
        yield Statement(
            "rotation",
            "VM size, zones, disk, spot, maxPods, capacity reservation and encryption at host cannot change on a pool: "
            "such a change makes a new pool under a new name, and the engine refuses to remove the old one without an "
            "entry under approve.",
        )


def _defaults(subject: Subject) -> Iterator[Statement]:
    pools = subject.stack.gpu_pools.values()
    if any(pool.upgrade is None and pool.spot is None for pool in pools):
        yield _default(
            "GPU pools upgrade with maxSurge 0 and maxUnavailable 1",
            "an upgrade then needs no spare GPU quota, and one node at a time is missing",
        )
    if any(pool.upgrade is None for pool in subject.stack.cpu_pools.values()):
        yield _default(
            "CPU pools upgrade with maxSurge 33%", "AKS advises it for production, and CPU quota is easy to have"
        )
    if any(pool.disk.size_gib is None and pool.disk.type == "Managed" for pool in pools):
        yield _default(
            f"GPU nodes have an OS disk of {GPU_DISK_GIB} GiB", "CUDA images are large, and several share it"
        )
    if any(pool.gpu_taint == "nvidia" for pool in pools):
        yield _default(
            "GPU nodes carry the taint nvidia.com/gpu=present:NoSchedule",
            "pods that request nvidia.com/gpu tolerate it by themselves on AKS; queues add it for slices and shares",
        )
    if any(pool.mig is not None for pool in pools) and subject.stack.gpu_software.mig_strategy == "mixed":
        yield _default(
            "MIG strategy mixed",
            "each slice has a resource name of its own, so nobody takes a slice for a GPU; a divided pool then keeps "
            "at least one node",
        )
    if any(pool.scale is not None for pool in pools):
        yield _default(
            "removed GPU nodes are deleted, not deallocated",
            "the operator's driver can no longer be installed after some rounds over its own leftovers",
        )


def _default(what: str, why: str) -> Statement:
    return Statement("defaults", f"{what[0].upper()}{what[1:]}: {why}.")
