"""The AKS cluster, by itself."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class Cluster(pulumi.ComponentResource):
    """The cluster that `site.cluster` wants to create, with its identities, role assignments and maintenance windows.

    Inputs: `site`, whose `cluster` is `{"create": {...}}`; `system_pool`, `autoscaler` and `monitoring` as in a stack
    file; `uses` with the Network that holds its subnets, unless the cluster has an existing subnet.

    Outputs: `resources` by entry key; `cluster` is the ManagedCluster. It is protected: only an approval in
    `site.approve` lifts that.

    Errors: RunError with every problem of the check, or where the network is not in `uses`.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        system_pool: Spec | None = None,
        autoscaler: Spec | None = None,
        monitoring: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:Cluster", name, {}, opts)
        settings = {"systemPool": system_pool, "autoscaler": autoscaler, "monitoring": monitoring}
        self.resources = alone(self, name, site, settings, uses).resources
