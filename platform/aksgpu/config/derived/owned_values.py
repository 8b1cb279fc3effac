"""Helm values that the platform writes itself, and which field of the stack owns each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class OwnedKey:
    """A Helm value with everything below it."""

    path: tuple[str, ...]
    owner: str
    """Where the stack says it, or why nobody may, such as `gpuSoftware.migStrategy decides it`."""


def owned(dotted: str, owner: str) -> OwnedKey:
    """An owned key from its dotted path. Keys of charts hold no full stop."""
    return OwnedKey(tuple(dotted.split(".")), owner)


def clashes(values: Mapping[str, Any], keys: tuple[OwnedKey, ...]) -> Iterator[tuple[tuple[str, ...], OwnedKey]]:
    """Where a user's values touch an owned key: the path in the values, and the key.

    A value that is not a map and stands above an owned key would take that key away, so it is a clash too.
    """
    for key in keys:
        path = _touches(values, key.path)
        if path:
            yield path, key


def _touches(values: Mapping[str, Any], path: tuple[str, ...]) -> tuple[str, ...]:
    """The longest part of `path` that `values` writes, if that part decides the value at `path`; else nothing."""
    here: Any = values
    for depth, step in enumerate(path):
        if not isinstance(here, Mapping):
            return path[:depth]
        inside = cast(Mapping[str, Any], here)
        if step not in inside:
            return ()
        here = inside[step]
    return path


_IMAGES = "charts.imageRegistry and gpuSoftware.registry decide where images come from"
_PULL = "gpuSoftware.registry makes the pull secret"
_TOLERATIONS = "it follows from the taints of all gpuPools"
_PREFERENCE = "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution"
_NO_CONTROL_PLANE = "AKS shows no nodes of the control plane that it could prefer"

GPU_OPERATOR_KEYS: tuple[OwnedKey, ...] = (
    owned("nfd", "gpuSoftware.nodeFeatureDiscovery installs the cluster's only Node Feature Discovery"),
    owned("node-feature-discovery", "gpuSoftware.nodeFeatureDiscovery installs the cluster's only one"),
    owned("psa", "the platform labels the namespace itself"),
    owned("daemonsets.tolerations", _TOLERATIONS),
    owned("daemonsets.priorityClassName", "the platform keeps GPU components ahead of all tenants"),
    owned("operator.tolerations", "systemPool.dedicated decides it"),
    owned(f"operator.{_PREFERENCE}", _NO_CONTROL_PLANE),
    owned("operator.upgradeCRD", "Helm upgrades no CRDs by itself, so the chart's own job must"),
    owned("operator.cleanupCRD", "removing the CRDs would remove the ClusterPolicy of a running cluster"),
    owned("driver.enabled", "gpuSoftware.driverOwner decides it"),
    owned("driver.version", "gpuSoftware.operator.driverVersion decides it"),
    owned("driver.rdma", "gpuPools.<pool>.rdma decides it"),
    owned("driver.nvidiaDriverCRD", "gpuSoftware.nodeOs is one OS for the whole stack, so one driver serves all"),
    owned("toolkit.enabled", "gpuSoftware.driverOwner decides it"),
    owned("devicePlugin.enabled", "exactly one device plugin may offer a node's GPUs"),
    owned("devicePlugin.config", "gpuPools.<pool>.timeSlicing and gpuPools.<pool>.mps decide it"),
    owned("gfd.enabled", "the platform reads its labels"),
    owned("mig", "gpuSoftware.migStrategy decides it"),
    owned("migManager.enabled", "gpuPools.<pool>.mig.layout decides it"),
    owned("migManager.config", "gpuPools.<pool>.mig.layout decides it"),
    owned("migManager.env", "it follows from the GPU models of the divided pools"),
    owned("dcgmExporter.enabled", "the platform scrapes it"),
    owned("dcgmExporter.config", "monitoring.dcgm decides it"),
    owned("dcgmExporter.env", "monitoring.dcgm and the sharing of gpuPools decide it"),
    owned("dcgmExporter.serviceMonitor", "monitoring.managedPrometheus decides it, with a PodMonitor of Azure's group"),
    *(
        owned(f"{component}.repository", _IMAGES)
        for component in (
            "validator",
            "operator",
            "operator.initContainer",
            "driver",
            "driver.manager",
            "toolkit",
            "devicePlugin",
            "dcgm",
            "dcgmExporter",
            "gfd",
            "migManager",
            "nodeStatusExporter",
        )
    ),
    *(
        owned(f"{component}.imagePullSecrets", _PULL)
        for component in (
            "validator",
            "operator",
            "operator.initContainer",
            "driver",
            "toolkit",
            "devicePlugin",
            "dcgm",
            "dcgmExporter",
            "gfd",
            "migManager",
            "nodeStatusExporter",
        )
    ),
)
"""Values of NVIDIA's gpu-operator chart that the platform owns, in all rows of the catalogue."""

NODE_FEATURE_DISCOVERY_KEYS: tuple[OwnedKey, ...] = (
    owned("image.repository", "charts.imageRegistry decides where images come from"),
    owned("priorityClassName", "the platform keeps GPU components ahead of all tenants"),
    owned("worker.enable", "GPU Operator finds GPU nodes by its labels"),
    owned("worker.tolerations", _TOLERATIONS),
    owned("worker.config.sources.pci", "GPU Operator finds GPU nodes by these labels"),
    owned("master.enable", "without it no label reaches a node"),
    owned("master.tolerations", "systemPool.dedicated decides it"),
    owned(f"master.{_PREFERENCE}", _NO_CONTROL_PLANE),
    owned("master.config.extraLabelNs", "the labels of GPU feature discovery are in it"),
    owned("gc.tolerations", "systemPool.dedicated decides it"),
    owned("prometheus.enable", "its PodMonitor is not of the group that managed Prometheus reads"),
)
"""Values of the node-feature-discovery chart that the platform owns."""
