"""The one system pool inside the cluster resource: small, fixed in size, sent with the cluster."""

from typing import Any

from aksgpu.config.derived.node_counts import CPU_UPGRADE
from aksgpu.config.derived.node_taints import system_pool_taints
from aksgpu.config.derived.offers import POOL_LABEL, SYSTEM_MAX_PODS
from aksgpu.config.derived.pool_names import CPU_DISK_GIB, SYSTEM_POOL
from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.cluster import NewCluster
from aksgpu.desired.azure.subnets import node_subnet
from aksgpu.desired.azure.tags import tags


def system_pool(subject: Subject, cluster: NewCluster) -> dict[str, Any]:
    """The entry of `agentPoolProfiles`.

    It has no `orchestratorVersion`: left out, the pool follows the control plane, and an upgrade by AKS's own channel
    is no difference.
    """
    stack = subject.stack
    pool = stack.system_pool
    profile: dict[str, Any] = {
        "name": SYSTEM_POOL,
        "mode": "System",
        # Always sent: the other type has no zones and no autoscaling of GPUs (aks docs, virtual-machines-node-pools).
        "type": "VirtualMachineScaleSets",
        "vmSize": pool.vm_size,
        "count": pool.nodes,
        "enableAutoScaling": False,
        "osType": "Linux",
        "osSKU": stack.gpu_software.node_os,
        "osDiskType": "Managed",
        "osDiskSizeGB": CPU_DISK_GIB,
        "maxPods": SYSTEM_MAX_PODS,
        "enableNodePublicIP": False,
        "enableEncryptionAtHost": stack.compliance.encryption_at_host,
        "nodeLabels": {POOL_LABEL: SYSTEM_POOL},
        # Left out, AKS may turn it on by itself from Kubernetes 1.36, and every change reimages the pool.
        "localDNSProfile": {"mode": cluster.network.local_dns},
        "upgradeSettings": {"maxSurge": str(CPU_UPGRADE.max_surge)},
        "tags": tags(subject),
    }
    taints = system_pool_taints(pool)
    if taints:
        profile["nodeTaints"] = [str(taint) for taint in taints]
    if pool.zones:
        profile["availabilityZones"] = sorted(set(pool.zones))
    subnet = node_subnet(subject)
    if subnet is not None:
        profile["vnetSubnetID"] = subnet
    return profile
