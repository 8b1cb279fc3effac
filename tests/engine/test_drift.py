"""What people and machines change beside the program: shown by a refresh and repaired by `up`, or silent."""

import pytest
from engine.changing import cloud, pool

from aksgpu_rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.engine

FLAVORS = "/apis/kueue.x-k8s.io/v1beta2/resourceflavors"
QUEUES = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues"


def pool_id(platform: Rehearsal) -> str:
    name = platform.subject.offers["t4"].azure_name
    return next(id_ for id_ in cloud(platform)["resources"] if id_.endswith(f"/agentPools/{name}"))


def shown(platform: Rehearsal, name: str) -> str:
    """What a refresh says that it would change of one resource."""
    outcome = platform.engine.run("refresh", "--preview-only", "--diff")
    assert outcome.code == 0, outcome.text
    changed = [step for step in outcome.steps if step.op in ("refresh", "update", "delete")]
    assert name in {step.name for step in changed}, outcome.text
    return outcome.text


def repaired(platform: Rehearsal) -> list[tuple[str, str]]:
    """Run `up --refresh`, and once more to see that nothing is left to do. Returns what the first one did."""
    done = platform.engine.must("up", "--yes", "--skip-preview", "--refresh").steps
    again = platform.engine.must("up", "--yes", "--skip-preview", "--refresh")
    assert again.changes == {}
    return [(step.op, step.name) for step in done if step.op != "refresh"]


def test_a_label_changed_by_hand_is_shown_and_put_back(dev: Rehearsal) -> None:
    dev.api.merge("/api/v1/namespaces/vision", {"metadata": {"labels": {"aksgpu/queued": "false"}}})
    assert "aksgpu/queued" in shown(dev, "namespace-vision")
    assert repaired(dev) == [("update", "namespace-vision")]
    labels = (dev.api.get("/api/v1/namespaces/vision") or {})["metadata"]["labels"]
    assert labels["aksgpu/queued"] == "true"


def test_a_taint_removed_in_the_portal_is_shown_and_put_back(dev: Rehearsal) -> None:
    name = dev.subject.offers["t4"].azure_name
    taints = pool(dev, name)["nodeTaints"]
    dev.simulated.change(pool_id(dev), nodeTaints=[])
    assert "nodeTaints" in shown(dev, "pool-t4")
    assert repaired(dev) == [("update", "pool-t4")]
    assert pool(dev, name)["nodeTaints"] == taints


def test_a_deleted_pool_is_shown_and_made_again(dev: Rehearsal) -> None:
    there = pool_id(dev)
    dev.simulated.remove(there)
    shown(dev, "pool-t4")
    assert repaired(dev) == [("create", "pool-t4")]
    assert there in cloud(dev)["resources"]


def test_a_queue_edited_with_kubectl_is_shown_and_put_back(dev: Rehearsal) -> None:
    queue = dev.api.get(f"{QUEUES}/vision") or {}
    queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]["nominalQuota"] = "99"
    dev.api.merge(f"{QUEUES}/vision", {"spec": {"resourceGroups": queue["spec"]["resourceGroups"]}})
    assert "99" in shown(dev, "clusterqueue-vision")
    assert repaired(dev) == [("update", "clusterqueue-vision")]
    assert "99" not in str((dev.api.get(f"{QUEUES}/vision") or {})["spec"])


def test_a_count_that_the_autoscaler_moved_is_silent(dev: Rehearsal) -> None:
    dev.simulated.move_count(pool_id(dev), 2)
    refreshed = dev.engine.run("refresh", "--preview-only", "--expect-no-changes")
    assert refreshed.code == 0, refreshed.text
    assert dev.engine.must("up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes").changes == {}
    assert pool(dev, dev.subject.offers["t4"].azure_name)["count"] == 2
