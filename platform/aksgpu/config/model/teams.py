"""Teams: a namespace each, with people, rights, a queue and a network of its own."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config
from aksgpu.config.model.queues import TeamQueue
from aksgpu.config.model.types import Cidr, DnsLabel, Guid, Quantity


class TeamGroups(Config):
    """Entra groups of the team, by what they may do in its namespace."""

    admin: list[Guid] = []
    """Object ids of groups that may do everything there, including granting rights."""

    edit: list[Guid] = []
    """Object ids of groups that run workloads and read secrets, and grant no rights."""

    view: list[Guid] = []
    """Object ids of groups that look at everything but secrets."""


class EgressRule(Config):
    """Something outside the cluster that the team's pods may reach."""

    cidr: Cidr
    """IPv4 range in CIDR form."""

    ports: list[Annotated[int, Field(ge=1, le=65535)]] = [443]
    """TCP ports, 1 to 65535."""


class LimitRange(Config):
    """Requests of containers that ask for nothing."""

    default_cpu: Quantity = "1"
    """CPU request of a container that names none, for example "500m" for half a core."""

    default_memory: Quantity = "4Gi"
    """Memory request of a container that names none."""

    max_cpu: Quantity | None = None
    """Largest CPU limit of one container, and the limit of one that names none. Left out: no limit."""

    max_memory: Quantity | None = None
    """Largest memory limit of one container, and the limit of one that names none. Left out: no limit."""


class Team(Config):
    """One team."""

    namespace: DnsLabel | None = None
    """Left out: the team's name."""

    groups: TeamGroups = TeamGroups()
    """Who belongs to the team, as Entra groups, and what they may do in its namespace."""

    pod_security: Literal["privileged", "baseline", "restricted"] = "baseline"
    """Pod Security level that its namespace enforces."""

    queue: TeamQueue | None = None
    """Its quotas of the pools. Left out: its jobs start at once, outside all quotas."""

    resource_quota: dict[str, Quantity] = {}
    """Hard limits of the namespace by quota name, for example {requests.nvidia.com/gpu: "8"}. None by default."""

    limit_range: LimitRange | None = None
    """Requests and limits of containers in its namespace. Left out: none, as Kubernetes does."""

    workload_identity: bool = True
    """A managed identity of the team, with a ServiceAccount `workload` that signs in as it."""

    termination_grace_seconds: Annotated[int, Field(ge=0, le=3600)] = 600
    """Longest grace period of its pods: time to write a checkpoint when a node goes."""

    internet_egress: bool = True
    """Let pods reach public addresses on port 443."""

    egress: list[EgressRule] = []
    """Private ranges that pods may reach as well."""

    kubernetes_api: bool = False
    """Let pods reach the Kubernetes API. Launchers that start pods themselves need it, such as Ray's autoscaler."""

    ingress_namespaces: list[DnsLabel] = []
    """Namespaces whose pods may reach this team's pods, such as an ingress controller's."""
