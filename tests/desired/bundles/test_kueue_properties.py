"""Any small set of queues yields errors, or objects that Kueue takes and that keep the platform's promises."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from kubernetes_schemas import validate

from aksgpu.config.derived.cpu_only_jobs import WITHOUT_GPU
from aksgpu.config.derived.quotas import capacity
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.queues import RULES
from aksgpu.desired.bundles.kueue import parts
from aksgpu.desired.entries import KubernetesObject

SUFFIXES = {"m": Fraction(1, 1000), "k": 10**3, "M": 10**6, "G": 10**9, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
DIVISIONS: tuple[dict[str, Any], ...] = (
    {},
    {"timeSlicing": {"replicas": 4}},
    {"mps": {"replicas": 2}},
    {"spot": {}},
    {"reservedForServing": 1},
    {"mig": {"layout": {"1g.10gb": 7}}},
    {"mig": {"layout": {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}}},
)


@st.composite
def pools(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """GPU pools `a` to `c` of each kind, some fixed and some autoscaled, and CPU pools."""
    found: dict[str, dict[str, Any]] = {}
    for name in draw(st.lists(st.sampled_from(["a", "b", "c"]), unique=True, min_size=1)):
        nodes = draw(st.integers(2, 6))
        count = draw(
            st.sampled_from([{"nodes": nodes}, {"scale": {"min": 1, "max": nodes}}, {"scale": {"max": nodes}}])
        )
        size = draw(st.sampled_from(["Standard_NC24ads_A100_v4", "Standard_NC48ads_A100_v4"]))
        taints = draw(st.sampled_from([[], ["team=a:NoExecute"]]))
        found[name] = {"vmSize": size, **count, **draw(st.sampled_from(DIVISIONS)), "taints": taints}
    for name in draw(st.lists(st.sampled_from(["cpu", "cpus"]), unique=True)):
        found[name] = {"vmSize": "Standard_D8ds_v5", "scale": {"max": draw(st.integers(2, 6))}}
    return found


@st.composite
def quotas(draw: st.DrawFn, pool: dict[str, Any], in_cohort: bool) -> dict[str, Any]:
    """A quota in a unit that fits the pool."""
    number = draw(st.integers(0, 2))
    if "mig" in pool:
        unit: dict[str, Any] = {"slices": dict.fromkeys(pool["mig"]["layout"], number)}
    elif "timeSlicing" in pool or "mps" in pool:
        unit = {"shares": number}
    else:
        unit = {"gpus": number} if "NC" in pool["vmSize"] else {"cores": number}
    quota = draw(st.sampled_from([unit, {"percent": draw(st.integers(0, 40))}]))
    if in_cohort and draw(st.booleans()):
        quota = {**quota, "borrow": draw(st.integers(0, 3)), "lend": min(number, quota.get("percent", number))}
    given_cpu = {"cpu": draw(st.integers(1, 12)), "memoryGib": draw(st.integers(1, 64))}
    return {**quota, **given_cpu} if "NC" in pool["vmSize"] and draw(st.booleans()) else quota


@st.composite
def stacks(draw: st.DrawFn) -> dict[str, Any]:
    """Pools, and one to four teams with a queue of some of them."""
    every = draw(pools())
    teams: dict[str, Any] = {}
    for name in ("one", "two", "three", "four")[: draw(st.integers(1, 4))]:
        cohort = draw(st.sampled_from([None, "x", "y"]))
        chosen = draw(st.lists(st.sampled_from(sorted(every)), unique=True, min_size=1))
        quota = {pool: draw(quotas(every[pool], cohort is not None)) for pool in chosen}
        teams[name] = {"queue": {"cohort": cohort, "weight": draw(st.integers(0, 3)), "quota": quota}}
    return {
        "gpuPools": {"t4": ..., **{name: pool for name, pool in every.items() if "NC" in pool["vmSize"]}},
        "cpuPools": {name: pool for name, pool in every.items() if "NC" not in pool["vmSize"]},
        "teams": {"vision": ..., **teams},
        "queues": {
            "fairSharing": draw(st.booleans()),
            "allowOvercommit": draw(st.booleans()),
            "cohorts": draw(st.sampled_from([{}, {"x": {}, "y": {"parent": "x", "weight": 2}}])),
        },
        "systemPool": {"dedicated": draw(st.booleans())},
    }


def quantity(text: str) -> Fraction:
    number = text.rstrip("mkMGTPi")
    suffix = text[len(number) :]
    return Fraction(number) * (SUFFIXES[suffix] if suffix else 1)


def objects(made: Subject, kind: str) -> dict[str, Mapping[str, Any]]:
    found = (entry for part in parts(made) for entry in part.entries if isinstance(entry, KubernetesObject))
    return {entry.key: entry.manifest for entry in found if entry.manifest["kind"] == kind}


def in_group(queue: Mapping[str, Any]) -> list[tuple[str, dict[str, dict[str, Fraction]]]]:
    """Flavors of a queue in order, each with its rows by resource, quantities as numbers."""
    (group,) = queue["spec"]["resourceGroups"]
    out: list[tuple[str, dict[str, dict[str, Fraction]]]] = []
    for flavor in group["flavors"]:
        assert [row["name"] for row in flavor["resources"]] == group["coveredResources"]
        rows = {
            row["name"]: {key: quantity(value) for key, value in row.items() if key != "name"}
            for row in flavor["resources"]
        }
        out.append((flavor["name"], rows))
    return out


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=stacks())
def test_errors_or_objects_that_hold(subject: Callable[..., Subject], changes: dict[str, Any]) -> None:
    made = subject(changes)
    findings = [finding for rule in RULES for finding in rule(made)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        event("has errors")
        return
    event("has objects")
    flavors = objects(made, "ResourceFlavor")
    entries = tuple(entry for part in parts(made) for entry in part.entries)
    known = {entry.key for entry in entries}
    for entry in entries:
        assert all(key in known or key.startswith(("namespace-", "chart-", "pool-")) for key in entry.after), entry
        if isinstance(entry, KubernetesObject):
            assert validate(entry.manifest) == []
    promised: dict[tuple[str, str], Fraction] = {}
    for queue in objects(made, "ClusterQueue").values():
        check_queue(made, queue, flavors)
        for name, rows in in_group(queue):
            for resource, row in rows.items():
                promised[name, resource] = promised.get((name, resource), Fraction(0)) + row["nominalQuota"]
    if not made.stack.queues.allow_overcommit:
        check_sums(made, promised)


def check_queue(made: Subject, queue: Mapping[str, Any], flavors: Mapping[str, Mapping[str, Any]]) -> None:
    spec = queue["spec"]
    group = in_group(queue)
    for name, rows in group:
        flavor = flavors[f"resourceflavor-{name}"]["spec"]
        offer = made.offers.get(name)
        assert flavor.get("nodeLabels", {}) == ({"aksgpu/pool": name} if offer else {})
        tolerated = {(row["key"], row.get("value", ""), row["effect"]) for row in flavor.get("tolerations", [])}
        assert tolerated == {(taint.key, taint.value, taint.effect) for taint in (offer.taints if offer else ())}
        gpus = offer.gpu_resources if offer else {}
        for resource, row in rows.items():
            if resource.startswith("nvidia.com/"):
                assert row["nominalQuota"] == 0 or resource in gpus
            assert row.get("lendingLimit", 0) <= row["nominalQuota"]
            assert "cohortName" in spec or set(row) == {"nominalQuota"}
        if any(row["nominalQuota"] for resource, row in rows.items() if resource.startswith("nvidia.com/")):
            assert rows["cpu"]["nominalQuota"] > 0
            assert rows["memory"]["nominalQuota"] > 0
        assert bool(rows[WITHOUT_GPU]["nominalQuota"]) is (not offer or offer.kind != "gpu")
    kinds = ["gpu" if name in made.stack.gpu_pools else "cpu" for name, _ in group]
    assert kinds == sorted(kinds), "CPU flavors come first"
    assert kinds[0] == "cpu"
    for check in spec.get("admissionChecksStrategy", {}).get("admissionChecks", []):
        assert set(check["onFlavors"]) <= {name for name, _ in group}
        assert all(made.offers[name].autoscaled and made.offers[name].kind == "gpu" for name in check["onFlavors"])


def check_sums(made: Subject, promised: Mapping[tuple[str, str], Fraction]) -> None:
    for name, offer in made.offers.items():
        most = capacity(offer)
        assert promised.get((name, "cpu"), 0) * 1000 <= most.cpu_millicores
        assert promised.get((name, "memory"), 0) <= most.memory_mib * 2**20
        for resource, count in most.gpus.items():
            assert promised.get((name, resource), 0) <= count
