"""What the cluster autoscaler reads inside the cluster, by itself."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class Autoscaler(pulumi.ComponentResource):
    """The order in which pools grow, for the `priority` expander. The autoscaler's own profile belongs to Cluster.

    Inputs: `autoscaler`, `gpu_pools` and `cpu_pools` as in a stack file; `uses` with the Cluster, which `site` must
    create: the autoscaler of an existing cluster belongs to whoever made it.

    Outputs: `resources` by entry key; empty for every other expander.

    Errors: RunError with every problem of the check.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        autoscaler: Spec,
        gpu_pools: Mapping[str, Spec] | None = None,
        cpu_pools: Mapping[str, Spec] | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:Autoscaler", name, {}, opts)
        settings = {"autoscaler": autoscaler, "gpuPools": gpu_pools, "cpuPools": cpu_pools}
        self.resources = alone(self, name, site, settings, uses).resources
