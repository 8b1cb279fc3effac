"""Rules about Kueue's own configuration: waiting for pods, what it does not count, and the limits of its objects."""

from collections.abc import Iterator

from aksgpu.catalogue.kueue import kueue_facts
from aksgpu.config.derived.cpu_only_jobs import WITHOUT_GPU
from aksgpu.config.derived.kueue_release import kueue_release
from aksgpu.config.derived.provisioning import autoscaled_in_use
from aksgpu.config.derived.queue_flavors import gpu_resources, queue_flavors, queued_teams
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning

IMAGE_PULL_MINUTES = 10
"""Time for the image of a training job on a new node, which has none of its layers. CUDA images are 10 GB and more."""

TIMEOUT = ("queues", "waitForPodsReady", "timeoutMinutes")


def jobs_outlast_node_start(subject: Subject) -> Iterator[Finding]:
    """A job must not lose its quota while the node for it is still coming up."""
    pools = autoscaled_in_use(subject)
    timeout = subject.stack.queues.wait_for_pods_ready.timeout_minutes
    node = subject.facts.max_node_provision_minutes
    if not pools or timeout >= node + IMAGE_PULL_MINUTES:
        return
    remedy = f"Write timeoutMinutes: {node + IMAGE_PULL_MINUTES + 10}."
    if timeout <= node:
        yield error(
            TIMEOUT,
            f"a new GPU node may take {node} minutes with its driver, and a job whose pods are not ready is evicted "
            f"after {timeout}: a job that needs a new node of pool {pools[0]!r} would be evicted again and again, and "
            "each time start a node.",
            remedy,
        )
    else:
        yield warning(
            TIMEOUT,
            f"a new GPU node may take {node} minutes with its driver, and {timeout} minutes leave {timeout - node} for "
            "pulling the image. A job that is late is evicted and starts again.",
            remedy,
        )


def counted_resources_are_not_excluded(subject: Subject) -> Iterator[Finding]:
    """A prefix of a resource that queues count would take that resource out of all quotas."""
    flavors = [flavor for team in queued_teams(subject.stack) for flavor in queue_flavors(subject, team)]
    covered = ("cpu", "memory", *gpu_resources(tuple(flavors)), WITHOUT_GPU)
    for index, prefix in enumerate(subject.stack.queues.exclude_resource_prefixes):
        hit = [name for name in covered if name.startswith(prefix)]
        if hit:
            fits = f"{hit[0]} starts with {prefix!r}" if prefix else f"an empty prefix fits {hit[0]} too"
            yield error(
                ("queues", "excludeResourcePrefixes", index),
                f"{fits}, so Kueue would not count it and every quota of it would be void.",
                "Take it out, or write the full name of a resource that queues do not count.",
            )


def requests_are_counted_or_excluded(subject: Subject) -> Iterator[Finding]:
    """A job that requests a resource which no queue counts is never admitted (field case F21)."""
    prefixes = subject.stack.queues.exclude_resource_prefixes
    if queued_teams(subject.stack) and not any("ephemeral-storage".startswith(prefix) for prefix in prefixes):
        yield warning(
            ("queues", "excludeResourcePrefixes"),
            "queues do not count ephemeral-storage and it is not excluded: a job that requests any waits for ever, "
            "even while GPUs are free.",
            "Add ephemeral-storage to the list.",
        )


def queues_keep_kueues_limits(subject: Subject) -> Iterator[Finding]:
    """Kueue takes a limited number of flavors, resources and tolerations."""
    facts = kueue_facts(kueue_release(subject.stack).chart.version)
    every = {team: queue_flavors(subject, team) for team in queued_teams(subject.stack)}
    for team, flavors in every.items():
        resources = len(gpu_resources(flavors)) + 3
        path = ("teams", team, "queue", "quota")
        over = (
            (len(flavors), facts.most_flavors, "pools"),
            (resources, facts.most_resources, "resources"),
            (len(flavors) * resources, facts.most_pairs, "pairs of pool and resource"),
        )
        for number, most, what in over:
            if number > most:
                yield error(
                    path,
                    f"the queue of team {team!r} has {number} {what}, and one queue of Kueue takes {most}.",
                    f"Take pools out of this quota until it has {most} {what} or fewer.",
                )
    used = {flavor.name: flavor for flavors in every.values() for flavor in flavors}
    for name, flavor in used.items():
        taints = flavor.offer.taints if flavor.offer is not None else ()
        if flavor.offer is not None and len(taints) > facts.most_tolerations:
            section = "gpuPools" if flavor.offer.kind == "gpu" else "cpuPools"
            yield error(
                (section, name, "taints"),
                f"pool {name!r} has {len(taints)} taints, and Kueue gives a queued job at most "
                f"{facts.most_tolerations} tolerations, so none could run there.",
                f"Take taints out until {facts.most_tolerations} are left: one is enough to keep other pods away.",
            )
