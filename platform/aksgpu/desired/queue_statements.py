"""What the plan says of queues: decisions, their reasons, and what to know on call."""

from collections.abc import Iterator

from aksgpu.config.derived.amount_words import amounts_text, many, names_text
from aksgpu.config.derived.cpu_only_jobs import WITHOUT_GPU
from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.provisioning import autoscaled_in_use, provisioning_available, provisioning_on
from aksgpu.config.derived.queue_flavors import NO_CPU_POOL, cpu_flavor
from aksgpu.config.derived.queue_sharing import Sharing
from aksgpu.config.derived.quotas import Amounts
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.kueue.local_queues import LOCAL_QUEUE
from aksgpu.desired.bundles.kueue.provisioning_requests import RETRIES
from aksgpu.desired.entries import Statement
from aksgpu.desired.queue_borrowing import borrowing
from aksgpu.desired.tenancy.namespaces import QUEUED_LABEL

TOPIC = "queues"
_BUILT_IN = ("batch/job", "deployment", "pod", "statefulset")
"""Kinds that Kubernetes itself runs."""


def statements(subject: Subject) -> Iterator[Statement]:
    """Sentences about queues; none where no team has one."""
    sharing = Sharing(subject)
    if sharing.flavors:
        sentences = (
            *_kueue(subject),
            *_jobs_without_gpus(subject, sharing),
            *borrowing(subject, sharing),
            *_spot(subject, sharing),
            *_reserved(subject),
            *_node_starts(subject),
        )
        yield from (Statement(TOPIC, text) for text in sentences)


def _kueue(subject: Subject) -> Iterator[str]:
    version = kueue_release(subject.stack).chart.version
    frameworks = tuple(dict.fromkeys(subject.stack.queues.frameworks))
    yield (
        f"Kueue {version} manages {names_text(frameworks)} in namespaces with the label {QUEUED_LABEL}=true. A job "
        f"without a queue label goes to its namespace's LocalQueue {LOCAL_QUEUE}, so none goes around its team's quota."
    )
    others = [name for name in frameworks if name not in _BUILT_IN]
    if others:
        yield f"Kueue only queues: the controllers that run {names_text(others)} are not part of the platform."
    yield (
        "Kueue's webhooks fail closed, and only for those namespaces and for Kueue's own objects: while both of its "
        "managers are down, queued teams cannot submit jobs and everything else goes on. Meanwhile no namespace of the "
        "cluster can be deleted, because Kueue's visibility API does not answer: it stays Terminating with the reason "
        "DiscoveryFailed, and pulumi destroy waits for it. Bring Kueue back, and it goes on by itself."
    )
    yield (
        "AKS adds terms of its own to the selectors of Kueue's webhooks, and the chart has no value to opt out. They "
        "leave out AKS's own namespaces, which are not managed anyway. Helm 3 upgrades by a three-way merge, so the "
        "terms cause no conflict, and they show in no preview."
    )


def _jobs_without_gpus(subject: Subject, sharing: Sharing) -> Iterator[str]:
    if not any(flavor.has_gpus for flavors in sharing.flavors.values() for flavor in flavors):
        return
    yield (
        "A job, or part of a job, that asks for no GPU gets quota of a CPU pool or waits. It never gets a GPU pool's "
        f"CPU, selector and tolerations: Kueue counts the resource {WITHOUT_GPU} for it, of which GPU pools have 0. "
        "Queues made by hand must cover that resource too."
    )
    without = [team for team, flavors in sharing.flavors.items() if flavors and not flavors[0].written]
    if not without:
        return
    offer = cpu_flavor(subject)
    why = "no CPU is implied that the stack does not give"
    if offer is None:
        why = "the stack has no CPU pool for jobs"
    elif offer.kind == "system":
        why = f"there is no CPU pool beside it, and {why}"
    place = f"pool {offer.name}" if offer else f"any pool (flavor {NO_CPU_POOL})"
    yield f"{names_text(without)} {'has' if len(without) == 1 else 'have'} 0 cores of {place} for such jobs: {why}."


def _spot(subject: Subject, sharing: Sharing) -> Iterator[str]:
    used = {flavor.name for flavors in sharing.flavors.values() for flavor in flavors}
    pools = [name for name, offer in subject.offers.items() if offer.spot and name in used]
    if pools:
        yield (
            f"Quota of {names_text(pools)} is spot capacity: Azure may take every node of it away at once, so it is a "
            "share of what is there and no guarantee."
        )


def _reserved(subject: Subject) -> Iterator[str]:
    for name, offer in subject.offers.items():
        reserved = {
            resource: count * offer.max_nodes - offer.queueable.get(resource, 0)
            for resource, count in offer.gpu_resources.items()
        }
        if any(reserved.values()):
            text = amounts_text(Amounts(gpus=reserved))
            yield f"Serving without a queue may take {text} of pool {name}: no quota holds them."


def _node_starts(subject: Subject) -> Iterator[str]:
    pools = autoscaled_in_use(subject)
    wait = subject.stack.queues.wait_for_pods_ready
    if provisioning_on(subject):
        yield (
            f"A job for {names_text(pools)} starts when the autoscaler has found room for all its nodes at once "
            f"(ProvisioningRequest). After a failure it gives its quota back and tries again, {RETRIES} times."
        )
    elif pools and not provisioning_available(subject):
        yield (
            f"On Kubernetes {subject.facts.minor} AKS's autoscaler serves no ProvisioningRequests: nodes of one job "
            "start one by one."
        )
    elif pools:
        yield "provisioningRequests is off: nodes of one job start one by one, and half a job may hold its GPUs."
    node = f": {subject.facts.max_node_provision_minutes} minutes for a new GPU node, the rest for the image"
    yield (
        f"A job whose pods are not all ready within {many(wait.timeout_minutes, 'minute')} is evicted and requeued"
        f"{node if pools else ''}."
    )
