"""The cluster autoscaler's profile: every key that AKS takes, what AKS does without it, and why we choose otherwise."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["seconds", "minutes", "integer", "fraction", "boolean", "choice"]

_SOURCE = "AKS docs, cluster-autoscaler.md (2026-08-21)"
_SAME = "As AKS does."


@dataclass(frozen=True, slots=True)
class AutoscalerKey:
    """One key of `autoScalerProfile`."""

    aks: str
    """AKS's name of it, for example "scan-interval"."""

    kind: Kind
    """Seconds and minutes are texts such as "20s" and "10m"; AKS takes whole ones only."""

    aks_default: str
    default: str
    """This platform's default, as text. Two of them grow with the stack: their reason says so."""

    reason: str
    """Why this default, as a sentence for the plan."""

    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    sent_as_boolean: bool = False
    """Whether the API takes true and false themselves. All other values are sent as texts."""

    source: str = _SOURCE

    @property
    def field(self) -> str:
        """The key's name in a stack file and in the engine: scanInterval."""
        first, *rest = self.aks.split("-")
        return first + "".join(word.capitalize() for word in rest)


_ROWS = (
    AutoscalerKey(
        "scan-interval",
        "seconds",
        "10s",
        "20s",
        "GPU nodes take minutes to come up, so a look every 20 s loses nothing and halves the calls to Azure.",
        1,
    ),
    AutoscalerKey(
        "scale-down-delay-after-add",
        "minutes",
        "10m",
        "15m",
        "A new GPU node still installs its driver after 10 minutes, and would count as unneeded.",
        0,
    ),
    AutoscalerKey(
        "scale-down-delay-after-delete",
        "minutes",
        "scan-interval",
        "1m",
        "AKS's default is the scan interval, and its API text allows only minutes: one minute is the least of them.",
        0,
    ),
    AutoscalerKey("scale-down-delay-after-failure", "minutes", "3m", "3m", _SAME, 0),
    AutoscalerKey(
        "scale-down-unneeded-time",
        "minutes",
        "10m",
        "10m",
        "As AKS does: long enough for the next queued job to take a node over.",
        0,
    ),
    AutoscalerKey("scale-down-unready-time", "minutes", "20m", "20m", _SAME, 0),
    AutoscalerKey(
        "scale-down-utilization-threshold",
        "fraction",
        "0.5",
        "0.5",
        "As AKS does. It counts requests of CPU and memory, or of GPUs on nodes that have them.",
        0,
        1,
    ),
    AutoscalerKey(
        "max-graceful-termination-sec",
        "integer",
        "600",
        "600",
        "The longest grace period of the stack's workloads, and at least 600 s, so that a checkpoint gets written.",
        0,
    ),
    AutoscalerKey(
        "max-node-provision-time",
        "minutes",
        "15m",
        "25m",
        "A node whose driver the operator installs needs up to 25 minutes; AKS's 15 would delete it half-way.",
        1,
    ),
    AutoscalerKey("new-pod-scale-up-delay", "seconds", "0s", "0s", _SAME, 0),
    AutoscalerKey("max-empty-bulk-delete", "integer", "10", "10", _SAME, 1),
    AutoscalerKey("max-total-unready-percentage", "integer", "45", "45", _SAME, 0, 100),
    AutoscalerKey("ok-total-unready-count", "integer", "3", "3", _SAME, 0),
    AutoscalerKey("balance-similar-node-groups", "boolean", "false", "false", _SAME),
    AutoscalerKey(
        "skip-nodes-with-local-storage",
        "boolean",
        "false",
        "false",
        "Every training pod has a memory-backed /dev/shm, which counts as local storage: true would keep all nodes. "
        "It is always sent, since AKS's pages differ on the default.",
    ),
    AutoscalerKey("skip-nodes-with-system-pods", "boolean", "true", "true", _SAME),
    AutoscalerKey(
        "expander",
        "choice",
        "random",
        "least-waste",
        "The pool that leaves the least idle grows first, so a small job does not start a large GPU node.",
        choices=("least-waste", "most-pods", "priority", "random"),
    ),
    AutoscalerKey("ignore-daemonsets-utilization", "boolean", "false", "false", _SAME, sent_as_boolean=True),
    AutoscalerKey("daemonset-eviction-for-empty-nodes", "boolean", "false", "false", _SAME, sent_as_boolean=True),
    AutoscalerKey("daemonset-eviction-for-occupied-nodes", "boolean", "true", "true", _SAME, sent_as_boolean=True),
)

AUTOSCALER_KEYS = {row.field: row for row in _ROWS}
"""Rows by field name."""
