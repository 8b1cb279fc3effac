"""Adds a GPU node pool that scales from zero to a cluster that another team made."""

from datetime import date

import pulumi

from aksgpu_pulumi import GpuNodePool, Site

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
train = GpuNodePool("train", site, pool={"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 4}})

pulumi.export("poolId", train.resources["pool-train"].id)
pulumi.export("nodeSelector", train.labels)
pulumi.export("requestPerNode", train.gpu_resources)
