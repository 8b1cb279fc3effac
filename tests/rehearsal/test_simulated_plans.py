"""All Azure entries of the shipped stacks live their whole life in the simulated Azure."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from rehearsal.simulated_driver import SUBSCRIPTION, Driver

from aksgpu.arm import arm_requests
from aksgpu.config.model.stack import StackConfig
from aksgpu.plan import Plan, plan
from aksgpu_rehearsal.simulated_azure import Cloud
from aksgpu_rehearsal.simulated_azure.values import UNKNOWN

STACK_FILES = sorted((Path(__file__).parents[2] / "stacks").glob("Pulumi.*.yaml"))
TODAY = date(2026, 12, 1)
STACKS = [file.name.split(".")[1] for file in STACK_FILES]


@pytest.fixture(scope="session", params=STACK_FILES, ids=STACKS)
def shipped(request: pytest.FixtureRequest) -> Plan:
    config: dict[str, Any] = yaml.safe_load(request.param.read_text())["config"]
    (stack,) = (value for key, value in config.items() if key.endswith(":stack"))
    return plan(StackConfig.model_validate(stack), TODAY)


def made(shipped: Plan, folder: Path) -> Driver:
    driver = Driver(Cloud(folder / "cloud.json"))
    for entry in shipped.azure:
        if not entry.read:
            driver.create_entry(entry)
    return driver


def test_created_read_back_and_deleted(shipped: Plan, tmp_path: Path) -> None:
    driver = made(shipped, tmp_path)
    states = list(driver.states.values())
    assert set(driver.cloud.resources) == {state.id for state in states}
    assert len(states) == sum(not entry.read for entry in shipped.azure)
    for state in states:
        read = driver.read(state)
        assert read is not None
        assert (read.inputs, read.outputs) == (state.inputs, state.outputs), state.name
        assert driver.diff(read, driver.check(state.type, state.name, state.inputs, read.inputs)).changes is False
    for state in reversed(states):
        driver.delete(state)
        assert driver.read(state) is None
    assert driver.cloud.resources == {}


def test_tags_are_updated_in_place(shipped: Plan, tmp_path: Path) -> None:
    driver = made(shipped, tmp_path)
    tagged = [state for state in driver.states.values() if "tags" in state.inputs]
    assert len(tagged) > 5
    for state in tagged:
        new = {**state.inputs, "tags": {**state.inputs["tags"], "owner": "somebody-else"}}
        difference = driver.diff(state, new)
        assert (difference.changes, difference.diffs, difference.replaces) == (True, ["tags.owner"], []), state.name
        read = driver.read(driver.update(state, new))
        assert read is not None
        assert (read.inputs["tags"]["owner"], read.outputs["tags"]["owner"]) == ("somebody-else", "somebody-else")


@pytest.fixture(scope="session")
def standing(shipped: Plan, tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """The whole plan made once, for tests that only look at it."""
    return made(shipped, tmp_path_factory.mktemp("cloud"))


def test_what_the_plan_calls_create_only_is_found_at_its_path(shipped: Plan, standing: Driver) -> None:
    """The engine replaces by these paths, so that the provider must name them as the plan does."""
    compared = 0
    for entry in (one for one in shipped.azure if not one.read):
        state = standing.states[entry.key]
        for name in (one for one in entry.create_only if isinstance(state.inputs.get(one), str)):
            difference = standing.diff(state, {**state.inputs, name: "another"})
            assert difference.diffs == difference.replaces == [name], entry.key
            compared += 1
    assert compared > 5


def test_a_preview_knows_the_inputs_and_nothing_that_azure_adds(standing: Driver) -> None:
    cluster = standing.states["cluster"]
    outputs = standing.preview(cluster.type, cluster.name, cluster.inputs)
    assert outputs["oidcIssuerProfile"] == {"enabled": True, "issuerURL": UNKNOWN}
    assert outputs["fqdn"] == UNKNOWN
    assert outputs["location"] == cluster.inputs["location"]


def test_every_id_is_the_one_that_the_plan_says(shipped: Plan, standing: Driver) -> None:
    requests = arm_requests(shipped.azure, SUBSCRIPTION)
    assert {one.url.split("?")[0] for one in requests if one.method == "PUT"} == set(standing.cloud.resources)
