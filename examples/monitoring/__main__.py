"""Collects GPU metrics of pools that exist already into the cluster's managed Prometheus."""

from datetime import date

import pulumi

from aksgpu_pulumi import Monitoring, Site

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
monitoring = Monitoring(
    "metrics",
    site,
    monitoring={"dcgm": {"scrapeInterval": "60s"}},
    gpu_pools={"train": {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 8}}},
)

pulumi.export("monitors", sorted(key for key in monitoring.resources if key.startswith("podmonitor-")))
