"""What a killed run left of a Helm release is cleared out of the way, and nobody else's release is touched."""

import base64
import gzip
import json
from typing import Any

import pytest

from aksgpu_pulumi.helm_records import ReleaseInTheWay, forget_what_was_cut_off, make_way

SECRETS = "/api/v1/namespaces/kueue-system/secrets"
VALUES = {"controllerManager": {"replicas": 2}, "enablePrometheus": False}


class FakeApiServer:
    """Holds Helm's records as Secrets. It is no API server."""

    def __init__(self, *revisions: tuple[str, dict[str, Any]], status: int = 200) -> None:
        self.there = {f"sh.helm.release.v1.kueue.v{number}": one for number, one in enumerate(revisions, 1)}
        self._status = status

    def get(self, path: str, **query: str) -> tuple[int, dict[str, Any]]:
        assert path == SECRETS
        assert query == {"labelSelector": "owner=helm,name=kueue"}
        if self._status != 200:
            return self._status, {"message": "it says no"}
        return 200, {"items": [self._secret(name, *one) for name, one in self.there.items()]}

    def delete(self, path: str) -> tuple[int, dict[str, Any]]:
        del self.there[path.removeprefix(f"{SECRETS}/")]
        return 200, {}

    def _secret(self, name: str, status: str, values: dict[str, Any]) -> dict[str, Any]:
        release = gzip.compress(json.dumps({"config": values, "name": "kueue"}).encode())
        packed = base64.b64encode(base64.b64encode(release)).decode()
        labels = {"owner": "helm", "name": "kueue", "status": status, "version": name.rsplit("v", 1)[-1]}
        return {"metadata": {"name": name, "labels": labels}, "data": {"release": packed}}

    @property
    def revisions(self) -> list[str]:
        return [name.rsplit(".", 1)[-1] for name in self.there]


@pytest.mark.parametrize(
    "revisions",
    [
        [],
        [("pending-install", VALUES)],
        [("pending-install", {"another": "version of ours"})],
        [("failed", VALUES)],
        [("deployed", VALUES)],
        [("uninstalling", {})],
        [("superseded", VALUES), ("deployed", VALUES), ("pending-upgrade", {})],
    ],
)
def test_a_cut_off_install_of_the_same_release_gives_way(revisions: list[tuple[str, dict[str, Any]]]) -> None:
    api = FakeApiServer(*revisions)
    make_way(api, "kueue-system", "kueue", VALUES)
    assert api.revisions == []


def test_somebody_elses_release_stays_and_is_named() -> None:
    api = FakeApiServer(("deployed", {"replicas": 5}))
    with pytest.raises(ReleaseInTheWay, match=r"helm uninstall kueue -n kueue-system"):
        make_way(api, "kueue-system", "kueue", VALUES)
    assert api.revisions == ["v1"]


@pytest.mark.parametrize(
    ("statuses", "left"),
    [
        (["deployed"], ["v1"]),
        (["superseded", "deployed"], ["v1", "v2"]),
        (["deployed", "pending-upgrade"], ["v1"]),
        (["deployed", "pending-rollback", "pending-upgrade"], ["v1"]),
        (["superseded"] * 9 + ["deployed", "pending-upgrade"], [f"v{number}" for number in range(1, 11)]),
    ],
)
def test_before_an_upgrade_only_what_never_ended_goes(statuses: list[str], left: list[str]) -> None:
    api = FakeApiServer(*((status, VALUES) for status in statuses))
    forget_what_was_cut_off(api, "kueue-system", "kueue")
    assert api.revisions == left


def test_a_namespace_that_is_not_there_yet_holds_nothing() -> None:
    make_way(FakeApiServer(status=404), "kueue-system", "kueue", VALUES)


def test_records_that_may_not_be_read_are_said() -> None:
    with pytest.raises(PermissionError, match="kueue-system cannot be read: it says no"):
        make_way(FakeApiServer(status=403), "kueue-system", "kueue", VALUES)
