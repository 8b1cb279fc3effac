"""All Azure entries of the shipped stacks live their whole life in the simulated Azure."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import STACK_FILES, TODAY
from rehearsal.simulated_driver import Driver

from aksgpu.config.model.stack import StackConfig
from aksgpu.desired.markers import MARKERS
from aksgpu.plan import Plan, plan
from aksgpu_rehearsal.simulated_azure import Cloud

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


def test_what_the_plan_calls_create_only_is_found_at_its_path(shipped: Plan, tmp_path: Path) -> None:
    """The engine replaces by these paths, so that the provider must name them as the plan does."""
    driver = made(shipped, tmp_path)
    for entry in shipped.azure:
        state = driver.states[entry.key]
        for name in (one for one in entry.create_only if "." not in one and isinstance(state.inputs.get(one), str)):
            assert driver.diff(state, {**state.inputs, name: "another"}).diffs == [name]


def test_a_preview_knows_the_inputs_and_nothing_that_azure_adds(shipped: Plan, tmp_path: Path) -> None:
    driver = made(shipped, tmp_path)
    cluster = driver.states["cluster"]
    outputs = driver.preview(cluster.type, cluster.name, cluster.inputs)
    unknown = driver.preview_unknown
    assert outputs["oidcIssuerProfile"] == {"enabled": True, "issuerURL": unknown}
    assert outputs["fqdn"] == unknown
    assert outputs["location"] == cluster.inputs["location"]
    assert not any(isinstance(value, MARKERS) for value in outputs.values())


def test_every_id_is_the_one_that_the_plan_says(
    shipped: Plan, tmp_path: Path, planned_ids: Callable[[Plan], set[str]]
) -> None:
    assert planned_ids(shipped) == set(made(shipped, tmp_path).cloud.resources)


@pytest.fixture(scope="session")
def planned_ids() -> Callable[[Plan], set[str]]:
    from rehearsal.simulated_driver import SUBSCRIPTION

    from aksgpu.arm import arm_requests

    return lambda shipped: {
        one.url.split("?")[0] for one in arm_requests(shipped.azure, SUBSCRIPTION) if one.method == "PUT"
    }
