"""What a plan is made of: Azure resources, charts and Kubernetes objects, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Manifest = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AzureResource:
    """One resource of the Azure half.

    `key` is unique in the plan and is the Pulumi resource name. `type` is the engine's type token, for example
    `azure-native:containerservice:AgentPool`. `path` holds the names that make its ARM address, in the engine's
    camelCase (`resourceGroupName`, `resourceName`, `agentPoolName`, `scope`), parents first. `inputs` holds all other
    inputs in the engine's camelCase; both may hold markers. `after` names keys beyond those that markers name already.
    `scarce` marks what must never be lost by surprise: it is protected unless an approval lifts that.
    `read` marks a resource that somebody else made: it is looked up, never registered, and `inputs` are the facts that
    must hold (camelCase output paths to values).
    """

    key: str
    type: str
    path: Mapping[str, Any]
    inputs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    after: tuple[str, ...] = ()
    scarce: bool = False
    protect: bool = False
    ignore_changes: tuple[str, ...] = ()
    create_only: tuple[str, ...] = ()
    read: bool = False


@dataclass(frozen=True, slots=True)
class KubernetesObject:
    """One object of the in-cluster half, sent as it stands.

    `replace_on_changes` names field paths that cannot be edited in place (the object is then deleted before it is made
    again, since its name is fixed). `ignore_changes` names field paths that the server or AKS fills in.
    """

    key: str
    manifest: Manifest
    after: tuple[str, ...] = ()
    replace_on_changes: tuple[str, ...] = ()
    ignore_changes: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ChartRelease:
    """One Helm release under a fixed name.

    `reference` is a chart name in `repository`, a whole oci:// address, or a local folder. `timeout_seconds` bounds
    Helm's wait. `awaited` is False where Helm's own wait cannot be trusted; `probe` is then an object that the API
    server must accept in a dry run before anything that comes after the release is made.
    """

    key: str
    name: str
    namespace: str
    reference: str
    repository: str | None
    version: str
    values: Mapping[str, Any]
    after: tuple[str, ...] = ()
    timeout_seconds: int = 600
    awaited: bool = True
    probe: Manifest | None = None


Entry = AzureResource | KubernetesObject | ChartRelease
Half = Literal["azure", "inCluster"]


@dataclass(frozen=True, slots=True)
class Part:
    """One component of the platform: what it is called, and its entries.

    `name` is unique in the plan, for example `cluster`, `gpu-pool-train`, `queues`. `component` is the class in
    aksgpu_pulumi that registers it.
    """

    name: str
    component: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the plan for its reader: a default and its reason, an accepted risk, or a step to know of.

    `topic` groups sentences: `defaults`, `single points of failure`, `mig`, `rdma`, `versions`, `access`, `rotation`.
    """

    topic: str
    text: str
