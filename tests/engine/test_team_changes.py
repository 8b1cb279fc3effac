"""Teams come, are renamed and go while their jobs run and wait."""

import pytest
from engine.changing import change, names
from engine.jobs import GPU, job, submit, wait_until_queued, wait_until_runs

from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/workloads"


def with_jobs(platform: Rehearsal, team: str) -> None:
    """Let one job of a team run, on the only GPU that it has, and another one wait."""
    for name, wait in {"runs": wait_until_runs, "waits": wait_until_queued}.items():
        submit(platform.api, team, job(name, {GPU: "1"}, runs_for="1h"))
        wait(platform.api, team, name)


def is_gone(api: Api, team: str) -> None:
    """Nothing of the team is left in the cluster."""
    assert api.get(f"/api/v1/namespaces/{team}") is None
    assert api.get(f"/apis/kueue.x-k8s.io/v1beta2/clusterqueues/{team}") is None
    assert [one for one in api.items(WORKLOADS) if one["metadata"]["namespace"] == team] == []


def test_a_new_team_starts_work_while_the_others_go_on(small: Rehearsal) -> None:
    with_jobs(small, "vision")
    group = {"groups": {"edit": ["5c1f2f5b-9d0e-4d0c-8f43-1f6f2f1f7a90"]}}
    teams = {
        "speech": {"queue": {"quota": {"t4": {"gpus": 0}}}},
        "robots": {**group, "queue": {"quota": {"t4": {"gpus": 1}}}},
    }
    steps = change(small, {"teams": teams})
    assert names(steps, "delete") == []
    assert names(steps, "update") == ["clusterqueue-speech"]
    submit(small.api, "robots", job("first", {GPU: "1"}, runs_for="1h"))
    wait_until_runs(small.api, "robots", "first")
    wait_until_runs(small.api, "vision", "runs")


def test_a_team_leaves_while_its_jobs_run_and_wait(small: Rehearsal) -> None:
    with_jobs(small, "vision")
    steps = change(small, {"teams": {"vision": ...}})
    assert {step.op for step in steps} == {"delete"}
    is_gone(small.api, "vision")
    submit(small.api, "speech", job("next", {GPU: "1"}, runs_for="1h"))
    wait_until_runs(small.api, "speech", "next")


def test_a_renamed_team_is_a_new_one_and_the_old_ones_jobs_end(small: Rehearsal) -> None:
    with_jobs(small, "vision")
    steps = change(small, {"teams": {"vision": ..., "sight": small.program.stack["teams"]["vision"]}})
    made, gone = names(steps, "create"), names(steps, "delete")
    assert {step.op for step in steps} == {"create", "delete"}
    assert len(made) == len(gone)
    assert [step.op for step in steps] == ["create"] * len(made) + ["delete"] * len(gone)
    is_gone(small.api, "vision")
    submit(small.api, "sight", job("first", {GPU: "1"}, runs_for="1h"))
    wait_until_runs(small.api, "sight", "first")
