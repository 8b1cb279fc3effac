"""What Azure does beside storing: refusals, replacements, filled-in values, drift, deletion, functions."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rehearsal.simulated_driver import SUBSCRIPTION, Driver, Refused, State

from aksgpu.arm_types import ARM_TYPES
from aksgpu_rehearsal.simulated_azure import Cloud, bodies
from aksgpu_rehearsal.simulated_azure.faults import AzureFailure

GROUP = "azure-native:resources:ResourceGroup"
CLUSTER = "azure-native:containerservice:ManagedCluster"
POOL = "azure-native:containerservice:AgentPool"
IDENTITY = "azure-native:managedidentity:UserAssignedIdentity"
ROLE = "azure-native:authorization:RoleAssignment"
NAMES = {"resourceGroupName": "rg", "resourceName": "gpu"}
SCALED = {"enableAutoScaling": True, "minCount": 0, "maxCount": 5, "count": 1}
INPUTS: dict[str, Any] = {
    **NAMES,
    **SCALED,
    "agentPoolName": "t4",
    "vmSize": "Standard_NC4as_T4_v3",
    "nodeLabels": {"aksgpu/pool": "t4"},
    "nodeTaints": ["gpu=present:NoSchedule"],
    "upgradeSettings": {"maxSurge": "1"},
}


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    driver = Driver(Cloud(tmp_path / "cloud.json"))
    driver.create(GROUP, "group", {"resourceGroupName": "rg", "location": "swedencentral"})
    driver.create(CLUSTER, "cluster", {**NAMES, "location": "swedencentral", "oidcIssuerProfile": {"enabled": True}})
    return driver


@pytest.fixture
def pool(driver: Driver) -> State:
    return driver.create(POOL, "pool-t4", INPUTS)


def found(driver: Driver, state: State) -> State:
    read = driver.read(state)
    assert read is not None
    return read


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"vmSiz": "x"}, "properties.vmSiz: AgentPoolManagedClusterAgentPoolProfileProperties has no such field"),
        ({"upgradeSettings": {"maxSurgee": "1"}}, "properties.upgradeSettings.maxSurgee"),
        ({"scaleSetPriority": "Spott"}, "'Spott' is not one of Spot, Regular"),
        ({"provisioningState": "Succeeded"}, "properties.provisioningState: read-only"),
        ({"agentPoolName": "much-too-long-a-name"}, "up to 12 lower-case letters"),
    ],
)
def test_what_the_api_would_refuse_is_refused(driver: Driver, change: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as raised:
        driver.create(POOL, "pool-t4", INPUTS | change)
    assert words in str(raised.value)
    assert str(raised.value).startswith("simulated Azure: 400 BadRequest: ")


def test_older_models_refuse_too(driver: Driver) -> None:
    inputs = {
        "scope": "/subscriptions/x",
        "roleAssignmentName": "0" * 8 + "-0000-0000-0000-" + "0" * 12,
        "principle": "a",
    }
    with pytest.raises(Refused, match="principle: RoleAssignmentCreateParameters has no such field"):
        driver.check(ROLE, "role", inputs)


def test_without_the_sdk_nothing_is_refused_and_that_is_said(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    bodies.model_of.cache_clear()
    monkeypatch.setattr("aksgpu_rehearsal.simulated_azure.bodies.importlib.import_module", missing)
    try:
        for _ in range(2):
            driver.check(POOL, "pool", INPUTS | {"vmSiz": "x"})
    finally:
        bodies.model_of.cache_clear()
    said = capsys.readouterr().err
    words = "simulated Azure does not check request bodies for azure-mgmt-containerservice, which is not installed"
    assert said.count(words) == 1


def test_a_type_that_is_not_simulated_is_refused(driver: Driver) -> None:
    with pytest.raises(Refused, match="simulated Azure does not know azure-native:compute:Disk"):
        driver.check("azure-native:compute:Disk", "disk", {})


def test_every_model_belongs_to_a_known_type_and_is_installed() -> None:
    assert set(bodies.MODELS) <= set(ARM_TYPES)
    assert [one for one in bodies.MODELS if bodies.model_of(one) is None] == []


def test_a_missing_name_is_made_once_and_kept(driver: Driver) -> None:
    inputs = {"resourceGroupName": "rg", "location": "swedencentral"}
    made = driver.create(IDENTITY, "who", inputs)
    name = made.inputs["resourceName"]
    assert name.startswith("who")
    assert len(name) == len("who") + 8
    assert driver.check(IDENTITY, "who", inputs, made.inputs)["resourceName"] == name


@pytest.mark.parametrize(
    ("change", "paths", "old_one_first"),
    [
        ({"vmSize": "Standard_NC8as_T4_v3"}, ["vmSize"], True),
        ({"gpuInstanceProfile": "MIG1g"}, ["gpuInstanceProfile"], True),
        ({"agentPoolName": "t4x", "vmSize": "Standard_NC8as_T4_v3"}, ["agentPoolName", "vmSize"], False),
        ({"maxCount": 9}, [], False),
        ({"upgradeSettings": {"maxSurge": "2"}}, [], False),
    ],
)
def test_what_is_taken_only_once_replaces(
    driver: Driver, pool: State, change: dict[str, Any], paths: list[str], old_one_first: bool
) -> None:
    difference = driver.diff(pool, INPUTS | change)
    assert (difference.changes, difference.replaces) == (True, paths)
    assert difference.delete_before_replace is old_one_first


def test_differences_have_the_engines_paths(driver: Driver, pool: State) -> None:
    new = INPUTS | {"nodeLabels": {"a.b/c": "x"}, "nodeTaints": ["a=b:NoSchedule", "more=x:NoSchedule"], "count": 2}
    detail = {path: one.kind.name for path, one in driver.diff(pool, new, ignored=["count"]).detailed_diff.items()}
    assert detail == {
        'nodeLabels["a.b/c"]': "ADD",
        "nodeLabels.aksgpu/pool": "DELETE",
        "nodeTaints[0]": "UPDATE",
        "nodeTaints[1]": "ADD",
    }


def test_what_the_plan_uses_of_azure_is_filled_in(driver: Driver) -> None:
    cluster = driver.states["cluster"].outputs
    assert cluster["oidcIssuerProfile"]["issuerURL"].startswith("https://simulated.example/")
    assert cluster["nodeResourceGroup"] == "MC_rg_gpu_swedencentral"
    who = driver.create(IDENTITY, "who", {**NAMES, "location": "swedencentral"}).outputs
    assert len({who["principalId"], who["clientId"], who["tenantId"]}) == 3
    grafana = {"resourceGroupName": "rg", "workspaceName": "g", "identity": {"type": "SystemAssigned"}}
    made = driver.create("azure-native:dashboard:Grafana", "g", grafana).outputs
    assert made["identity"]["principalId"]
    assert made["properties"]["provisioningState"] == "Succeeded"


def test_user_assigned_identities_come_back_as_a_map_and_stay_a_list_of_inputs(driver: Driver) -> None:
    who = driver.create(IDENTITY, "who", {**NAMES, "location": "swedencentral"})
    identity = {"type": "UserAssigned", "userAssignedIdentities": [who.id]}
    cluster = driver.create(CLUSTER, "second", {**NAMES, "resourceName": "second", "identity": identity})
    given = cluster.outputs["identity"]["userAssignedIdentities"]
    assert given == {who.id: {"principalId": who.outputs["principalId"], "clientId": who.outputs["clientId"]}}
    assert found(driver, cluster).inputs["identity"] == identity


def test_an_autoscaled_count_moves_and_an_update_leaves_it(driver: Driver, pool: State) -> None:
    driver.cloud.move_count(pool.id, 4)
    read = found(driver, pool)
    assert (read.outputs["count"], read.inputs["count"]) == (4, 4)
    assert driver.diff(read, INPUTS, ignored=["count"]).changes is False
    assert driver.update(read, INPUTS | {"maxCount": 9}).outputs["count"] == 4
    assert driver.update(read, INPUTS | {"maxCount": 2}).outputs["count"] == 2
    with pytest.raises(ValueError, match="between 0 and 2, not to 3"):
        driver.cloud.move_count(pool.id, 3)


def test_drift_is_read_into_the_inputs(driver: Driver, pool: State) -> None:
    driver.cloud.change(pool.id, nodeLabels={"aksgpu/pool": "t4", "by": "hand"}, nodeTaints=[])
    read = found(driver, pool)
    assert read.inputs == INPUTS | {"nodeLabels": {"aksgpu/pool": "t4", "by": "hand"}, "nodeTaints": []}
    assert driver.diff(read, INPUTS).diffs == ["nodeLabels.by", "nodeTaints[0]"]
    assert found(driver, driver.update(read, INPUTS)).inputs == INPUTS


def test_what_somebody_deleted_is_gone(driver: Driver, pool: State) -> None:
    driver.cloud.remove(driver.states["cluster"].id)
    assert driver.read(pool) is None
    driver.delete(pool)


def test_an_import_reads_the_inputs_that_it_was_made_of(driver: Driver, pool: State) -> None:
    assert found(driver, State(pool.type, pool.name, pool.id, {}, {})).inputs == INPUTS


def test_children_need_their_parents(driver: Driver) -> None:
    with pytest.raises(AzureFailure, match=r"404 ParentResourceNotFound: .*managedClusters/other was not found"):
        driver.create(POOL, "pool", INPUTS | {"resourceName": "other"})
    with pytest.raises(AzureFailure, match="404 ResourceGroupNotFound"):
        driver.create(POOL, "pool", INPUTS | {"resourceGroupName": "elsewhere"})
    scope = driver.states["cluster"].id.replace("/gpu", "/other")
    role = {"scope": scope, "roleAssignmentName": "0" * 8 + "-0000-0000-0000-" + "0" * 12}
    with pytest.raises(AzureFailure, match="404 ParentResourceNotFound"):
        driver.create(ROLE, "role", role)


def test_what_exists_is_not_created_again(driver: Driver, pool: State) -> None:
    with pytest.raises(AzureFailure, match="cannot create already existing resource"):
        driver.create(POOL, "again", INPUTS)
    assert driver.cloud.resources[pool.id]["outputs"] == pool.outputs


def test_the_functions_of_programs(driver: Driver, tmp_path: Path) -> None:
    credentials = "azure-native:containerservice:listManagedClusterUserCredentials"
    with pytest.raises(AzureFailure, match="simulated Azure has no kubeconfig for gpu"):
        driver.invoke(credentials, NAMES)
    (tmp_path / "kubeconfig").write_text("kind: Config\n")
    driver.cloud.set_up(kubeconfig=str(tmp_path / "kubeconfig"))
    given = driver.invoke(credentials, {**NAMES, "format": "exec"})["kubeconfigs"][0]["value"]
    assert base64.b64decode(given) == b"kind: Config\n"
    with pytest.raises(AzureFailure, match="404 ResourceNotFound"):
        driver.invoke(credentials, NAMES | {"resourceName": "other"})
    assert driver.invoke("azure-native:authorization:getClientConfig", {})["subscriptionId"] == SUBSCRIPTION
    with pytest.raises(AzureFailure, match="simulated Azure has no function azure-native:x:y"):
        driver.invoke("azure-native:x:y", {})


def test_an_existing_cluster_can_be_looked_up_and_used(driver: Driver) -> None:
    id_ = driver.states["cluster"].id.replace("/rg/", "/shared/")
    driver.cloud.put(id_, {"location": "westeurope"})
    cluster = driver.invoke("azure-native:containerservice:getManagedCluster", NAMES | {"resourceGroupName": "shared"})
    assert cluster == {"id": id_, "name": "gpu", "location": "westeurope"}
    assert driver.create(POOL, "pool", INPUTS | {"resourceGroupName": "shared"}).id.startswith(id_)


ADD = """
import sys
from pathlib import Path
from aksgpu_rehearsal.simulated_azure import Cloud
for _ in range(25):
    with Cloud(Path(sys.argv[1])).changing() as content:
        content["settings"]["sum"] = content["settings"].get("sum", 0) + 1
"""


def test_processes_do_not_lose_each_others_changes(tmp_path: Path) -> None:
    file = tmp_path / "cloud.json"
    processes = [subprocess.Popen([sys.executable, "-c", ADD, str(file)]) for _ in range(2)]
    assert [one.wait(timeout=60) for one in processes] == [0, 0]
    assert json.loads(file.read_text())["settings"]["sum"] == 50


def test_a_change_that_fails_leaves_the_cloud_as_it_was(driver: Driver) -> None:
    before = driver.cloud.file.read_bytes()
    changing = driver.cloud.changing()
    changing.__enter__()["resources"].clear()
    assert not changing.__exit__(ValueError, ValueError(), None)
    assert driver.cloud.file.read_bytes() == before
