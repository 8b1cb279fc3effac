"""Kueue: its release, and the queues by which teams share the pools."""

from collections.abc import Iterator

from aksgpu.config.derived.queue_flavors import queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.chart import kueue_chart
from aksgpu.desired.bundles.kueue.cluster_queues import cluster_queues
from aksgpu.desired.bundles.kueue.cohorts import cohorts
from aksgpu.desired.bundles.kueue.local_queues import local_queues
from aksgpu.desired.bundles.kueue.provisioning_requests import provisioning_requests
from aksgpu.desired.bundles.kueue.resource_flavors import resource_flavors
from aksgpu.desired.bundles.kueue.workload_priorities import workload_priorities
from aksgpu.desired.entries import Part


def parts(subject: Subject) -> Iterator[Part]:
    """The part `queues`, where a team has a queue. Without one Kueue would only add webhooks."""
    if not queued_teams(subject.stack):
        return
    entries = (
        *kueue_chart(subject),
        *resource_flavors(subject),
        *provisioning_requests(subject),
        *cohorts(subject),
        *workload_priorities(subject),
        *cluster_queues(subject),
    )
    yield Part("queues", "TeamQueues", entries)


def local_queue_parts(subject: Subject) -> Iterator[Part]:
    """The part `local-queues`: what leads from teams' namespaces to their queues, and so comes after both."""
    entries = tuple(local_queues(subject))
    if entries:
        yield Part("local-queues", "LocalQueues", entries)
