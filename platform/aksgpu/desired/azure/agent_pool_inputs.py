"""What the AgentPool inputs of CPU and GPU pools have in common."""

from typing import Any

from aksgpu.config.derived.node_counts import node_counts, unavailable, upgrade_of
from aksgpu.config.derived.offers import PoolOffer
from aksgpu.config.derived.pool_names import disk_size_gib
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cpu_pools import CpuPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.model.pool_parts import Upgrade
from aksgpu.desired.azure.subnets import node_subnet
from aksgpu.desired.azure.tags import tags
from aksgpu.desired.azure.version_start import version_is_a_start


def common_inputs(subject: Subject, offer: PoolOffer, pool: CpuPool | GpuPool, disk_gib: int) -> dict[str, Any]:
    """Inputs that follow from what all pools have. `disk_gib` is the OS disk's size where the stack gives none."""
    counts = node_counts(pool)
    inputs: dict[str, Any] = {
        # The CLI's own default, VirtualMachines, has no InfiniBand and no GPU autoscaling.
        "type": "VirtualMachineScaleSets",
        "mode": "User",
        "vmSize": pool.vm_size,
        "osType": "Linux",
        "osSKU": subject.stack.gpu_software.node_os,
        "osDiskType": pool.disk.type,
        "kubeletDiskType": pool.disk.kubelet,
        "maxPods": pool.max_pods,
        "enableAutoScaling": counts.autoscaled,
        "count": counts.first,
        "scaleDownMode": "Delete",
        "nodeLabels": dict(sorted(offer.labels.items())),
        "nodeTaints": [str(taint) for taint in offer.taints],
        # Left out, AKS turns it on by itself from Kubernetes 1.36, and every change reimages the pool.
        "localDNSProfile": {"mode": _local_dns(subject)},
        "enableEncryptionAtHost": subject.stack.compliance.encryption_at_host,
        "tags": tags(subject),
    }
    size = disk_size_gib(pool.disk, disk_gib)
    if size is not None:
        inputs["osDiskSizeGB"] = size
    if counts.autoscaled:
        inputs |= {"minCount": counts.least, "maxCount": counts.most}
    if pool.zones:
        inputs["availabilityZones"] = sorted(set(pool.zones))
    upgrade = upgrade_of(pool)
    if upgrade is not None:
        inputs["upgradeSettings"] = _upgrade_settings(upgrade)
    subnet = node_subnet(subject)
    if subnet is not None:
        inputs["vnetSubnetID"] = subnet
    version = _kubernetes_version(subject)
    if version is not None:
        inputs["orchestratorVersion"] = version
    return inputs


def _upgrade_settings(upgrade: Upgrade) -> dict[str, Any]:
    return {
        "maxSurge": str(upgrade.max_surge),
        "maxUnavailable": str(unavailable(upgrade)),
        "drainTimeoutInMinutes": upgrade.drain_timeout_minutes,
        "nodeSoakDurationInMinutes": upgrade.node_soak_minutes,
        "undrainableNodeBehavior": upgrade.undrainable,
    }


def _local_dns(subject: Subject) -> str:
    created = subject.stack.cluster.create
    return created.network.local_dns if created else "Disabled"


def _kubernetes_version(subject: Subject) -> str | None:
    """The pools' Kubernetes version; None where AKS takes the control plane's own.

    That is so on somebody else's cluster, and where the plan's version is only the one that the cluster started with:
    a pool that is added later must not be newer than the control plane.
    """
    return subject.facts.kubernetes_version if subject.facts.ours and not version_is_a_start(subject) else None
