"""Helm's own records of a release, of which a killed run leaves one that blocks every later run.

Helm keeps each revision in a Secret of the release's namespace, with owner=helm, name and status as labels (Helm
v3.19.4: pkg/storage/driver/secrets.go). With a record in status pending-install it refuses to install ("cannot re-use a
name that is still in use"), and with one in pending-upgrade to upgrade ("another operation is in progress"). Without
the record an install takes over the objects that carry the release's annotations already (pkg/action/validate.go).
"""

import base64
import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aksgpu_pulumi.api_server import ApiServer, message

CUT_OFF = ("pending-install", "pending-upgrade", "pending-rollback", "uninstalling")


class ReleaseInTheWay(Exception):
    """There is a release of this name that this stack does not know, and it is not what the stack would install."""


@dataclass(frozen=True, slots=True)
class Record:
    """One revision of a release: where it is kept, its status, and the values that it was given."""

    path: str
    revision: int
    status: str
    values: Mapping[str, Any]


def forget_what_was_cut_off(api: ApiServer, namespace: str, name: str) -> list[Record]:
    """Delete the records of operations that never ended. Returns those that are left, the newest first."""
    left: list[Record] = []
    for record in records(api, namespace, name):
        if not left and record.status in CUT_OFF:
            _delete(api, record)
        else:
            left.append(record)
    return left


def make_way(api: ApiServer, namespace: str, name: str, values: Mapping[str, Any]) -> None:
    """Delete what a cut-off install of this very release left, so that it can be installed. Raises ReleaseInTheWay."""
    left = forget_what_was_cut_off(api, namespace, name)
    if left and left[0].values != values:
        raise ReleaseInTheWay(
            f"namespace {namespace} has a Helm release {name} that this stack did not make: its values are not the "
            f"stack's. Uninstall it (helm uninstall {name} -n {namespace}), or take it into the state (pulumi import)."
        )
    for record in left:
        _delete(api, record)


def records(api: ApiServer, namespace: str, name: str) -> list[Record]:
    """The revisions of a release, the newest first. Raises PermissionError where the API server does not tell them."""
    secrets = f"/api/v1/namespaces/{namespace}/secrets"
    status, answer = api.get(secrets, labelSelector=f"owner=helm,name={name}")
    if status == 404:
        return []
    if status >= 300:
        raise PermissionError(f"Helm's records in namespace {namespace} cannot be read: {message(answer)}")
    found = [_record(secrets, item) for item in answer.get("items", [])]
    return sorted(found, key=lambda record: record.revision, reverse=True)


def _record(secrets: str, item: Mapping[str, Any]) -> Record:
    labels = item["metadata"]["labels"]
    packed = base64.b64decode(base64.b64decode(item["data"]["release"]))
    release = json.loads(gzip.decompress(packed))
    path = f"{secrets}/{item['metadata']['name']}"
    return Record(path, int(labels["version"]), str(labels["status"]), release.get("config") or {})


def _delete(api: ApiServer, record: Record) -> None:
    status, answer = api.delete(record.path)
    if status >= 300 and status != 404:
        raise PermissionError(f"{record.path} cannot be deleted: {message(answer)}")
