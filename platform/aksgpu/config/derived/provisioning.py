"""When Kueue asks the cluster autoscaler for the nodes of a job, and for which pools."""

from collections.abc import Iterable

from aksgpu.catalogue.kueue import why_no_provisioning_requests
from aksgpu.config.derived.queue_flavors import QueueFlavor
from aksgpu.config.derived.subject import Subject


def checked_flavors(flavors: Iterable[QueueFlavor]) -> tuple[QueueFlavor, ...]:
    """The flavors that the check applies to: autoscaled GPU pools. A fixed pool has nothing to ask for."""
    return tuple(flavor for flavor in flavors if flavor.has_gpus and flavor.offer and flavor.offer.autoscaled)


def autoscaled_in_use(subject: Subject) -> tuple[str, ...]:
    """The autoscaled GPU pools that a queue names, each once."""
    queues = (team.queue for team in subject.stack.teams.values() if team.queue is not None)
    named = dict.fromkeys(pool for queue in queues for pool in queue.quota)
    offers = subject.offers
    return tuple(name for name in named if name in offers and offers[name].kind == "gpu" and offers[name].autoscaled)


def provisioning_available(subject: Subject) -> bool:
    """Whether the cluster's autoscaler serves ProvisioningRequests."""
    return why_no_provisioning_requests(subject.facts.minor_number) is None


def provisioning_on(subject: Subject) -> bool:
    """Whether the stack uses the check: where it can, unless it says otherwise."""
    wanted = subject.stack.queues.provisioning_requests
    return wanted is not False and provisioning_available(subject) and bool(autoscaled_in_use(subject))
