"""Stacks of any size, as the plain data of a stack file."""

from typing import Any

GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
COHORTS = 10


def stack_of(pools: int, teams: int, pools_of_a_team: int) -> dict[str, Any]:
    """A created cluster with so many GPU pools and teams. Each team has a queue with quota in a few of the pools."""
    names = [f"p{number:02}" for number in range(pools)]
    return {
        "environment": "dev",
        "owner": "ml-platform",
        "costCentre": "cc-1001",
        "subscriptionId": "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10",
        "region": "swedencentral",
        "cluster": {
            "create": {
                "name": "gpu-bench",
                "entra": {"adminGroups": [GROUP]},
                "apiServer": {"authorizedRanges": ["203.0.113.10/32"]},
            }
        },
        "gpuPools": {name: {"vmSize": "Standard_NC24ads_A100_v4", "scale": {"max": 4}} for name in names},
        "queues": {"allowOvercommit": True, "cohorts": {f"cohort-{number}": {} for number in range(COHORTS)}},
        "teams": {
            f"team-{number:04}": {
                "groups": {"edit": [GROUP]},
                "queue": {
                    "cohort": f"cohort-{number % COHORTS}",
                    "quota": {names[(number + step) % pools]: {"gpus": 1} for step in range(pools_of_a_team)},
                },
            }
            for number in range(teams)
        },
    }
