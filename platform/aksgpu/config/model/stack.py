"""The whole stack, as the file says it."""

from pydantic import Field

from aksgpu.config.model.autoscaler import Autoscaler
from aksgpu.config.model.base import Config
from aksgpu.config.model.cluster import Cluster
from aksgpu.config.model.compliance import Compliance
from aksgpu.config.model.cpu_pools import CpuPool, SystemPool
from aksgpu.config.model.gpu_pools import GpuPool
from aksgpu.config.model.gpu_software import GpuSoftware
from aksgpu.config.model.monitoring import Monitoring
from aksgpu.config.model.operation import Access, Approval, Charts, Register
from aksgpu.config.model.priorities import Priority
from aksgpu.config.model.queues import Queues
from aksgpu.config.model.storage import Storage
from aksgpu.config.model.teams import Team
from aksgpu.config.model.types import DnsLabel, Guid, PoolName, Region, ShortName


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
    """Azure region of everything in the stack, an existing cluster too, in its short form: swedencentral."""

    register_: Register = Field(default="all", alias="register")
    """Which half this Pulumi stack registers. `inCluster` takes the outputs of `azureStack`."""

    azure_stack: str | None = None
    """Pulumi stack that registered the Azure half, as organization/project/stack, where `register` is `inCluster`."""

    cluster: Cluster
    """The AKS cluster: one that the stack makes, or one that somebody else made."""

    system_pool: SystemPool = SystemPool()
    """The pool of a new cluster for AKS's own pods, such as cluster DNS. An existing cluster keeps its own."""

    cpu_pools: dict[PoolName, CpuPool] = {}
    """Pools without GPUs by name, for operators, services and jobs that need no GPU."""

    gpu_pools: dict[PoolName, GpuPool] = {}
    """GPU pools by name. Queues and quotas refer to these names, of at most 8 letters and digits."""

    autoscaler: Autoscaler = Autoscaler()
    """When nodes come and go, for all pools at once. An existing cluster keeps its own profile."""

    gpu_software: GpuSoftware = GpuSoftware()
    """What runs on GPU nodes: OS, driver, GPU Operator and MIG strategy."""

    monitoring: Monitoring = Monitoring()
    """Metrics of nodes, GPUs and queues, container logs, and Grafana."""

    queues: Queues = Queues()
    """Kueue, which starts jobs when their team's quota and the pools allow it."""

    teams: dict[ShortName, Team] = {}
    """Teams by name, each with a namespace, rights, a queue and network policies of its own."""

    priorities: dict[DnsLabel, Priority] = {
        "training": Priority(value=10_000, description="Training that waits its turn and never preempts on nodes"),
        "inference": Priority(
            value=100_000, preemption="PreemptLowerPriority", description="Serving that goes before training"
        ),
    }
    """Priority classes by name, for pods and for queues. Given, they replace `training` and `inference`."""

    storage: Storage = Storage()
    """Storage classes for new volumes, storage accounts of the stack, and datasets that exist already."""

    compliance: Compliance = Compliance()
    """What auditors ask for: allowed regions, audit logs, encryption and redundancy."""

    access: Access = Access()
    """How preview and `pulumi up` reach the cluster and sign in to it."""

    charts: Charts = Charts()
    """Where Helm charts and images come from. Left out: their public homes."""

    approve: dict[str, Approval] = {}
    """Permissions to replace or remove something scarce, by pool name, account name or `cluster`."""
