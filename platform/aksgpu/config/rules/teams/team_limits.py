"""Rules about a team's ResourceQuota and LimitRange, also beside its queue."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from aksgpu.catalogue.resource_quotas import why_quota_counts_nothing
from aksgpu.config.derived.quantity_values import GIB, quantity_value
from aksgpu.config.derived.quotas import queue_quotas
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, error, warning
from aksgpu.config.model.teams import Team


def resource_quota_names_count_something(subject: Subject) -> Iterator[Finding]:
    """Names that Kubernetes does not count are silently without effect, or refused."""
    for team, config in subject.stack.teams.items():
        for name in config.resource_quota:
            problem = why_quota_counts_nothing(name)
            if problem is not None:
                yield error(("teams", team, "resourceQuota", name), problem.message, problem.remedy)


def resource_quota_leaves_room_for_the_queue(subject: Subject) -> Iterator[Finding]:
    """A job that Kueue lets in and the namespace then refuses holds its share and runs nothing."""
    for team, config in subject.stack.teams.items():
        promised = _promised(subject, team)
        for name, quantity in config.resource_quota.items():
            resource = name.removeprefix("requests.")
            wanted = promised.get(resource)
            allowed = quantity_value(quantity)
            if wanted is None or allowed >= wanted:
                continue
            has, needs = (f"{float(each / _unit(resource)):g}" for each in (allowed, wanted))
            enough = ceil(wanted / _unit(resource))
            suffix = " GiB" if resource == "memory" else ""
            yield warning(
                ("teams", team, "resourceQuota", name),
                f"the namespace stops at {has}{suffix} of {resource}, and the queue of team {team} "
                f"promises {needs}{suffix}: Kueue would start jobs whose pods are then refused, and "
                "those jobs would hold their share of the queue and run nothing.",
                f'Write {name}: "{enough}{"Gi" if suffix else ""}" or more (more still if the team may borrow), or '
                "leave it out: the queue is the limit already.",
            )


def resource_quota_has_defaults_beside_it(subject: Subject) -> Iterator[Finding]:
    """With a quota of CPU or memory, pods that ask for nothing are refused unless a LimitRange asks for them."""
    for team, config in subject.stack.teams.items():
        for name in config.resource_quota:
            missing = _missing_default(config, name)
            if missing is not None:
                yield warning(
                    ("teams", team, "resourceQuota", name),
                    f"with a quota of {name}, Kubernetes refuses every pod with a container that does not say its own "
                    f"{name}, and nothing here fills that in.",
                    missing,
                )


def limit_range_is_consistent(subject: Subject) -> Iterator[Finding]:
    """A default above the maximum refuses every container that relies on it."""
    for team, config in subject.stack.teams.items():
        limits = config.limit_range
        if limits is None:
            continue
        pairs = {"Cpu": (limits.default_cpu, limits.max_cpu), "Memory": (limits.default_memory, limits.max_memory)}
        for what, (default, most) in pairs.items():
            if most is not None and quantity_value(default) > quantity_value(most):
                yield error(
                    ("teams", team, "limitRange", f"max{what}"),
                    f"max{what} is {most} and the default is {default}: Kubernetes refuses such a LimitRange.",
                    f'Write default{what}: "{most}" or less, or a max{what} of {default} or more.',
                )


def _promised(subject: Subject, team: str) -> Mapping[str, Fraction]:
    """What the team's queue gives by resource name, over all pools: cores, bytes, and counts of GPU resources."""
    queue = subject.stack.teams[team].queue
    total: dict[str, Fraction] = {}
    for pool in queue.quota if queue is not None else ():
        for resource, amount in queue_quotas(subject, team, pool).items():
            total[resource] = total.get(resource, Fraction(0)) + Fraction(amount) * _unit(resource)
    return total


def _unit(resource: str) -> int:
    return GIB if resource == "memory" else 1


def _missing_default(config: Team, name: str) -> str | None:
    limits, resource = config.limit_range, name.rpartition(".")[2]
    if name in ("cpu", "memory", "requests.cpu", "requests.memory"):
        return None if limits is not None else "Write limitRange: {}, which fills in defaults for such containers."
    if name in ("limits.cpu", "limits.memory"):
        most = None if limits is None else limits.max_cpu if resource == "cpu" else limits.max_memory
        # Kubernetes takes the maximum for the limit of a container that gives none.
        key = f"max{resource.capitalize()}"
        return (
            None if most is not None else f"Write limitRange.{key}: it is then the limit of containers that give none."
        )
    return None


RULES = (
    resource_quota_names_count_something,
    resource_quota_leaves_room_for_the_queue,
    resource_quota_has_defaults_beside_it,
    limit_range_is_consistent,
)
