"""Kueue with the teams' queues, and the priority classes, each by itself."""

from collections.abc import Mapping, Sequence

import pulumi

from aksgpu_pulumi.alone import Registered, alone
from aksgpu_pulumi.site import Site, Spec


class TeamQueues(pulumi.ComponentResource):
    """Kueue, a ResourceFlavor for each pool, cohorts, priorities, and a ClusterQueue for each team.

    Inputs: `teams`, `gpu_pools`, `cpu_pools`, `queues`, `priorities` and `gpu_software` as in a stack file. The pools
    need not be this program's: what they offer is derived from their settings. `uses` with GpuOperator and whatever
    else the program installs by chart, since Kueue's webhooks can stop every other chart while Kueue starts. Jobs reach
    their ClusterQueue by LocalQueues, which need the teams' namespaces.

    Outputs: `resources` by entry key; `chart-kueue` is the Helm release. Nothing that needs Kueue is sent before the
    API server, with Kueue's webhooks, accepts it in a dry run.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        teams: Mapping[str, Spec],
        gpu_pools: Mapping[str, Spec],
        cpu_pools: Mapping[str, Spec] | None = None,
        queues: Spec | None = None,
        priorities: Mapping[str, Spec] | None = None,
        gpu_software: Spec | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:TeamQueues", name, {}, opts)
        settings = {
            "teams": teams,
            "gpuPools": gpu_pools,
            "cpuPools": cpu_pools,
            "queues": queues,
            "priorities": priorities,
            "gpuSoftware": gpu_software,
        }
        self.resources = alone(self, name, site, settings, uses).resources


class LocalQueues(pulumi.ComponentResource):
    """A LocalQueue named `default` in each team's namespace, which leads to the team's ClusterQueue.

    Inputs: `teams` and the pools of their quotas as in a stack file. `uses` with TeamQueues, and with Tenancy where the
    program makes the namespaces.

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
        gpu_pools: Mapping[str, Spec],
        cpu_pools: Mapping[str, Spec] | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:LocalQueues", name, {}, opts)
        settings = {"teams": teams, "gpuPools": gpu_pools, "cpuPools": cpu_pools}
        self.resources = alone(self, name, site, settings, uses).resources


class PriorityClasses(pulumi.ComponentResource):
    """Pod PriorityClasses. Kueue's WorkloadPriorityClasses of the same values belong to TeamQueues.

    Inputs: `priorities` as in a stack file; left out, the platform's defaults.

    Outputs: `resources` by entry key.

    Errors: RunError with every problem of the check, or for an existing cluster that is not what `site` declares.
    """

    resources: Mapping[str, pulumi.CustomResource]

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        priorities: Mapping[str, Spec] | None = None,
        uses: Sequence[Registered] = (),
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("aksgpu:index:PriorityClasses", name, {}, opts)
        self.resources = alone(self, name, site, {"priorities": priorities}, uses).resources
