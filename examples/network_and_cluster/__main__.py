"""Makes a network, a cluster in it and a GPU node pool, as three components that build on each other."""

from datetime import date

import pulumi

from aksgpu_pulumi import Cluster, GpuNodePool, Network, Site

site = Site(
    environment="dev",
    owner="ml-platform",
    cost_centre="cc-1001",
    subscription_id="3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10",
    region="swedencentral",
    cluster={
        "create": {
            "name": "lab",
            "entra": {"adminGroups": ["6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"]},
            "apiServer": {"authorizedRanges": ["203.0.113.16/28"]},
        }
    },
    today=date.today(),
)
network = Network("network", site)
cluster = Cluster("cluster", site, uses=[network])
pool = GpuNodePool("t4", site, pool={"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 2}}, uses=[network, cluster])

pulumi.export("clusterId", cluster.resources["cluster"].id)
pulumi.export("nodeSelector", pool.labels)
