"""The known faults of a platform with Kueue do not happen: see test_without_remedies.py for how they look.

One story on one control plane: Kueue does not start, then it does, then it is away when the platform is destroyed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from engine.faulty_platform import (
    DESTROY,
    EVERYBODY,
    NAMESPACES,
    SOMEBODY_ELSE,
    TEAM,
    UP,
    change_plan,
    faulty_platform,
    submit_a_job_that_goes_on,
)
from engine.keeper import Keeper
from engine.leftovers import leftovers
from engine.refused_kinds import refused_kinds
from engine.work_folders import work_folder

from aksgpu.desired.tenancy.namespaces import QUEUED_LABEL
from aksgpu.plan import plan
from aksgpu_rehearsal.api import Api
from aksgpu_rehearsal.kueue import WEBHOOKS, answers
from aksgpu_rehearsal.kueue_outage import kueue_down
from aksgpu_rehearsal.outcomes import Outcome
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox
from aksgpu_rehearsal.waiting import until

PATIENCE = 4
"""Seconds that the program waits for Kueue here, in place of 10 minutes."""

pytestmark = pytest.mark.engine


@dataclass(frozen=True, slots=True)
class Outage:
    """What was seen while Kueue was away, and how the `destroy` ended that was begun then."""

    webhooks: list[dict[str, Any]]
    refused: Mapping[str, set[str]]
    waiting: Mapping[str, Mapping[str, Any]]
    destroyed: Outcome


@pytest.fixture(scope="module")
def rehearsal(
    request: pytest.FixtureRequest, tools: Toolbox, tmp_path_factory: pytest.TempPathFactory, keeper: Keeper
) -> Iterator[Rehearsal]:
    keeper.close()
    with work_folder(request, tmp_path_factory) as work, faulty_platform(tools, work) as rehearsal:
        change_plan(rehearsal, {"chart-kueue": {"timeout_seconds": PATIENCE}})
        yield rehearsal


@pytest.fixture(scope="module")
def first(rehearsal: Rehearsal) -> Outcome:
    """The first `up`, while Kueue's manager does not start."""
    return rehearsal.engine.run(*UP)


@pytest.fixture(scope="module")
def second(rehearsal: Rehearsal, first: Outcome) -> Outcome:
    """The next one, while it still does not."""
    assert first.code
    return rehearsal.engine.run(*UP)


@pytest.fixture(scope="module")
def third(rehearsal: Rehearsal, second: Outcome) -> Outcome:
    """And one once it does."""
    assert second.code
    rehearsal.controllers.let_go("kueue")
    until("Kueue's webhooks", lambda: answers(rehearsal.api), 60)
    return rehearsal.engine.run(*UP)


@pytest.fixture(scope="module")
def outage(rehearsal: Rehearsal, third: Outcome) -> Outage:
    """Kueue goes away while a job holds quota; a namespace is deleted, and the whole platform; then Kueue is back."""
    assert third.code == 0
    api = rehearsal.api
    submit_a_job_that_goes_on(api)
    webhooks = [webhook for path in WEBHOOKS for webhook in (api.get(path) or {})["webhooks"]]
    with kueue_down(api, rehearsal.processes):
        refused = refused_kinds(api, EVERYBODY)
        api.delete(f"{NAMESPACES}/{SOMEBODY_ELSE}")
        running = rehearsal.engine.start(*DESTROY)
        try:
            waiting = {
                name: until(f"{name} to wait", lambda n=name: waits(api, n), 60) for name in (SOMEBODY_ELSE, TEAM)
            }
        except BaseException:
            running.end()
            raise
    try:
        running.child.wait(300)
    finally:
        running.end()
    return Outage(webhooks, refused, waiting, running.outcome())


def test_other_charts_are_there_before_kueue_can_stop_them(rehearsal: Rehearsal, first: Outcome) -> None:
    assert first.code
    others = ("gpu-operator", "node-feature-discovery")
    releases = [f"{NAMESPACES}/{name}/secrets/sh.helm.release.v1.{name}.v1" for name in others]
    kueue = min(created(rehearsal.api, path) for path in WEBHOOKS)
    assert [created(rehearsal.api, path) <= kueue for path in releases] == [True, True]


