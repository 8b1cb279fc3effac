"""Rules about asking the cluster autoscaler for all nodes of a job at once."""

from collections.abc import Iterator

from aksgpu.catalogue.kueue import PROVISIONING_REQUEST_MINOR, why_no_provisioning_requests
from aksgpu.config.derived.provisioning import autoscaled_in_use, provisioning_available, provisioning_on
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning

PATH = ("queues", "provisioningRequests")


def provisioning_requests_are_served(subject: Subject) -> Iterator[Finding]:
    """AKS serves them from one Kubernetes version on, and only autoscaled pools have anything to provision (F30)."""
    if not subject.stack.queues.provisioning_requests:
        return
    problem = why_no_provisioning_requests(subject.facts.minor_number)
    if problem is not None:
        yield error(PATH, problem.message, problem.remedy)
    elif not autoscaled_in_use(subject):
        yield error(
            PATH,
            "no queue draws from an autoscaled GPU pool, so there are no nodes to ask for.",
            "Take provisioningRequests out, or give a GPU pool `scale` instead of `nodes`.",
        )


def large_jobs_get_all_their_nodes(subject: Subject) -> Iterator[Finding]:
    """Without provisioning requests half of a job may start and hold its GPUs (field case F30)."""
    if provisioning_on(subject):
        return
    for name in autoscaled_in_use(subject):
        offer, pool = subject.offers[name], subject.stack.gpu_pools[name]
        if offer.min_nodes == 0 and offer.max_nodes > 1 and pool.workload == "training":
            remedy = (
                "Take queues.provisioningRequests out. Kueue then asks for all nodes of a job at once."
                if provisioning_available(subject)
                else f"Use Kubernetes 1.{PROVISIONING_REQUEST_MINOR} or later, or keep the nodes that one job needs "
                f"(gpuPools.{name}.scale.min)."
            )
            yield warning(
                ("gpuPools", name, "scale", "min"),
                f"the nodes of pool {name!r} start one by one from 0, and Kueue does not ask for all of them first. Of "
                "a job over several nodes one half may run and hold its GPUs while the other half waits, until "
                f"waitForPodsReady evicts it after {subject.stack.queues.wait_for_pods_ready.timeout_minutes} minutes.",
                remedy,
            )
