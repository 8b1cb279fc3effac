"""Pulumi components of an AKS GPU platform: the whole of it, or one part at a time."""

from aksgpu_pulumi.autoscaler import Autoscaler
from aksgpu_pulumi.cluster import Cluster
from aksgpu_pulumi.gpu_platform import GpuPlatform
from aksgpu_pulumi.gpu_software import GpuOperator, NodeFeatureDiscovery
from aksgpu_pulumi.monitoring import Monitoring
from aksgpu_pulumi.network import Network
from aksgpu_pulumi.node_pools import CpuNodePool, GpuNodePool
from aksgpu_pulumi.program import checked_plan, stack_settings
from aksgpu_pulumi.queues import LocalQueues, PriorityClasses, TeamQueues
from aksgpu_pulumi.site import Site
from aksgpu_pulumi.storage import Storage
from aksgpu_pulumi.tenancy import Tenancy

__all__ = [
    "Autoscaler",
    "Cluster",
    "CpuNodePool",
    "GpuNodePool",
    "GpuOperator",
    "GpuPlatform",
    "LocalQueues",
    "Monitoring",
    "Network",
    "NodeFeatureDiscovery",
    "PriorityClasses",
    "Site",
    "Storage",
    "TeamQueues",
    "Tenancy",
    "checked_plan",
    "stack_settings",
]
