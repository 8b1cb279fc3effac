"""Lets two teams share eight GPUs: each owns four and may borrow the other's while they are idle.

The node pool exists already. The teams' namespaces are made here, after the queues that their jobs go to.
"""

from datetime import date

import pulumi

from aksgpu_pulumi import LocalQueues, PriorityClasses, Site, TeamQueues, Tenancy

site = Site(
    environment="staging",
    owner="ml-platform",
    cost_centre="cc-1001",
    subscription_id="3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10",
    region="swedencentral",
    cluster={
        "existing": {"name": "shared", "resourceGroup": "rg-shared", "facts": {"kubernetesVersion": "1.35"}},
    },
    today=date.today(),
)
pools = {"train": {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 8}}}
teams = {
    "vision": {"queue": {"cohort": "research", "quota": {"train": {"gpus": 4}}}},
    "speech": {"queue": {"cohort": "research", "quota": {"train": {"gpus": 4}}}},
}

queues = TeamQueues("queues", site, teams=teams, gpu_pools=pools)
tenancy = Tenancy("teams", site, teams=teams, gpu_pools=pools, uses=[queues])
LocalQueues("teams-queues", site, teams=teams, gpu_pools=pools, uses=[queues, tenancy])
PriorityClasses("priorities", site)

pulumi.export("release", queues.resources["chart-kueue"].id)
