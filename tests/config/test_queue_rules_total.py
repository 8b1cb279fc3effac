"""The rules about queues have an answer to any stack that the schema allows: findings, never an exception."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Severity
from aksgpu.config.rules.queues import RULES
from aksgpu.desired.bundles.kueue import parts
from aksgpu.desired.queue_statements import statements
from aksgpu.desired.queue_summary import queue_rows

LAYOUTS = [{"1g.10gb": 7}, {"3g.40gb": 1, "2g.20gb": 1, "1g.10gb": 2}, {"3g.40gb": 2}]

NAMES = st.sampled_from(["a", "b", "c", "cpu", "cpus", "system", "typo"])
SMALL = st.integers(0, 6)
SCALE = st.builds(lambda least, more: {"min": least, "max": least + more}, st.integers(0, 2), st.integers(1, 4))
COUNT = SCALE.map(lambda scale: {"scale": scale}) | st.integers(0, 4).map(lambda nodes: {"nodes": nodes})
DIVISION = st.sampled_from(
    [{}, {}, {"timeSlicing": {"replicas": 4}}, {"mps": {"replicas": 2}}, {"spot": {}}, {"reservedForServing": 1}]
) | st.sampled_from(LAYOUTS).map(lambda layout: {"mig": {"layout": layout}})
TAINTS = st.sampled_from([[], ["team=a:NoSchedule"], [f"t{number}=x:NoSchedule" for number in range(9)]])
GPU_POOL = st.builds(
    lambda count, division, taints, size: {"vmSize": size, **count, **division, "taints": taints},
    COUNT,
    DIVISION,
    TAINTS,
    st.sampled_from(["Standard_NC24ads_A100_v4", "Standard_NC48ads_A100_v4"]),
)
CPU_POOL = st.builds(lambda count: {"vmSize": "Standard_D8ds_v5", **count}, COUNT)
SLICES = st.dictionaries(st.sampled_from(["1g.10gb", "2g.20gb", "3g.40gb", "1g.12gb"]), SMALL, max_size=3)
AMOUNT = st.fixed_dictionaries(
    {},
    optional={"borrow": SMALL, "lend": SMALL, "cpu": st.integers(-1, 20), "memoryGib": st.integers(0, 200)},
)
UNIT = (
    st.builds(lambda unit, number: {unit: number}, st.sampled_from(["gpus", "shares", "cores"]), SMALL)
    | st.integers(0, 60).map(lambda number: {"percent": number})
    | SLICES.map(lambda slices: {"slices": slices})
    | st.just({})
)
QUOTA = st.builds(lambda unit, rest: {**unit, **rest}, UNIT, AMOUNT)
QUEUE = st.builds(
    lambda quota, cohort, strategy, reclaim: {
        "quota": quota,
        "cohort": cohort,
        "strategy": strategy,
        "preemption": {"reclaimWithinCohort": reclaim},
    },
    st.dictionaries(NAMES, QUOTA, min_size=1, max_size=4),
    st.sampled_from([None, "x", "y"]),
    st.sampled_from(["BestEffortFIFO", "StrictFIFO"]),
    st.sampled_from(["Any", "LowerPriority", "Never"]),
)
QUEUES = st.fixed_dictionaries(
    {},
    optional={
        "fairSharing": st.booleans(),
        "allowOvercommit": st.booleans(),
        "provisioningRequests": st.booleans(),
        "cohorts": st.dictionaries(
            st.sampled_from(["x", "y", "z"]),
            st.sampled_from([{}, {"parent": "x"}, {"parent": "z"}, {"weight": 0}]),
            max_size=3,
        ),
        "excludeResourcePrefixes": st.sampled_from([[], ["ephemeral-storage"], ["nvidia.com/"]]),
        "waitForPodsReady": st.sampled_from([{}, {"timeoutMinutes": 5}]),
    },
)
STACK = st.fixed_dictionaries(
    {
        "gpuPools": st.dictionaries(st.sampled_from(["a", "b", "c"]), GPU_POOL, max_size=3),
        "cpuPools": st.dictionaries(st.sampled_from(["cpu", "cpus"]), CPU_POOL, max_size=2),
        "queues": QUEUES,
        "gpuSoftware": st.sampled_from([{}, {"migStrategy": "single"}]),
        "systemPool": st.sampled_from([{}, {"dedicated": True}]),
    }
)
TEAMS = st.dictionaries(st.sampled_from(["one", "two", "three"]), QUEUE | st.none(), max_size=3)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=STACK, teams=TEAMS)
def test_every_stack_gets_findings_and_words(
    subject: Callable[..., Subject], changes: dict[str, Any], teams: dict[str, Any]
) -> None:
    data = {**changes, "gpuPools": {"t4": ..., **changes["gpuPools"]}}
    made = subject({**data, "teams": {"vision": ..., **{name: {"queue": queue} for name, queue in teams.items()}}})
    findings = [finding for rule in RULES for finding in rule(made)]
    assert all(finding.message and (finding.remedy or finding.severity is Severity.NOTE) for finding in findings)
    assert len({(finding.path, finding.message) for finding in findings}) == len(findings)
    # A stack with errors is shown and built too, where somebody asks for its plan all the same.
    assert all(row.pool and row.nominal and row.may_borrow and row.lends for row in queue_rows(made))
    assert all(statement.text.endswith(".") for statement in statements(made))
    assert len(list(parts(made))) == any(team.queue for team in made.stack.teams.values())
