"""Gives a team its namespace: rights for its Entra groups, an identity, limits, and a network closed by default."""

from datetime import date

import pulumi

from aksgpu_pulumi import Site, Tenancy

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
tenancy = Tenancy(
    "teams",
    site,
    teams={
        "vision": {
            "groups": {"edit": ["6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"]},
            "podSecurity": "restricted",
            "limitRange": {"defaultCpu": "2", "defaultMemory": "8Gi"},
        }
    },
)

pulumi.export("identity", tenancy.resources["team-vision-identity"].id)
