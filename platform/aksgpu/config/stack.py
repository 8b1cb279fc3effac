"""The whole stack, as the file says it."""

from pydantic import Field

from aksgpu.config.autoscaler import Autoscaler
from aksgpu.config.base import Config
from aksgpu.config.cluster import Cluster
from aksgpu.config.compliance import Compliance
from aksgpu.config.cpu_pools import CpuPool, SystemPool
from aksgpu.config.gpu_pools import GpuPool
from aksgpu.config.gpu_software import GpuSoftware
from aksgpu.config.monitoring import Monitoring
from aksgpu.config.operation import Access, Approval, Charts, Register
from aksgpu.config.priorities import Priority
from aksgpu.config.queues import Queues
from aksgpu.config.storage import Storage
from aksgpu.config.teams import Team
from aksgpu.config.types import DnsLabel, Guid, PoolName, Region, ShortName


class StackConfig(Config):
    """Everything one AKS GPU platform is made from."""

    environment: ShortName
    """dev, staging, prod or a name of your own. It is a tag, and some policies are stricter for prod."""

    owner: str = Field(min_length=1)
    """Team that answers for the platform. It is a tag."""

    cost_centre: str = Field(min_length=1)
    """It is a tag."""

    tags: dict[str, str] = {}
    """Further tags for every Azure resource."""

    subscription_id: Guid
    """Azure subscription. Written here so that a stack never lands in another one by accident."""

    region: Region
    register_: Register = Field(default="all", alias="register")
    """Which half this Pulumi stack registers. `inCluster` takes the outputs of `azureStack`."""

    azure_stack: str | None = None
    """Pulumi stack that registered the Azure half, as organization/project/stack, where `register` is `inCluster`."""

    cluster: Cluster
    system_pool: SystemPool = SystemPool()
    cpu_pools: dict[PoolName, CpuPool] = {}
    gpu_pools: dict[PoolName, GpuPool] = {}
    autoscaler: Autoscaler = Autoscaler()
    gpu_software: GpuSoftware = GpuSoftware()
    monitoring: Monitoring = Monitoring()
    queues: Queues = Queues()
    teams: dict[ShortName, Team] = {}
    priorities: dict[DnsLabel, Priority] = {
        "training": Priority(value=10_000, description="Training that waits its turn and never preempts on nodes"),
        "inference": Priority(
            value=100_000, preemption="PreemptLowerPriority", description="Serving that goes before training"
        ),
    }
    storage: Storage = Storage()
    compliance: Compliance = Compliance()
    access: Access = Access()
    charts: Charts = Charts()
    approve: dict[str, Approval] = {}
    """Permissions to replace or remove something scarce, by pool name, account name or `cluster`."""
