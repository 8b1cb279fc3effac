"""ClusterQueues: each team's quota of every resource in every pool, and how it queues, borrows and preempts."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.cpu_only_jobs import MUCH, WITHOUT_GPU
from aksgpu.config.derived.provisioning import checked_flavors, provisioning_on
from aksgpu.config.derived.queue_flavors import QueueFlavor, gpu_resources, queue_flavors, queued_teams
from aksgpu.config.derived.quotas import Amounts
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.config.model.queues import TeamQueue
from aksgpu.desired.bundles.kueue.objects import CHART_KEY, cohort_key, flavor_key, kueue_object
from aksgpu.desired.bundles.kueue.provisioning_requests import CHECK_KEY
from aksgpu.desired.bundles.kueue.provisioning_requests import NAME as CHECK
from aksgpu.desired.entries import KubernetesObject
from aksgpu.desired.quantities import count, cpu, memory


def cluster_queues(subject: Subject) -> Iterator[KubernetesObject]:
    """One ClusterQueue for each team with a queue, named after the team."""
    asks_for_nodes = provisioning_on(subject)
    for team in queued_teams(subject.stack):
        queue = subject.stack.teams[team].queue
        assert queue is not None
        flavors = queue_flavors(subject, team)
        checked = checked_flavors(flavors) if asks_for_nodes else ()
        after = [CHART_KEY, *(flavor_key(flavor.name) for flavor in flavors)]
        after += [cohort_key(queue.cohort)] if queue.cohort else []
        after += [CHECK_KEY] if checked else []
        spec = _spec(namespace_of(subject.stack, team), queue, flavors, checked)
        if subject.stack.queues.fair_sharing:
            spec["fairSharing"] = {"weight": count(queue.weight)}
        yield kueue_object(subject, "ClusterQueue", team, spec, after=tuple(after))


def covered_resources(flavors: tuple[QueueFlavor, ...]) -> tuple[str, ...]:
    """What a queue counts: CPU, memory, each GPU resource of its pools, and the mark of jobs without GPUs.

    Pods as such are not counted: they are not scarce, and a pod without any request would otherwise need quota.
    """
    return ("cpu", "memory", *gpu_resources(flavors), WITHOUT_GPU)


def _spec(
    namespace: str, queue: TeamQueue, flavors: tuple[QueueFlavor, ...], checked: tuple[QueueFlavor, ...]
) -> dict[str, Any]:
    preemption = queue.preemption
    spec: dict[str, Any] = {}
    if queue.cohort:
        spec["cohortName"] = queue.cohort
    spec |= {
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}},
        "queueingStrategy": queue.strategy,
        "stopPolicy": queue.stop_policy,
        "flavorFungibility": {
            "whenCanBorrow": queue.fungibility.when_can_borrow,
            "whenCanPreempt": queue.fungibility.when_can_preempt,
        },
        "preemption": {
            "reclaimWithinCohort": preemption.reclaim_within_cohort,
            "withinClusterQueue": preemption.within_cluster_queue,
            "borrowWithinCohort": {"policy": preemption.borrow_within_cohort},
        },
        "resourceGroups": _resource_groups(flavors, in_cohort=queue.cohort is not None),
    }
    if checked:
        check = {"name": CHECK, "onFlavors": [flavor.name for flavor in checked]}
        spec["admissionChecksStrategy"] = {"admissionChecks": [check]}
    return spec


def _resource_groups(flavors: tuple[QueueFlavor, ...], *, in_cohort: bool) -> list[dict[str, Any]]:
    """One group, so that all resources of a pod come from the same pool."""
    covered = covered_resources(flavors)
    rows = [
        {"name": flavor.name, "resources": [_quota(flavor, name, in_cohort) for name in covered]} for flavor in flavors
    ]
    return [{"coveredResources": list(covered), "flavors": rows}] if rows else []


def _quota(flavor: QueueFlavor, resource: str, in_cohort: bool) -> dict[str, str]:
    """The quota of one resource in one flavor. Limits have a meaning, and are allowed, only in a cohort."""
    if resource == WITHOUT_GPU:
        return {"name": resource, "nominalQuota": "0" if flavor.has_gpus else MUCH}
    quota = flavor.quota
    row = {"name": resource, "nominalQuota": _quantity(quota.nominal, resource)}
    if in_cohort and quota.borrow is not None:
        row["borrowingLimit"] = _quantity(quota.borrow, resource)
    if in_cohort and quota.lend is not None:
        row["lendingLimit"] = _quantity(quota.lend, resource)
    return row


def _quantity(amounts: Amounts, resource: str) -> str:
    match resource:
        case "cpu":
            return cpu(amounts.cpu_millicores)
        case "memory":
            return memory(amounts.memory_mib)
        case _:
            return count(amounts.gpus.get(resource, 0))
