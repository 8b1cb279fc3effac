"""One namespace per team."""

from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.object_keys import object_key

TEAM_LABEL = "aksgpu/team"
QUEUED_LABEL = "aksgpu/queued"
"""Kueue manages jobs of namespaces that carry it."""

_POD_SECURITY_MODES = ("enforce", "audit", "warn")


def namespace_key(namespace: str) -> str:
    """Key of a namespace's entry, for `after` of what lives in it."""
    return f"namespace-{namespace}"


def namespace(subject: Subject, team: str) -> KubernetesObject:
    """A team's namespace. Kueue's label is there only where the team has a queue: without one its jobs would wait."""
    config = subject.stack.teams[team]
    labels = {TEAM_LABEL: team}
    if config.queue is not None:
        labels[QUEUED_LABEL] = "true"
    labels |= {f"pod-security.kubernetes.io/{mode}": config.pod_security for mode in _POD_SECURITY_MODES}
    name = namespace_of(subject.stack, team)
    manifest = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}
    # A destroy goes the other way: a namespace goes, with the jobs in it, while Kueue can still let go of them.
    after = (f"clusterqueue-{team}",) if config.queue is not None else ()
    return KubernetesObject(object_key(manifest), manifest, after)
