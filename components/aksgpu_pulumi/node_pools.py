"""Single node pools, each for a cluster that exists or is made by Cluster."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class GpuNodePool(pulumi.ComponentResource):
    """One GPU node pool.

    Inputs: `name`, the pool's name (at most 8 lower-case letters and digits); `pool` as under `gpuPools` in a stack
    file; `gpu_software` as there, which decides the node OS and who installs the driver; `uses` with the Cluster, where
    the same program makes it.

    Outputs: `resources["pool-<name>"]` is the AgentPool. It is protected: only an approval in `site.approve` lifts
    that. `labels` are the labels to select its nodes by, `gpu_resources` what one node offers, by resource name.

    Errors: RunError with every problem of the check.
    """

    resources: Mapping[str, pulumi.CustomResource]
    labels: Mapping[str, str]
    gpu_resources: Mapping[str, int]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        pool: Spec,
        gpu_software: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:GpuNodePool", name, {}, opts)
        made = alone(self, name, site, {"gpuPools": {name: pool}, "gpuSoftware": gpu_software}, uses)
        self.resources = made.resources
        self.labels = made.plan.subject.offers[name].labels
        self.gpu_resources = made.plan.subject.offers[name].gpu_resources


class CpuNodePool(pulumi.ComponentResource):
    """One node pool without GPUs.

    Inputs: `name`, the pool's name; `pool` as under `cpuPools` in a stack file; `gpu_software` as there, for the node
    OS; `uses` with the Cluster, where the same program makes it.

    Outputs: `resources["pool-<name>"]` is the AgentPool.

    Errors: RunError with every problem of the check.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        pool: Spec,
        gpu_software: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:CpuNodePool", name, {}, opts)
        settings = {"cpuPools": {name: pool}, "gpuSoftware": gpu_software}
        self.resources = alone(self, name, site, settings, uses).resources
