"""Installs Node Feature Discovery and the NVIDIA GPU Operator for pools that another program registers."""

from datetime import date

import pulumi

from aksgpu_pulumi import GpuOperator, NodeFeatureDiscovery, Site

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
pools = {"slices": {"vmSize": "Standard_NC24ads_A100_v4", "nodes": 2, "mig": {"layout": {"1g.10gb": 7}}}}
software = {"registry": {"password": pulumi.Config("example").require_secret("ngcApiKey")}}

discovery = NodeFeatureDiscovery("discovery", site, gpu_pools=pools)
operator = GpuOperator("gpus", site, gpu_pools=pools, gpu_software=software, uses=[discovery])

pulumi.export("release", operator.resources["chart-gpu-operator"].id)
