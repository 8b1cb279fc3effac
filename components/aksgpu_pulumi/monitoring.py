"""Metrics and logs, by themselves."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class Monitoring(pulumi.ComponentResource):
    """Managed Prometheus, logs and dashboards, and a PodMonitor for each source of metrics.

    Inputs: `monitoring`, `gpu_pools`, `gpu_software`, `queues` and `teams` as in a stack file; they decide which
    sources exist. `uses` with the Cluster, where the same program makes it.

    Outputs: `resources` by entry key.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        monitoring: Spec | None = None,
        gpu_pools: Mapping[str, Spec] | None = None,
        gpu_software: Spec | None = None,
        queues: Spec | None = None,
        teams: Mapping[str, Spec] | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:Monitoring", name, {}, opts)
        settings = {
            "monitoring": monitoring,
            "gpuPools": gpu_pools,
            "gpuSoftware": gpu_software,
            "queues": queues,
            "teams": teams,
        }
        self.resources = alone(self, name, site, settings, uses).resources
