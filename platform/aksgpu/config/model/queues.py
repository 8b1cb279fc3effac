"""Kueue: how teams share the pools."""

from typing import Annotated, Any, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import ShortName


class Quota(Config):
    """A share of one pool. Exactly one of `gpus`, `shares`, `slices`, `percent` and `cores`."""

    gpus: Annotated[int, Field(ge=0)] | None = None
    """Whole GPUs of a pool that is not divided."""

    shares: Annotated[int, Field(ge=0)] | None = None
    """Shares of a pool with time-slicing or MPS."""

    slices: dict[str, Annotated[int, Field(ge=0)]] | None = None
    """MIG slices by profile, for example {1g.10gb: 14}."""

    percent: Annotated[int, Field(ge=0, le=100)] | None = None
    """Per cent of what the pool offers to queues at its maximum, rounded down."""

    cores: Annotated[int, Field(ge=0)] | None = None
    """CPU cores of a CPU pool."""

    borrow: int | Literal["unlimited"] = "unlimited"
    """How much more than the quota may be borrowed from the cohort, in the quota's unit."""

    lend: Annotated[int, Field(ge=0)] | None = None
    """How much of the quota the cohort may borrow, in the quota's unit. Left out: all of it."""

    cpu: int | None = None
    """CPU cores beside the GPUs. Left out: the GPUs' share of the node."""

    memory_gib: int | None = None
    """Memory in GiB beside the GPUs or cores. Left out: their share of the node."""


class Preemption(Config):
    """Whom a waiting workload may push out."""

    reclaim_within_cohort: Literal["Any", "LowerPriority", "Never"] = "Any"
    """Take back what others borrowed."""

    within_cluster_queue: Literal["LowerPriority", "LowerOrNewerEqualPriority", "Never"] = "LowerPriority"
    """Push out jobs of the same team: of lower priority, or newer ones of equal priority too."""

    borrow_within_cohort: Literal["Never", "LowerPriority"] = "Never"
    """Preempt others in order to borrow. Not together with fair sharing."""


class Fungibility(Config):
    """When to try the next pool."""

    when_can_borrow: Literal["MayStopSearch", "TryNextFlavor"] = "MayStopSearch"
    """Where a job fits only by borrowing: `MayStopSearch` borrows, `TryNextFlavor` tries the next pool first."""

    when_can_preempt: Literal["TryNextFlavor", "MayStopSearch"] = "TryNextFlavor"
    """Where a job fits only by preemption: `TryNextFlavor` tries the next pool first, `MayStopSearch` preempts."""


class TeamQueue(Config):
    """One team's ClusterQueue, with a LocalQueue named `default` in its namespace."""

    cohort: ShortName | None = None
    """Teams of one cohort lend to each other."""

    quota: Annotated[dict[str, Quota], Field(min_length=1)]
    """Shares by pool name. Jobs try CPU pools before GPU pools; `order` says in which order among each."""

    order: list[str] = []
    """Pools in the order in which jobs try them. Those left out come after, spot pools first, then by name."""

    strategy: Literal["BestEffortFIFO", "StrictFIFO"] = "BestEffortFIFO"
    """`StrictFIFO`: a job that does not fit holds up all behind it. `BestEffortFIFO` lets smaller ones pass."""

    stop_policy: Literal["None", "Hold", "HoldAndDrain"] = "None"
    """`Hold` starts no new job and lets running ones finish; `HoldAndDrain` evicts those too."""

    weight: Annotated[int, Field(ge=0, le=1000)] = 1
    """Weight in fair sharing."""

    preemption: Preemption = Preemption()
    """Whom a waiting job of this team may push out, in its own queue and in the cohort."""

    fungibility: Fungibility = Fungibility()
    """When to try the next pool of the quota. Without effect where there is only one."""


class Cohort(Config):
    """A group of queues that lend to each other, perhaps below another cohort."""

    parent: ShortName | None = None
    """Cohort above this one, to borrow from when this one is used up. Left out: none."""

    weight: Annotated[int, Field(ge=0, le=1000)] = 1
    """Weight in fair sharing between cohorts."""


class WaitForPodsReady(Config):
    """Gives quota back when a job's pods do not become ready."""

    timeout_minutes: Annotated[int, Field(ge=1, le=1440)] = 45
    """Longer than a GPU node takes to come up with its driver and the image."""

    recovery_timeout_minutes: Annotated[int, Field(ge=1, le=1440)] = 15
    """Minutes that a running job has to replace a failed pod before it is evicted and queued again."""

    requeue_limit: Annotated[int, Field(ge=1, le=100)] | None = None
    """Requeues before a workload is put aside. Left out: no limit."""


class Queues(Config):
    """Kueue and what all teams' queues have in common."""

    version: str | None = None
    """Kueue chart version. Left out: the catalogue's default."""

    frameworks: list[str] = ["batch/job", "jobset.x-k8s.io/jobset"]
    """Kinds of job that Kueue manages, by Kueue's own names."""

    cohorts: dict[ShortName, Cohort] = {}
    """Cohorts that have a parent or a weight. One that is only named by teams needs no entry."""

    fair_sharing: bool = False
    """Share out what can be borrowed by weight. Off: by priority, then by age."""

    wait_for_pods_ready: WaitForPodsReady = WaitForPodsReady()
    """How long a started job may hold its quota without all its pods being ready."""

    provisioning_requests: bool | None = None
    """Ask the autoscaler for all nodes of a job at once. Left out: on where the Kubernetes version has it."""

    allow_overcommit: bool = False
    """Let the sum of quotas exceed what the pools can give."""

    exclude_resource_prefixes: list[str] = ["ephemeral-storage"]
    """Resources that pods may request and queues do not count."""

    values: dict[str, Any] = {}
    """Further Helm values, merged last. Keys that the platform owns are refused."""
