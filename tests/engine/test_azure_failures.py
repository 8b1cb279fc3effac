"""Each failure of the simulated Azure: repeated where Azure asks for it, else one clear message and a way on."""

from pathlib import Path

import pytest
from engine.changing import change, cloud, edit, names, pool
from engine.keeper import EMPTY, Keeper

from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

DEV = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"
GROW = {"gpuPools": {"t4": {"scale": {"max": 3}}}}
POOL = "azure-native:containerservice:AgentPool"
CLUSTER = "azure-native:containerservice:ManagedCluster"
SECOND = {
    "gpuPools": {"second": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"max": 1}}},
    "teams": {"vision": {"queue": {"quota": {"second": {"gpus": 1}}}}},
}


def errors(platform: Rehearsal, *command: str) -> list[str]:
    """What the engine says went wrong, without its own closing words. The command has to fail."""
    outcome = platform.engine.run(*command)
    assert outcome.code != 0
    closing = ("update failed", "Resource monitor has terminated")
    return [text.strip() for text in outcome.said("error") if not text.startswith(closing)]


def asked(platform: Rehearsal, of: str) -> list[str]:
    """The simulated Azure's answers to requests about this resource, in their order."""
    return [one["answer"] for one in cloud(platform)["requests"] if one["id"].endswith(of)]


@pytest.mark.parametrize(("fault", "answer"), [("throttled-429", "429"), ("server-error-503", "503")])
def test_what_azure_asks_to_repeat_is_repeated_and_nobody_hears_of_it(dev: Rehearsal, fault: str, answer: str) -> None:
    before = len(asked(dev, "/agentPools/t4yexv"))
    dev.simulated.plant(fault, times=2, on="update", of=POOL)
    assert names(change(dev, GROW), "update") == ["pool-t4"]
    answers = asked(dev, "/agentPools/t4yexv")[before:]
    assert [one[:3] for one in answers] == [answer, answer, "acc"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("conflict-409", "409 OperationNotAllowed: Operation is not allowed: another operation is in progress"),
        ("server-error-500", "500 InternalServerError"),
        ("throttled-429", "429 TooManyRequests"),
    ],
)
def test_what_goes_on_failing_is_said_once_and_the_next_up_goes_on(dev: Rehearsal, fault: str, words: str) -> None:
    dev.simulated.plant(fault, times=None, on="update", of=POOL)
    edit(dev, GROW)
    (said,) = errors(dev, "up", "--yes", "--skip-preview")
    assert words in said
    dev.simulated.clear_faults()
    assert names(dev.engine.up().steps, "update") == ["pool-t4"]
    assert pool(dev, "t4yexv")["maxCount"] == 3
    assert dev.engine.up().changes == {}


def test_a_vm_family_without_quota_is_named_and_the_next_up_makes_the_pool(dev: Rehearsal) -> None:
    dev.simulated.plant("quota-exceeded:Standard NCASv3_T4 Family", times=None, on="create")
    platform_with_a_second_pool(dev)
    (said,) = errors(dev, "up", "--yes", "--skip-preview")
    assert "ErrCode_InsufficientVCPUQuota" in said
    assert "Standard NCASv3_T4 Family" in said
    dev.simulated.clear_faults()
    assert "pool-second" in names(dev.engine.up().steps, "create")
    assert dev.engine.up().changes == {}


def test_a_pool_that_got_no_machines_stays_in_the_state_and_is_finished_by_the_next_up(dev: Rehearsal) -> None:
    dev.simulated.plant("allocation-failed:any", on="create", of=POOL)
    name = platform_with_a_second_pool(dev)
    (said,) = errors(dev, "up", "--yes", "--skip-preview")
    assert "AllocationFailed: There is no capacity for this VM size in any zone now." in said
    assert pool(dev, name)["provisioningState"] == "Failed"
    done = dev.engine.up()
    assert "pool-second" in names(done.steps, "update")
    assert pool(dev, name)["provisioningState"] == "Succeeded"
    assert asked(dev, f"/agentPools/{name}").count("accepted") == 1
    assert dev.engine.up().changes == {}


def test_a_half_made_cluster_is_finished_and_not_made_again(keeper: Keeper) -> None:
    platform = keeper.platform(DEV, EMPTY)
    platform.simulated.plant("half-made", on="create", of=CLUSTER)
    (said,) = errors(platform, "up", "--yes", "--skip-preview")
    assert "was made, but its set-up failed" in said
    done = platform.engine.up()
    assert "cluster" in names(done.steps, "update")
    cluster = next(one for id_, one in cloud(platform)["resources"].items() if id_.endswith("/managedClusters/gpu-dev"))
    assert cluster["outputs"]["provisioningState"] == "Succeeded"
    requests = [
        one["operation"] for one in cloud(platform)["requests"] if one["id"].endswith("/managedClusters/gpu-dev")
    ]
    assert requests == ["create", "update"]
    assert platform.engine.up().changes == {}


def platform_with_a_second_pool(platform: Rehearsal) -> str:
    """Add a pool to the stack file, without `up`. Returns its name in Azure."""
    edit(platform, SECOND)
    return platform.subject.offers["second"].azure_name
