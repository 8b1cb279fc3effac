"""Each failure of Azure that can be planted: in whose words it comes, what is left, and what the next try does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rehearsal.simulated_driver import SUBSCRIPTION, Driver, State

from aksgpu_rehearsal.simulated_azure import Cloud
from aksgpu_rehearsal.simulated_azure.faults import AzureFailure
from aksgpu_rehearsal.simulated_azure.provider import ATTEMPTS

GROUP = "azure-native:resources:ResourceGroup"
CLUSTER = "azure-native:containerservice:ManagedCluster"
POOL = "azure-native:containerservice:AgentPool"
NAMES = {"resourceGroupName": "rg", "resourceName": "gpu"}
T4 = {**NAMES, "agentPoolName": "t4", "vmSize": "Standard_NC4as_T4_v3", "count": 0, "availabilityZones": ["1", "2"]}
FAMILY = "Standard NCASv3_T4 Family"
POOL_ID = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/rg/providers/Microsoft.ContainerService"
    "/managedClusters/gpu/agentPools/t4"
)


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    driver = Driver(Cloud(tmp_path / "cloud.json"))
    driver.create(GROUP, "group", {"resourceGroupName": "rg", "location": "swedencentral"})
    driver.create(CLUSTER, "cluster", {**NAMES, "location": "swedencentral"})
    return driver


def answers(driver: Driver) -> list[str]:
    return [one["answer"] for one in driver.cloud.content()["requests"] if one["id"] == POOL_ID]


def make_pool(driver: Driver) -> State:
    return driver.create(POOL, "pool-t4", T4)


def test_another_operation_in_progress_is_one_clear_message_and_gone_the_next_time(driver: Driver) -> None:
    driver.cloud.plant("conflict-409", on="create", of="AgentPool")
    with pytest.raises(
        AzureFailure, match=r"simulated Azure: 409 OperationNotAllowed: .*another operation.*t4"
    ) as raised:
        make_pool(driver)
    assert raised.value.kept is None
    assert POOL_ID not in driver.cloud.resources
    make_pool(driver)
    assert answers(driver) == ["409 OperationNotAllowed", "accepted"]


@pytest.mark.parametrize("fault", ["throttled-429", "throttled-429:3", "server-error-503"])
def test_what_azure_asks_to_repeat_is_repeated(driver: Driver, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    driver.cloud.plant(fault, times=ATTEMPTS - 1, of="AgentPool")
    make_pool(driver)
    assert len(answers(driver)) == ATTEMPTS
    assert answers(driver)[-1] == "accepted"
    assert capsys.readouterr().err.count("simulated Azure: ") == ATTEMPTS - 1


@pytest.mark.parametrize("fault", ["throttled-429", "server-error-500"])
def test_repeating_comes_to_an_end(driver: Driver, fault: str) -> None:
    driver.cloud.plant(fault, times=None, of="AgentPool")
    with pytest.raises(AzureFailure, match=f"after {ATTEMPTS} attempts"):
        make_pool(driver)
    assert len(answers(driver)) == ATTEMPTS
    assert POOL_ID not in driver.cloud.resources
    driver.cloud.clear_faults()
    make_pool(driver)


def test_retry_after_is_waited_for_in_scaled_time(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("aksgpu_rehearsal.simulated_azure.provider.asyncio.sleep", sleep)
    driver.cloud.set_up(timeScale=0.01)
    driver.cloud.plant("throttled-429:20", of="AgentPool")
    make_pool(driver)
    assert waited == [pytest.approx(0.2), pytest.approx(1.8)]  # the throttling, then the pool itself


@pytest.mark.parametrize("what", [FAMILY, "Standard_NC4as_T4_v3"])
def test_no_quota_of_a_family_stops_its_pools_only(driver: Driver, what: str) -> None:
    driver.cloud.plant(f"quota-exceeded:{what}", times=None)
    with pytest.raises(AzureFailure, match=f"simulated Azure: 400 ErrCode_InsufficientVCPUQuota: .*{what}"):
        make_pool(driver)
    assert POOL_ID not in driver.cloud.resources
    driver.create(POOL, "pool-cpu", {**T4, "agentPoolName": "cpu", "vmSize": "Standard_D4s_v5"})


def test_a_cluster_counts_the_sizes_of_its_own_pools(driver: Driver) -> None:
    driver.cloud.plant("quota-exceeded:standardDSv5Family", times=None)
    pools = [{"name": "system", "vmSize": "Standard_D4s_v5"}]
    with pytest.raises(AzureFailure, match="standardDSv5Family"):
        driver.create(CLUSTER, "other", {**NAMES, "resourceName": "other", "agentPoolProfiles": pools})


@pytest.mark.parametrize("zone", ["2", "any"])
def test_a_pool_without_capacity_stays_behind_as_failed_and_the_next_update_mends_it(driver: Driver, zone: str) -> None:
    driver.cloud.plant(f"allocation-failed:{zone}")
    with pytest.raises(AzureFailure, match="simulated Azure: 409 AllocationFailed") as raised:
        make_pool(driver)
    assert raised.value.kept is not None
    id_, outputs, inputs = raised.value.kept
    assert (id_, outputs["provisioningState"]) == (POOL_ID, "Failed")
    assert driver.cloud.resources[POOL_ID]["outputs"] == outputs
    kept = State(POOL, "pool-t4", id_, dict(inputs), dict(outputs))
    assert driver.update(kept, T4).outputs["provisioningState"] == "Succeeded"


def test_capacity_in_other_zones_is_not_touched(driver: Driver) -> None:
    driver.cloud.plant("allocation-failed:3", times=None)
    make_pool(driver)


def test_a_half_made_cluster_is_kept_and_mended(driver: Driver) -> None:
    driver.cloud.plant("half-made", of="ManagedCluster")
    inputs = {**NAMES, "resourceName": "second", "location": "swedencentral"}
    with pytest.raises(AzureFailure, match="its set-up failed") as raised:
        driver.create(CLUSTER, "second", inputs)
    assert raised.value.kept is not None
    id_, outputs, _ = raised.value.kept
    kept = State(CLUSTER, "second", id_, inputs, dict(outputs))
    assert driver.update(kept, inputs).outputs["provisioningState"] == "Succeeded"


@pytest.mark.parametrize(
    ("operation", "act"),
    [
        ("update", lambda driver, pool: driver.update(pool, {**T4, "maxCount": 3})),
        ("delete", lambda driver, pool: driver.delete(pool)),
        ("read", lambda driver, pool: driver.read(pool)),
    ],
)
def test_faults_hit_the_operation_that_they_were_planted_for(
    driver: Driver, operation: str, act: Callable[[Driver, State], Any]
) -> None:
    driver.cloud.plant("conflict-409", on=operation, of="AgentPool")
    pool = make_pool(driver)
    with pytest.raises(AzureFailure, match=f"409 .*{operation}"):
        act(driver, pool)
    assert driver.cloud.resources[POOL_ID]["outputs"] == pool.outputs
    act(driver, pool)


def test_a_fault_that_does_not_exist_cannot_be_planted(driver: Driver) -> None:
    with pytest.raises(LookupError, match="no such fault of the simulated Azure: flood"):
        driver.cloud.plant("flood")
