"""The inline system pool, and further pools without GPUs."""

from typing import Annotated

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.pool_parts import Disk, NodeCount, Scale, Upgrade, Zone
from aksgpu.config.model.types import Taint


class SystemPool(Config):
    """The one pool inside the cluster resource. It is small and never edited."""

    vm_size: str = "Standard_D4ds_v5"
    """At least 4 vCPU. Never a GPU or burstable size."""

    nodes: Annotated[int, Field(ge=1, le=10)] = 3
    """Fixed number of nodes. AKS advises three."""

    zones: list[Zone] = []
    """Availability zones to spread over, in quotes, where the region has them. Empty: no zone in particular."""

    dedicated: bool = False
    """Taint the nodes for AKS's own pods. Then an untainted CPU pool must carry what teams run without GPUs."""


class CpuPool(Config):
    """A node pool without GPUs, as an AgentPool of its own."""

    vm_size: str
    """A size without GPU from the catalogue, or any size with `vcpu`, `ramGib` and `family` beside it."""

    family: str | None = None
    """vCPU quota family, for a size that the catalogue lacks."""

    vcpu: Annotated[int, Field(ge=1)] | None = None
    """vCPUs of each node, for a size that the catalogue lacks."""

    ram_gib: Annotated[int, Field(ge=1)] | None = None
    """Memory of each node in GiB, for a size that the catalogue lacks."""

    scale: Scale | None = None
    """Bounds of an autoscaled pool. Exactly one of `scale` and `nodes`."""

    nodes: NodeCount | None = None
    """A fixed number of nodes."""

    zones: list[Zone] = []
    """Availability zones to spread over, in quotes. Empty: no zone in particular."""

    disk: Disk = Disk()
    """OS disk of each node: kind, size, and what the kubelet keeps on it. A change makes a new pool."""

    max_pods: Annotated[int, Field(ge=10, le=250)] = 110
    """Pods per node, 10 to 250. Each one adds to the memory that AKS reserves. A change makes a new pool."""

    upgrade: Upgrade | None = None
    """Left out: one surge node of 33 % at a time."""

    labels: dict[str, str] = {}
    """Node labels of your own. Those of AKS, Kubernetes and the platform are refused."""

    taints: list[Taint] = []
    """Taints as key=value:effect. Jobs that a queue sends to this pool tolerate them by themselves."""
