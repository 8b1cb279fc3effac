"""Each known fault does happen once its remedy is out of the plan, so the tests of test_known_faults.py can fail.

One story on one control plane, with a Kueue that manages Deployments, StatefulSets and pods as well.
"""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from engine.faulty_platform import (
    DESTROY,
    EVERYBODY,
    JOB,
    NAMESPACES,
    SOMEBODY_ELSE,
    TEAM,
    UP,
    change_plan,
    faulty_platform,
    submit_a_job_that_goes_on,
)
from engine.keeper import Keeper
from engine.refused_kinds import PATHS, refused_kinds
from engine.work_folders import work_folder

from aksgpu.desired.entries import ChartRelease
from aksgpu.plan import plan
from aksgpu_rehearsal.kueue import answers
from aksgpu_rehearsal.kueue_outage import kueue_down
from aksgpu_rehearsal.outcomes import Outcome
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

FRAMEWORKS = ("batch/job", "pod", "deployment", "statefulset")
QUEUE = f"/apis/kueue.x-k8s.io/v1beta2/clusterqueues/{TEAM}"
IN_USE = "kueue.x-k8s.io/resource-in-use"
HELM_WAITS = 20
"""Seconds."""

SECONDS_OF_NOTHING = 5
"""Without jobs a queue is gone in a quarter of a second."""

pytestmark = pytest.mark.engine


@dataclass(frozen=True, slots=True)
class Stuck:
    """The queue and its team's namespace after SECONDS_OF_NOTHING of a `destroy`, and how that and the next ended."""

    queue: Mapping[str, Any]
    namespace: Mapping[str, Any]
    first: Outcome
    second: Outcome


@pytest.fixture(scope="module")
def rehearsal(
    request: pytest.FixtureRequest, tools: Toolbox, tmp_path_factory: pytest.TempPathFactory, keeper: Keeper
) -> Iterator[Rehearsal]:
    keeper.close()
    with work_folder(request, tmp_path_factory) as work, faulty_platform(tools, work, FRAMEWORKS) as rehearsal:
        yield rehearsal


@pytest.fixture(scope="module")
def unordered(rehearsal: Rehearsal) -> Outcome:
    """An `up` with Kueue first, for all namespaces, and without the wait; its manager does not start."""
    whole = plan(rehearsal.subject.stack, rehearsal.subject.today)
    kueue, discovery = whole.entries["chart-kueue"], whole.entries["chart-nfd"]
    first = {"after": ["namespace-kueue-system"], "probe": None, "values": for_all_namespaces(kueue)}
    change_plan(rehearsal, {"chart-kueue": first, "chart-nfd": {"after": [*discovery.after, "chart-kueue"]}})
    return rehearsal.engine.run(*UP, "--continue-on-error")


@pytest.fixture(scope="module")
def awaited(rehearsal: Rehearsal, unordered: Outcome) -> Outcome:
    """Kueue runs, the team's namespace comes before its queue, and in the next `up` Helm waits for Kueue."""
    assert unordered.code
    rehearsal.controllers.let_go("kueue")
    queue = plan(rehearsal.subject.stack, rehearsal.subject.today).entries[f"clusterqueue-{TEAM}"]
    reordered = {
        f"namespace-{TEAM}": {"after": []},
        f"clusterqueue-{TEAM}": {"after": [*queue.after, f"namespace-{TEAM}"]},
    }
    until("Kueue's webhooks", lambda: answers(rehearsal.api), 60)
    change_plan(rehearsal, reordered)
    rehearsal.engine.must(*UP)
    change_plan(rehearsal, reordered | {"chart-kueue": {"awaited": True, "timeout_seconds": HELM_WAITS}})
    return rehearsal.engine.run(*UP)


@pytest.fixture(scope="module")
def stuck(rehearsal: Rehearsal, awaited: Outcome) -> Stuck:
    """A `destroy` while a job holds quota, which is deleted by hand after a while; and the next `destroy`."""
    assert awaited.code == 0, awaited.text
    api = rehearsal.api
    submit_a_job_that_goes_on(api)
    running = rehearsal.engine.start(*DESTROY)
    try:
        until("the queue's deletion", lambda: "deletionTimestamp" in (api.get(QUEUE) or {})["metadata"], 60)
        time.sleep(SECONDS_OF_NOTHING)
        queue, namespace = api.get(QUEUE) or {}, api.get(f"{NAMESPACES}/{TEAM}") or {}
        api.delete(JOB)
        running.child.wait(120)
    finally:
        running.end()
    return Stuck(queue, namespace, running.outcome(), rehearsal.engine.run(*DESTROY))


def test_install_order(unordered: Outcome) -> None:
    """Without order and opt-in no other chart can be installed while Kueue does not answer."""
    assert unordered.code
    assert any("node-feature-discovery" in text and '"mdeployment.kb.io"' in text for text in unordered.said("error"))


def test_webhook_readiness(unordered: Outcome) -> None:
    """Without the wait Kueue's own objects are refused right after its release is there."""
    assert any("resourceflavor-t4" in text and '"mresourceflavor.kb.io"' in text for text in unordered.said("error"))


def test_kueue_down_later(rehearsal: Rehearsal, unordered: Outcome) -> None:
    """Without the opt-in a Kueue that is down stops the workloads of everybody but kube-system."""
    assert unordered.code
    there = [name for name in EVERYBODY if rehearsal.api.get(f"{NAMESPACES}/{name}")]
    assert {"kube-system", "default", "gpu-operator", SOMEBODY_ELSE} <= set(there)
    stopped = refused_kinds(rehearsal.api, there)
    assert stopped == {name: set() if name == "kube-system" else set(PATHS) for name in there}


def test_opt_in_is_enough_where_kueue_manages_all_kinds(rehearsal: Rehearsal, awaited: Outcome) -> None:
    """With it, the same Kueue stops nobody but the queued team."""
    assert awaited.code == 0, awaited.text
    with kueue_down(rehearsal.api, rehearsal.processes):
        stopped = refused_kinds(rehearsal.api, EVERYBODY)
    assert {name: kinds for name, kinds in stopped.items() if kinds} == {TEAM: set(PATHS)}


def test_namespaces_stuck(stuck: Stuck) -> None:
    """Where a team's namespace goes after its queue, the queue waits for the jobs that only the namespace would end."""
    assert stuck.queue["metadata"]["finalizers"] == [IN_USE]
    assert stuck.namespace["status"]["phase"] == "Active"
    assert f"clusterqueue-{TEAM}" in {step.name for step in stuck.first.steps}


def test_destroy_stuck(stuck: Stuck) -> None:
    """Where Helm waits for Kueue's release to be gone, it waits in vain, and afterwards nothing works any more."""
    assert stuck.first.code
    assert "context deadline exceeded" in stuck.first.text
    assert stuck.second.code
    assert "Release not loaded: kueue" in stuck.second.text


def for_all_namespaces(release: Any) -> dict[str, Any]:
    """The chart's values without the selector of namespaces that opted in."""
    assert isinstance(release, ChartRelease)
    values = json.loads(json.dumps(release.values))
    configuration = yaml.safe_load(values["managerConfig"]["controllerManagerConfigYaml"])
    del configuration["managedJobsNamespaceSelector"]
    values["managerConfig"]["controllerManagerConfigYaml"] = yaml.safe_dump(configuration)
    return values
