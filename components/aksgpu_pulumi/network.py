"""The network of a new cluster, by itself."""

from collections.abc import Mapping

import pulumi

from aksgpu_pulumi.alone import alone
from aksgpu_pulumi.site import Site


class Network(pulumi.ComponentResource):
    """Resource group, virtual network and subnets for the cluster that `site.cluster` wants to create.

    Inputs: `site`, whose `cluster` is `{"create": {"network": ..., ...}}`.

    Outputs: `resources` by entry key: `resource-group`, `vnet`, `subnet-nodes` and what else the network needs. Give
    the component to Cluster in `uses`.

    Errors: RunError with every problem of the check.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(self, name: str, site: Site, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("aksgpu:index:Network", name, {}, opts)
        self.resources = alone(self, name, site, {}).resources
