"""The engine or a provider is killed in the middle of `up` and `destroy`; the documented commands then bring all right.

--kill-points says how many boundaries are tried, and --kill-seed which ones are drawn.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from engine.changing import cloud
from engine.cluster_record import cluster_record, differences
from engine.keeper import EMPTY, Keeper
from engine.killing import kill_at, kill_points
from engine.leftovers import leftovers

from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

DEV = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"
REMOVABLE = "removable"
"""The snapshot in which the removal of everything scarce is approved."""

TIME_SCALE = 0.002
"""Operations of the simulated Azure take a moment, so that a kill finds some pending: a cluster takes 0.6 s."""

SCARCE = ("/managedClusters/", "/agentPools/", "/storageAccounts/")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "index" in metafunc.fixturenames:
        metafunc.parametrize("index", range(metafunc.config.getoption("--kill-points")))


def test_a_killed_run_is_brought_to_its_end_by_the_documented_commands(
    index: int, keeper: Keeper, pytestconfig: pytest.Config, report: Callable[[str], None]
) -> None:
    seed, count = pytestconfig.getoption("--kill-seed"), pytestconfig.getoption("--kill-points")
    # Each resource is created and deleted once, and each step has a beginning and an end.
    boundaries = 2 * keeper.resources(DEV)
    point = kill_points(seed, {"up": boundaries, "destroy": boundaries}, count)[index]
    wanted_cloud, wanted_cluster = records(keeper)
    platform = keeper.platform(DEV, EMPTY if point.command == "up" else removable(keeper))
    platform.simulated.set_up(timeScale=TIME_SCALE)
    done = len(kill_at(platform, point))
    said = recovered(platform)
    finished = platform.engine.must(point.command, "--yes", "--skip-preview")
    report(f"seed {seed}, {point} ({done} steps done): {said}, then {dict(finished.changes)}")
    if point.command == "destroy":
        assert leftovers(platform.api, platform.cloud) == {}
        return
    assert platform.engine.up().changes == {}
    assert {id_: one["outputs"] for id_, one in cloud(platform)["resources"].items()} == wanted_cloud
    assert differences(wanted_cluster, cluster_record(platform.api)) == {}
    assert twice_or_gone(platform) == []


def records(keeper: Keeper) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """What an undisturbed `up` comes to, in the simulated cloud and in the API server."""
    if "records" not in keeper.kept:
        platform = keeper.platform(DEV)
        resources = {id_: one["outputs"] for id_, one in cloud(platform)["resources"].items()}
        keeper.kept["records"] = (resources, cluster_record(platform.api))
    return keeper.kept["records"]


def removable(keeper: Keeper) -> str:
    """The snapshot REMOVABLE, made when it is first asked for."""
    if not keeper.has(DEV, REMOVABLE):
        platform = keeper.platform(DEV)
        platform.approve_removal()
        platform.save(REMOVABLE)
    return REMOVABLE


def recovered(platform: Rehearsal) -> str:
    """Run what the README says after a killed run. Returns which operations were pending."""
    platform.engine.must("cancel", "--yes")
    done = subprocess.run(
        [Path(sys.executable).with_name("aksgpu"), "recover", str(platform.program.file), "--yes"],
        env=platform.engine.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    _, *rows = done.stdout.splitlines()[:-1] or [""]
    return f"{len(rows)} pending"


def twice_or_gone(platform: Rehearsal) -> list[tuple[str, str]]:
    """Scarce resources that were not created exactly once, and those that were deleted."""
    asked = [(one["operation"], one["id"]) for one in cloud(platform)["requests"] if "accepted" in one["answer"]]
    scarce = [(what, id_) for what, id_ in asked if any(kind in id_ for kind in SCARCE) and what != "update"]
    return [one for one in scarce if one[0] == "delete" or scarce.count(one) > 1]
