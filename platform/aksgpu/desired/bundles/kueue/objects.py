"""What all of Kueue's objects share: API version, keys, and the one release that they come after."""

from typing import Any

from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

CHART_KEY = "chart-kueue"


def cluster_queue_key(team: str) -> str:
    """Key of a team's ClusterQueue."""
    return f"clusterqueue-{team}"


def cohort_key(name: str) -> str:
    """Key of a Cohort."""
    return f"cohort-{name}"


def flavor_key(name: str) -> str:
    """Key of a ResourceFlavor."""
    return f"resourceflavor-{name}"


def kueue_manifest(subject: Subject, kind: str, name: str) -> dict[str, Any]:
    """An object of the API version that belongs to the stack's version of Kueue, without a spec."""
    version = kueue_release(subject.stack).api_version
    return {"apiVersion": f"kueue.x-k8s.io/{version}", "kind": kind, "metadata": {"name": name}}


def kueue_object(
    subject: Subject,
    kind: str,
    name: str,
    spec: dict[str, Any],
    *,
    namespace: str = "",
    after: tuple[str, ...],
    replace_on_changes: tuple[str, ...] = (),
) -> KubernetesObject:
    """One object with a spec."""
    manifest = kueue_manifest(subject, kind, name) | {"spec": spec}
    if namespace:
        manifest["metadata"]["namespace"] = namespace
    return KubernetesObject(object_key(manifest), manifest, after=after, replace_on_changes=replace_on_changes)
