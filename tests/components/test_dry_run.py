"""The question to the API server, asked of a fake one over HTTP with the official client."""

from typing import Any

import pytest
from fake_api import ACCEPTED, FakeApi, served

from aksgpu_pulumi.dry_run import prober

FLAVOR = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ResourceFlavor", "metadata": {"name": "aksgpu-probe"}}
QUEUE = {
    "apiVersion": "kueue.x-k8s.io/v1beta2",
    "kind": "LocalQueue",
    "metadata": {"name": "probe", "namespace": "vision"},
}
REFUSED = (500, {"message": "failed calling webhook: connection refused"})


def asked(fake: FakeApi, manifest: dict[str, Any]) -> str | None:
    with served(fake) as kubeconfig:
        return prober(kubeconfig)(manifest)


def test_an_accepted_object_is_sent_once_as_a_dry_run() -> None:
    fake = FakeApi([ACCEPTED])
    assert asked(fake, FLAVOR) is None
    assert fake.posts == [("/apis/kueue.x-k8s.io/v1beta2/resourceflavors?dryRun=All", FLAVOR)]
    assert fake.gets == ["/apis/kueue.x-k8s.io/v1beta2"]
    assert fake.tokens == {"Bearer fake-token"}


def test_an_object_in_a_namespace_goes_there() -> None:
    fake = FakeApi([ACCEPTED])
    assert asked(fake, QUEUE) is None
    assert fake.posts[0][0] == "/apis/kueue.x-k8s.io/v1beta2/namespaces/vision/localqueues?dryRun=All"


def test_the_servers_own_words_come_back() -> None:
    assert asked(FakeApi([REFUSED]), FLAVOR) == "failed calling webhook: connection refused"


def test_an_object_that_exists_already_was_accepted() -> None:
    assert asked(FakeApi([(409, {"message": "already exists"})]), FLAVOR) is None


def test_a_kind_that_is_not_there_yet_is_a_reason_to_wait() -> None:
    fake = FakeApi([ACCEPTED], kinds=[])
    assert asked(fake, FLAVOR) == "ResourceFlavor is not known to the API server yet"
    assert asked(fake, {**FLAVOR, "apiVersion": "nvidia.com/v1"}) == "page not found"
    assert fake.posts == []


def test_an_answer_that_is_not_json_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeApi([ACCEPTED])
    monkeypatch.setattr(fake, "answer", lambda *_: (503, "no healthy upstream"))
    assert asked(fake, FLAVOR) == "no healthy upstream"
