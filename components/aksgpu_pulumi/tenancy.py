"""The teams' namespaces, people, rights and networks, by themselves."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class Tenancy(pulumi.ComponentResource):
    """For each team: its namespace, role bindings, limits, network policies and workload identity.

    Inputs: `teams` as in a stack file. Where teams have queues, also `gpu_pools` and `cpu_pools`, which their quotas
    name. `storage` as there, for the datasets that teams may read. `uses` with the Cluster and Storage, where the same
    program makes them.

    Outputs: `resources` by entry key.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        teams: Mapping[str, Spec],
        gpu_pools: Mapping[str, Spec] | None = None,
        cpu_pools: Mapping[str, Spec] | None = None,
        storage: Spec | None = None,
        monitoring: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:Tenancy", name, {}, opts)
        settings = {
            "teams": teams,
            "gpuPools": gpu_pools,
            "cpuPools": cpu_pools,
            "storage": storage,
            "monitoring": monitoring,
        }
        self.resources = alone(self, name, site, settings, uses).resources
