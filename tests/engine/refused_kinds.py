"""Which kinds of workload a namespace takes at the moment: each is tried in a server-side dry run."""

from collections.abc import Iterable
from typing import Any

from aksgpu_rehearsal.api import Api

PATHS = {"Deployment": "/apis/apps/v1", "StatefulSet": "/apis/apps/v1", "Pod": "/api/v1", "Job": "/apis/batch/v1"}
BY_A_WEBHOOK = "failed calling webhook"


def refused_kinds(api: Api, namespaces: Iterable[str]) -> dict[str, set[str]]:
    """The kinds that each namespace does not take because a webhook of Kueue does not answer."""
    return {namespace: {kind for kind in PATHS if _refused(api, namespace, kind)} for namespace in namespaces}


def _refused(api: Api, namespace: str, kind: str) -> bool:
    path = f"{PATHS[kind]}/namespaces/{namespace}/{kind.lower()}s"
    status, answer = api.ask("POST", f"{path}?dryRun=All", _workload(kind))
    if status == 201:
        return False
    words = str(answer.get("message"))
    assert BY_A_WEBHOOK in words, words
    assert ".kb.io" in words, words
    return True


def _workload(kind: str) -> dict[str, Any]:
    pod: dict[str, Any] = {"containers": [{"name": "work", "image": "example/work:1"}]}
    labels = {"app": "tried-only"}
    match kind:
        case "Pod":
            spec = pod
        case "Job":
            spec = {"template": {"spec": {**pod, "restartPolicy": "Never"}}}
        case _:
            spec = {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": pod}}
    version = PATHS[kind].removeprefix("/apis/").removeprefix("/api/")
    return {"apiVersion": version, "kind": kind, "metadata": {"name": "tried-only"}, "spec": spec}
