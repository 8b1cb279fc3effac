"""GPU node pools."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.pool_parts import Disk, NodeCount, Scale, Upgrade, Zone
from aksgpu.config.model.types import AzureId, Taint


class Shape(Config):
    """The shape of a VM size that the catalogue lacks."""

    family: str
    """vCPU quota family, as `az vm list-usage` names it."""

    vcpu: Annotated[int, Field(ge=1, le=1024)]
    """vCPUs of each node, as `az vm list-skus` names them."""

    ram_gib: Annotated[int, Field(ge=1)]
    """Memory of each node in GiB."""

    gpu_model: str
    """GPU model by its catalogue name, for example H100-SXM-80GB; or a new name, which then has no MIG."""

    gpu_count: Annotated[int, Field(ge=1, le=16)]
    """GPUs of each node, 1 to 16."""

    gpu_memory_gb: Annotated[int, Field(ge=1)]
    """Memory of each GPU in GB."""

    infiniband: bool = False
    """Whether InfiniBand joins its nodes."""


class Spot(Config):
    """Spot capacity: cheap, and Azure may take a node back at any time."""

    max_price: Annotated[float, Field(strict=False)] = -1
    """Highest price per hour in US dollars; -1 is up to the on-demand price."""

    eviction_policy: Literal["Delete", "Deallocate"] = "Delete"
    """What becomes of a node that Azure takes back. `Deallocate` is refused where the operator drives GPUs."""


class Mig(Config):
    """How each GPU of the pool is divided. Exactly one of `layout` and `aksProfile`."""

    layout: dict[str, Annotated[int, Field(ge=1, le=7)]] | None = None
    """Slices of each GPU by full profile name, for example {1g.10gb: 7}. Set by the GPU Operator's MIG manager."""

    aks_profile: Literal["MIG1g", "MIG2g", "MIG3g", "MIG4g", "MIG7g"] | None = None
    """AKS's own way. It needs the AKS-owned driver."""


class Sharing(Config):
    """Several pods on one GPU, without memory isolation between them."""

    replicas: Annotated[int, Field(ge=2, le=48)]
    """How many pods share each GPU."""


class GpuPool(Config):
    """A node pool whose nodes all carry the same GPUs, divided the same way."""

    vm_size: str
    """Azure VM size from the catalogue, or a new one with `shape` beside it."""

    shape: Shape | None = None
    """Shape of a VM size that the catalogue lacks. Refused for one that it knows."""

    accept_unconfirmed: bool = False
    """Use a size although the catalogue marks some of its facts as unconfirmed."""

    workload: Literal["training", "inference"] = "training"
    """What mostly runs here. An inference pool that scales to zero gets a warning about start latency."""

    scale: Scale | None = None
    """Bounds of an autoscaled pool. Exactly one of `scale` and `nodes`."""

    nodes: NodeCount | None = None
    """A fixed number of nodes."""

    spot: Spot | None = None
    """Makes it a pool of spot nodes. Left out: on-demand nodes. A change makes a new pool."""

    zones: list[Zone] = []
    """Availability zones, in quotes. Empty: no zone in particular. One zone for each autoscaled pool is safest."""

    disk: Disk = Disk()
    """OS disk of each node: kind, size, and what the kubelet keeps on it. A change makes a new pool."""

    max_pods: Annotated[int, Field(ge=10, le=250)] = 110
    """Pods per node, 10 to 250. Each one adds to the memory that AKS reserves. A change makes a new pool."""

    upgrade: Upgrade | None = None
    """Left out: no surge and one unavailable node, so that no spare GPU quota is needed. Refused on spot pools."""

    capacity_reservation_group: AzureId | None = None
    """Id of a reservation that holds capacity for these nodes. Not for spot pools."""

    rdma: bool = False
    """GPUDirect RDMA over InfiniBand. Needs the Network Operator, which is not part of the platform yet."""

    labels: dict[str, str] = {}
    """Node labels of your own. Those of AKS, Kubernetes and the platform are refused."""

    gpu_taint: Literal["nvidia", "sku"] = "nvidia"
    """`nvidia` is nvidia.com/gpu=present:NoSchedule, `sku` is sku=gpu:NoSchedule."""

    taints: list[Taint] = []
    """Further taints. The spot taint is added by itself."""

    mig: Mig | None = None
    """Divides each GPU into isolated slices. Left out: GPUs stay whole."""

    time_slicing: Sharing | None = None
    """Pods take turns on each GPU."""

    mps: Sharing | None = None
    """Pods share each GPU through CUDA MPS. Experimental at NVIDIA; whole GPUs only."""

    reserved_for_serving: Annotated[int, Field(ge=0)] = 0
    """GPUs (or slices of a one-profile layout) that serving without a queue may take. They leave the quota."""
