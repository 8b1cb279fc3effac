"""Storage, by itself."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class Storage(pulumi.ComponentResource):
    """StorageClasses, storage accounts with their private endpoints, and claims for datasets that exist already.

    Inputs: `storage` as in a stack file; `teams` as there, where datasets name them. `uses` with the Network and the
    Tenancy, where the same program makes them.

    Outputs: `resources` by entry key. Storage accounts are protected: only an approval in `site.approve` lifts that.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        storage: Spec | None = None,
        teams: Mapping[str, Spec] | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:Storage", name, {}, opts)
        self.resources = alone(self, name, site, {"storage": storage, "teams": teams}, uses).resources
