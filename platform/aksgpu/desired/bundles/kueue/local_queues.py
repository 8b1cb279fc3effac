"""LocalQueues: where a team's jobs enter."""

from collections.abc import Iterator

from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.bundles.kueue.objects import cluster_queue_key, kueue_object
from aksgpu.desired.entries import KubernetesObject

LOCAL_QUEUE = "default"
"""Kueue puts jobs without a queue label into the LocalQueue of this name, so no job of a team goes around its quota."""


def local_queues(subject: Subject) -> Iterator[KubernetesObject]:
    """One LocalQueue in each queued team's namespace. Its ClusterQueue cannot change in place."""
    for team in queued_teams(subject.stack):
        namespace = namespace_of(subject.stack, team)
        yield kueue_object(
            subject,
            "LocalQueue",
            LOCAL_QUEUE,
            {"clusterQueue": team},
            namespace=namespace,
            after=(cluster_queue_key(team), f"namespace-{namespace}"),
            replace_on_changes=("spec.clusterQueue",),
        )
