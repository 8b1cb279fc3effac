"""Any stack is either refused in words, or its plan holds what a platform must hold."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import stack_strategies
from hypothesis import given, settings

from aksgpu.config.reading.check import check
from aksgpu.desired.entries import AzureResource, ChartRelease
from aksgpu.ordering import needs
from aksgpu.plan import Plan, plan

TODAY = date(2026, 12, 1)
BESIDE_GPUS = {"cpu", "memory"}


def objects(made: Plan, kind: str) -> dict[str, Mapping[str, Any]]:
    return {
        entry.manifest["metadata"]["name"]: entry.manifest["spec"]
        for entry in made.in_cluster
        if not isinstance(entry, ChartRelease) and entry.manifest["kind"] == kind
    }


def taints_of(made: Plan) -> dict[str, list[str]]:
    return {
        entry.key.removeprefix("pool-"): list(entry.inputs.get("nodeTaints", []))
        for entry in made.azure
        if entry.type.endswith(":AgentPool")
    }


def tolerated(taint: str, tolerations: list[Mapping[str, Any]]) -> bool:
    """Kubernetes's own rule: key, effect (absent is any) and value (unless the operator is Exists) must agree."""
    head, _, effect = taint.rpartition(":")
    key, _, value = head.partition("=")
    return any(
        item.get("key", key) == key
        and item.get("effect", effect) == effect
        and (item.get("operator") == "Exists" or item.get("value", "") == value)
        for item in tolerations
    )


def hard(taints: list[str]) -> Iterator[str]:
    return (taint for taint in taints if not taint.endswith(":PreferNoSchedule"))


def charts(made: Plan) -> dict[str, Mapping[str, Any]]:
    return {entry.name: entry.values for entry in made.in_cluster if isinstance(entry, ChartRelease)}


def check_tolerations(made: Plan) -> None:
    pools = taints_of(made)
    gpu = {name: taints for name, taints in pools.items() if made.subject.offers[name].kind == "gpu"}
    values = charts(made)
    for taints in gpu.values():
        for taint in hard(taints):
            assert tolerated(taint, values["gpu-operator"]["daemonsets"]["tolerations"])
            assert tolerated(taint, values["node-feature-discovery"]["worker"]["tolerations"])
    for name, flavor in objects(made, "ResourceFlavor").items():
        for taint in hard(pools.get(name, [])):
            assert tolerated(taint, list(flavor.get("tolerations", [])))


def check_flavors(made: Plan) -> None:
    labels = {
        entry.key.removeprefix("pool-"): entry.inputs["nodeLabels"]
        for entry in made.azure
        if entry.type.endswith(":AgentPool")
    }
    labels["system"] = {"aksgpu/pool": "system"}
    for name, flavor in objects(made, "ResourceFlavor").items():
        assert flavor["nodeLabels"] == {"aksgpu/pool": name}
        assert flavor["nodeLabels"].items() <= labels[name].items()


def check_queues(made: Plan) -> None:
    flavors = objects(made, "ResourceFlavor")
    offered = {name: set(offer.gpu_resources) for name, offer in made.subject.offers.items()}
    given_out: dict[tuple[str, str], int] = {}
    for queue in objects(made, "ClusterQueue").values():
        for group in queue["resourceGroups"]:
            covered = list(group["coveredResources"])
            assert set(covered) >= BESIDE_GPUS
            for flavor in group["flavors"]:
                assert flavor["name"] in flavors
                assert [item["name"] for item in flavor["resources"]] == covered
                assert set(covered) >= offered[flavor["name"]]
                for item in flavor["resources"]:
                    amount = item["nominalQuota"]
                    if item["name"].startswith("nvidia.com/") and int(amount):
                        assert item["name"] in offered[flavor["name"]]
                        key = (flavor["name"], item["name"])
                        given_out[key] = given_out.get(key, 0) + int(amount)
                    if "lendingLimit" in item or "borrowingLimit" in item:
                        assert queue.get("cohortName")
    if not made.subject.stack.queues.allow_overcommit:
        for (pool, resource), amount in given_out.items():
            assert amount <= made.subject.offers[pool].queueable[resource]


def check_pools(made: Plan) -> None:
    names = [entry.path["agentPoolName"] for entry in made.azure if entry.type.endswith(":AgentPool")]
    assert len(set(names)) == len(names)
    for entry in made.azure:
        if not entry.type.endswith(":AgentPool"):
            continue
        assert len(entry.path["agentPoolName"]) <= 12
        assert entry.inputs["type"] == "VirtualMachineScaleSets"
        spot = entry.inputs.get("scaleSetPriority") == "Spot"
        assert spot == any("scalesetpriority=spot" in taint for taint in entry.inputs.get("nodeTaints", []))
        assert not (spot and "upgradeSettings" in entry.inputs)
        if entry.inputs["enableAutoScaling"]:
            assert "count" in entry.ignore_changes
            assert entry.inputs["minCount"] <= entry.inputs["count"] <= entry.inputs["maxCount"]
        if made.subject.offers[entry.key.removeprefix("pool-")].kind == "gpu":
            assert entry.protect
            assert entry.inputs["gpuProfile"] == {"driver": "None"}


def check_order(made: Plan) -> None:
    seen: set[str] = set()
    for key, entry in made.entries.items():
        assert set(needs(entry)) <= seen
        assert isinstance(entry, AzureResource) or "cluster" in seen
        seen.add(key)


@settings(deadline=None)
@given(stack_strategies.stacks())
def test_every_stack_is_refused_in_words_or_has_a_sound_plan(data: dict[str, Any]) -> None:
    checked = check(data, TODAY)
    for finding in checked.errors:
        assert finding.message
        assert finding.remedy
    if checked.stack is None:
        assert checked.errors
        return
    made = plan(checked.stack, TODAY)
    check_tolerations(made)
    check_flavors(made)
    check_queues(made)
    check_pools(made)
    check_order(made)


def test_the_strategies_make_valid_stacks_often_enough() -> None:
    from hypothesis import HealthCheck, Phase, given, seed, settings

    valid: list[bool] = []

    @seed(1)
    @settings(
        max_examples=100, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
    )
    @given(stack_strategies.stacks())
    def draw(data: dict[str, Any]) -> None:
        valid.append(check(data, TODAY).stack is not None)

    draw()
    assert 0.08 < sum(valid) / len(valid) < 0.95
