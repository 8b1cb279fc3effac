"""Hypothesis strategies for stacks: plausible ones, of which many are valid and many are not."""

from typing import Any

from hypothesis import strategies as st

GUIDS = st.uuids().map(str)
SIZES = st.sampled_from(
    [
        "Standard_NC4as_T4_v3",
        "Standard_NC64as_T4_v3",
        "Standard_NC24ads_A100_v4",
        "Standard_NC48ads_A100_v4",
        "Standard_NC40ads_H100_v5",
        "Standard_NC80adis_H100_v5",
        "Standard_ND96isr_H100_v5",
        "Standard_ND96asr_v4",
        "Standard_NV6ads_A10_v5",
        "Standard_NC6s_v3",
        "Standard_D8ds_v5",
    ]
)
PROFILES = st.sampled_from(
    ["1g.5gb", "1g.10gb", "1g.12gb", "1g.24gb", "2g.20gb", "2g.24gb", "3g.40gb", "3g.47gb", "7g.80gb"]
)
TAINTS = st.sampled_from(["team=vision:NoSchedule", "class=secret:NoExecute", "soft=yes:PreferNoSchedule"])
POOL_NAMES = st.sampled_from(["train", "serve", "spot", "lab"])
TEAM_NAMES = st.sampled_from(["vision", "speech", "search"])


@st.composite
def scales(draw: st.DrawFn) -> dict[str, Any]:
    """`scale` or `nodes`, sometimes both or contradictory."""
    low, high = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    if draw(st.integers(0, 9)) == 0:
        return {"nodes": low}
    return {"scale": {"min": low if draw(st.integers(0, 9)) == 0 else min(low, high), "max": high}}


@st.composite
def gpu_pools(draw: st.DrawFn) -> dict[str, Any]:
    """One GPU pool."""
    pool: dict[str, Any] = {"vmSize": draw(SIZES), **draw(scales())}
    if draw(st.integers(0, 3)) == 0:
        pool["spot"] = {}
    if draw(st.integers(0, 2)) == 0:
        pool["taints"] = draw(st.lists(TAINTS, max_size=2, unique=True))
    division = draw(st.integers(0, 5))
    if division == 0:
        pool["mig"] = {"layout": draw(st.dictionaries(PROFILES, st.integers(1, 7), min_size=1, max_size=2))}
    elif division == 1:
        pool[draw(st.sampled_from(["timeSlicing", "mps"]))] = {"replicas": draw(st.integers(2, 8))}
    if division <= 1 and "scale" in pool and draw(st.integers(0, 4)):
        pool["scale"]["min"] = max(1, pool["scale"]["min"])
    if draw(st.integers(0, 4)) == 0:
        pool["gpuTaint"] = "sku"
    if draw(st.integers(0, 4)) == 0:
        pool["zones"] = draw(st.lists(st.sampled_from(["1", "2", "3"]), max_size=2, unique=True))
    if draw(st.integers(0, 4)) == 0:
        pool["reservedForServing"] = draw(st.integers(0, 3))
    return pool


@st.composite
def quotas(draw: st.DrawFn, pool: dict[str, Any]) -> dict[str, Any]:
    """A quota that mostly fits its pool."""
    if draw(st.integers(0, 4)) == 0:
        return {"percent": draw(st.integers(0, 60))}
    if "mig" in pool:
        return {"slices": {profile: draw(st.integers(0, 4)) for profile in pool["mig"]["layout"]}}
    quota: dict[str, Any] = {"shares" if "timeSlicing" in pool or "mps" in pool else "gpus": draw(st.integers(0, 3))}
    if draw(st.integers(0, 5)) == 0:
        quota["lend"] = draw(st.integers(0, 2))
    return quota


@st.composite
def stacks(draw: st.DrawFn) -> dict[str, Any]:
    """A whole stack on a created cluster."""
    pools = draw(st.dictionaries(POOL_NAMES, gpu_pools(), min_size=1, max_size=3))
    has_cpu = draw(st.booleans())
    teams: dict[str, Any] = {}
    for name in draw(st.lists(TEAM_NAMES, max_size=3, unique=True)):
        chosen = draw(st.lists(st.sampled_from(sorted(pools)), min_size=1, max_size=2, unique=True))
        quota: dict[str, Any] = {"cpu": {"cores": draw(st.integers(0, 8))}} if has_cpu and draw(st.booleans()) else {}
        quota |= {pool: draw(quotas(pools[pool])) for pool in chosen}
        queue: dict[str, Any] = {"quota": quota}
        if draw(st.booleans()):
            queue["cohort"] = "all"
        teams[name] = {"groups": {"edit": [draw(GUIDS)]}, "queue": queue}
    return {
        "environment": draw(st.sampled_from(["dev", "prod"])),
        "owner": "ml",
        "costCentre": "cc",
        "subscriptionId": draw(GUIDS),
        "region": "swedencentral",
        "cluster": {
            "create": {
                "name": "gpu",
                "kubernetesVersion": draw(st.sampled_from(["1.34", "1.35", "1.36"])),
                "entra": {"adminGroups": [draw(GUIDS)]},
                "apiServer": {"authorizedRanges": ["203.0.113.0/28"]},
                "network": draw(st.sampled_from([{}, {"dataplane": "azure", "policy": "calico"}])),
            }
        },
        "systemPool": {"dedicated": draw(st.integers(0, 5)) == 0},
        "cpuPools": {"cpu": {"vmSize": "Standard_D8ds_v5", "scale": {"min": 1, "max": 4}}} if has_cpu else {},
        "gpuPools": pools,
        "gpuSoftware": {"migStrategy": draw(st.sampled_from(["mixed", "mixed", "single"]))},
        "queues": {"fairSharing": draw(st.booleans()), "allowOvercommit": draw(st.booleans())},
        "teams": teams,
    }
