"""The cluster autoscaler's profile. Key names and meaning are AKS's own."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import Minutes, Seconds


class Autoscaler(Config):
    """Cluster-wide. What is left out takes this project's default, whose reason is in the plan."""

    scan_interval: Seconds = "20s"
    """Time between two looks. GPU nodes take minutes to come up, so 20s loses nothing and spares Azure calls."""

    scale_down_delay_after_add: Minutes = "15m"
    """Time after a new node before any may go. At 10 minutes a GPU node still installs its driver."""

    scale_down_delay_after_delete: Minutes = "1m"
    """Time after a removed node before the next may go. AKS takes whole minutes only, so 1m is the least."""

    scale_down_delay_after_failure: Minutes = "3m"
    """Time after a failed removal before the next try."""

    scale_down_unneeded_time: Minutes = "10m"
    """How long a node must be unneeded before it goes: time for the next queued job to take it over."""

    scale_down_unready_time: Minutes = "20m"
    """How long an unready node must be unneeded before it goes."""

    scale_down_utilization_threshold: Annotated[float, Field(ge=0, le=1, strict=False)] = 0.5
    """Share of CPU and memory requests under which a node may go."""

    max_graceful_termination_sec: Annotated[int, Field(ge=0)] | None = None
    """Seconds a pod gets to stop. Left out: the longest `terminationGraceSeconds` of the teams."""

    max_node_provision_time: Minutes | None = None
    """How long a node may take to come up. Left out: 25m where the operator installs the driver."""

    new_pod_scale_up_delay: Seconds = "0s"
    """Age that a pending pod must have before a node is added for it."""

    max_empty_bulk_delete: Annotated[int, Field(ge=1)] = 10
    """Largest number of empty nodes that go at once."""

    max_total_unready_percentage: Annotated[int, Field(ge=0, le=100)] = 45
    """Per cent of unready nodes above which the autoscaler does nothing more, 0 to 100."""

    ok_total_unready_count: Annotated[int, Field(ge=0)] = 3
    """Number of unready nodes that is always accepted, whatever their per cent."""

    balance_similar_node_groups: bool = False
    """Keep pools with the same kind of node at the same count, for example one pool in each zone."""

    skip_nodes_with_local_storage: bool = False
    """Keeps nodes whose pods have an emptyDir. Every training pod has one (/dev/shm), so `true` means no scale-down."""

    skip_nodes_with_system_pods: bool = True
    """Keep nodes that run pods of kube-system other than those of DaemonSets."""

    expander: Literal["least-waste", "most-pods", "priority", "random"] = "least-waste"
    """Which pool grows when several could. `priority` tries spot pools first, unless `priorities` says otherwise."""

    priorities: dict[str, Annotated[int, Field(ge=1, le=1000)]] = {}
    """Pool name to priority for the `priority` expander; the highest is tried first."""

    ignore_daemonsets_utilization: bool = False
    """Leave DaemonSet pods out of the share that `scaleDownUtilizationThreshold` looks at."""

    daemonset_eviction_for_empty_nodes: bool = False
    """Stop DaemonSet pods in good order before a node without other pods goes."""

    daemonset_eviction_for_occupied_nodes: bool = True
    """Stop DaemonSet pods in good order before a node with other pods goes."""