def test_nothing_that_needs_kueue_is_sent_before_it_answers(first: Outcome, second: Outcome, third: Outcome) -> None:
    for outcome in (first, second):
        why = [text for text in outcome.said("error") if f"for {PATIENCE} s the API server did not accept" in text]
        assert len(why) == 1
        assert "kueue does not answer" in why[0]
        assert 'failed calling webhook "mresourceflavor.kb.io"' in why[0]
        assert "Look at the pods in namespace kueue-system, then run up again." in why[0]
    sent = {step.name for step in first.steps}
    assert "chart-kueue" in sent
    assert sent.isdisjoint({"resourceflavor-t4", "clusterqueue-vision", "namespace-vision"})
    assert second.changes == {}
    assert third.code == 0
    assert {"resourceflavor-t4", "clusterqueue-vision", "namespace-vision"} <= {step.name for step in third.steps}
    assert third.counts["unchanged"] == first.counts["created"]


def test_while_kueue_is_down_only_jobs_of_queued_teams_wait(outage: Outage) -> None:
    assert {namespace: kinds for namespace, kinds in outage.refused.items() if kinds} == {TEAM: {"Job"}}
    strict = [webhook for webhook in outage.webhooks if webhook["failurePolicy"] == "Fail"]
    of_others = [webhook for webhook in strict if groups(webhook) != {"kueue.x-k8s.io"}]
    assert "mjob.kb.io" in {webhook["name"] for webhook in of_others}
    assert [webhook["namespaceSelector"] for webhook in of_others] == [
        {"matchLabels": {QUEUED_LABEL: "true"}} for _ in of_others
    ]


def test_a_namespace_that_waits_for_kueue_says_so_and_goes_once_it_is_back(
    rehearsal: Rehearsal, outage: Outage
) -> None:
    for condition in outage.waiting.values():
        assert condition["reason"] == "DiscoveryFailed"
        assert "visibility.kueue.x-k8s.io" in condition["message"]
    said = [statement.text for statement in plan(rehearsal.subject.stack, rehearsal.subject.today).statements]
    assert any("Terminating with the reason DiscoveryFailed" in text and "Bring Kueue back" in text for text in said)
    until("the end of the namespace", lambda: rehearsal.api.get(f"{NAMESPACES}/{SOMEBODY_ELSE}") is None, 60)


def test_destroy_comes_through_at_the_first_go(
    rehearsal: Rehearsal, first: Outcome, third: Outcome, outage: Outage
) -> None:
    destroyed = outage.destroyed
    assert destroyed.code == 0, destroyed.text
    assert destroyed.counts == {"deleted": first.counts["created"] + third.counts["created"]}
    order = [step.name for step in destroyed.steps]
    wanted = [
        f"namespace-{TEAM}",
        f"clusterqueue-{TEAM}",
        "chart-kueue",
        "chart-gpu-operator",
        "namespace-gpu-operator",
    ]
    assert sorted(wanted, key=order.index) == wanted
    assert leftovers(rehearsal.api, rehearsal.cloud) == {}
    assert rehearsal.controllers.trouble() is None


def created(api: Api, path: str) -> str:
    return str((api.get(path) or {})["metadata"]["creationTimestamp"])


def waits(api: Api, namespace: str) -> dict[str, Any] | None:
    """Why a namespace cannot be deleted, once the namespace controller has said so."""
    conditions = (api.get(f"{NAMESPACES}/{namespace}") or {}).get("status", {}).get("conditions", [])
    wanted = "NamespaceDeletionDiscoveryFailure"
    return next((item for item in conditions if item["type"] == wanted and item["status"] == "True"), None)


def groups(webhook: Mapping[str, Any]) -> set[str]:
    return {group for rule in webhook["rules"] for group in rule["apiGroups"]}
