"""What runs on GPU nodes, by itself: Node Feature Discovery and the NVIDIA GPU Operator."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class NodeFeatureDiscovery(pulumi.ComponentResource):
    """Node Feature Discovery as a release of its own; a cluster holds exactly one.

    Inputs: `gpu_pools` as in a stack file, for the taints to tolerate; `gpu_software` as there.

    Outputs: `resources["chart-nfd"]` is the Helm release.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        gpu_pools: Mapping[str, Spec],
        gpu_software: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:NodeFeatureDiscovery", name, {}, opts)
        self.resources = alone(self, name, site, {"gpuPools": gpu_pools, "gpuSoftware": gpu_software}, uses).resources


class GpuOperator(pulumi.ComponentResource):
    """NVIDIA GPU Operator with driver, device plugin, DCGM exporter and MIG manager.

    Inputs: `gpu_pools` as in a stack file, for taints, MIG layouts and sharing; `gpu_software` as there, where the
    registry password may be an Output; `monitoring` as there, for the DCGM exporter; `uses` with NodeFeatureDiscovery,
    which must run first.

    Outputs: `resources["chart-gpu-operator"]` is the Helm release.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        gpu_pools: Mapping[str, Spec],
        gpu_software: Spec | None = None,
        monitoring: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:GpuOperator", name, {}, opts)
        settings = {"gpuPools": gpu_pools, "gpuSoftware": gpu_software, "monitoring": monitoring}
        self.resources = alone(self, name, site, settings, uses).resources
