"""What runs on GPU nodes: OS, driver and the NVIDIA GPU Operator."""

from typing import Any, Literal

from aksgpu.config.model.base import Config
from aksgpu.config.model.types import Secret


class Registry(Config):
    """A private registry for NVIDIA's images, with its pull secret."""

    server: str = "nvcr.io"
    """Host of the registry, without https:// and path."""

    username: str = "$oauthtoken"
    """Name that the registry expects. NVIDIA's takes `$oauthtoken` together with an NGC API key."""

    password: Secret
    """NGC API key or registry password. Set it with `pulumi config set --secret --path`."""


class GpuOperator(Config):
    """The NVIDIA GPU Operator."""

    version: str | None = None
    """Chart version. Left out: the catalogue's default."""

    driver_version: str | None = None
    """NVIDIA driver version. Left out: the one that belongs to the chart version."""

    namespace: str = "gpu-operator"
    """Namespace of the operator and its pods. It admits privileged pods, so no team may have it."""

    values: dict[str, Any] = {}
    """Further Helm values, merged last. Keys that the platform owns are refused."""


class NodeFeatureDiscovery(Config):
    """Node Feature Discovery: exactly one in a cluster, installed as a bundle of its own."""

    version: str | None = None
    """Chart version. Left out: the catalogue's default."""

    values: dict[str, Any] = {}
    """Further Helm values, merged last. Keys that the platform owns are refused."""


class GpuSoftware(Config):
    """One decision for the whole stack: OS, driver owner and MIG strategy."""

    node_os: Literal["Ubuntu", "Ubuntu2204", "Ubuntu2404", "AzureLinux", "AzureLinux3", "AzureContainerLinux"] = (
        "Ubuntu"
    )
    """Node OS of all pools. The release behind `Ubuntu` follows from the Kubernetes version; the plan states it."""

    driver_owner: Literal["operator", "aks"] = "operator"
    """Who installs the GPU driver. `aks` is refused until a stand-alone device plugin is part of the platform."""

    mig_strategy: Literal["mixed", "single"] = "mixed"
    """`mixed` names each slice by its profile; `single` calls each slice a GPU. One strategy for the whole cluster."""

    operator: GpuOperator = GpuOperator()
    """The GPU Operator: versions, namespace and further Helm values."""

    node_feature_discovery: NodeFeatureDiscovery = NodeFeatureDiscovery()
    """Node Feature Discovery, by whose labels the operator finds GPU nodes."""

    registry: Registry | None = None
    """Login for a private registry of NVIDIA's images. Left out: they are pulled without one."""
