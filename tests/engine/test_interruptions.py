"""Previews that are cut off, an `up` that is interrupted, and an API server that restarts in the middle of one."""

import os
import signal
from pathlib import Path

import pytest
from engine.changing import cloud, edit
from engine.cluster_record import cluster_record, differences
from engine.keeper import EMPTY, Keeper

from aksgpu_rehearsal.outcomes import Outcome, step_of
from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

DEV = Path(__file__).parents[2] / "stacks" / "Pulumi.dev.yaml"


def locks(platform: Rehearsal) -> list[Path]:
    """The lock files of the state's folder."""
    return [*(platform.work / ".pulumi" / "locks").rglob("*.json")]


def cut_off(platform: Rehearsal, number: signal.Signals, *command: str) -> Outcome:
    """Start a command of the engine and send it a signal at its first step."""
    running = platform.engine.start(*command)
    try:
        next(event for event in running.events() if step_of(event, "resourcePreEvent"))
        os.kill(running.child.pid, number)
        running.child.wait(120)
    finally:
        running.end()
    return running.outcome()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_preview_that_is_cut_off_leaves_no_lock(dev: Rehearsal, number: signal.Signals) -> None:
    edit(dev, {"gpuPools": {"t4": {"scale": {"max": 3}}}})
    assert cut_off(dev, number, "preview").code != 0
    assert locks(dev) == []
    assert dev.engine.up().changes == {"updated": 1}


def test_an_interrupted_up_ends_in_order_and_the_next_one_goes_on(keeper: Keeper) -> None:
    platform = keeper.platform(DEV, EMPTY)
    platform.simulated.set_up(timeScale=0.002)
    cut = cut_off(platform, signal.SIGINT, "up", "--yes", "--skip-preview")
    assert cut.code != 0
    assert locks(platform) == []
    platform.engine.up()
    assert platform.engine.up().changes == {}


def test_an_api_server_that_restarts_in_the_middle_costs_at_most_another_up(keeper: Keeper) -> None:
    wanted = cluster_record(keeper.platform(DEV).api)
    platform = keeper.platform(DEV, EMPTY)
    running = platform.engine.start("up", "--yes", "--skip-preview")
    restarted = False
    try:
        for event in running.events():
            step = step_of(event, "resOutputsEvent")
            if step and step.name == "chart-gpu-operator" and not restarted:
                platform.restart_api_server()
                restarted = True
    finally:
        running.end()
    assert restarted
    outcome = running.outcome()
    if outcome.code:
        assert outcome.said("error") != []
        platform.engine.up()
    assert platform.engine.up().changes == {}
    assert differences(wanted, cluster_record(platform.api)) == {}
    assert len([one for one in cloud(platform)["requests"] if one["operation"] == "delete"]) == 0
