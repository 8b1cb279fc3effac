"""Rules about the cluster autoscaler's profile."""

from collections.abc import Iterator

from aksgpu.catalogue.autoscaler import AUTOSCALER_KEYS
from aksgpu.catalogue.spelling import nearest, one_of
from aksgpu.config.derived.cluster_facts import OPERATOR_DRIVER_PROVISION_MINUTES
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

AUTOSCALER: Path = ("autoscaler",)
FACTS: Path = ("cluster", "existing", "facts")


def autoscaler_values_are_in_range(subject: Subject) -> Iterator[Finding]:
    """Times and numbers lie where AKS takes them."""
    if not subject.facts.ours:
        return
    given = subject.stack.autoscaler.model_dump(by_alias=True)
    for key, row in AUTOSCALER_KEYS.items():
        number = _number(given.get(key))
        if number is None or row.kind in ("choice", "boolean"):
            continue
        if row.low is not None and number < row.low:
            yield error(
                (*AUTOSCALER, key),
                f"{key} is {given[key]}, and the least that makes sense is {_written(row.low, row.kind)}.",
                f"Write for example {row.default}.",
            )
        if row.high is not None and number > row.high:
            yield error(
                (*AUTOSCALER, key),
                f"{key} is {given[key]}, and the most is {_written(row.high, row.kind)}.",
                f"Write for example {row.default}.",
            )


def nodes_get_time_for_their_driver(subject: Subject) -> Iterator[Finding]:
    """A node whose driver the operator installs comes up slowly; the autoscaler must wait for it."""
    stack, facts = subject.stack, subject.facts
    grows = any(offer.kind == "gpu" and offer.autoscaled for offer in subject.offers.values())
    minutes, least = facts.max_node_provision_minutes, OPERATOR_DRIVER_PROVISION_MINUTES
    if stack.gpu_software.driver_owner != "operator" or not grows or minutes >= least:
        return
    why = (
        f"the autoscaler gives a new node {minutes} minutes, and a GPU node whose driver the GPU Operator installs may "
        f"need {least}. It would delete the node half-way and start over."
    )
    if facts.ours:
        yield error((*AUTOSCALER, "maxNodeProvisionTime"), why, f"Write {least}m or more, or leave it out.")
    else:
        yield warning(
            (*FACTS, "maxNodeProvisionMinutes"),
            why,
            f"Have the cluster's owner set max-node-provision-time to {least}m, then write maxNodeProvisionMinutes: "
            f"{least}.",
        )


def pods_get_their_grace_period(subject: Subject) -> Iterator[Finding]:
    """The autoscaler cuts grace periods at its own maximum."""
    limit = subject.stack.autoscaler.max_graceful_termination_sec
    teams = subject.stack.teams
    if limit is None or not teams or not subject.facts.ours:
        return
    longest = max(teams, key=lambda name: teams[name].termination_grace_seconds)
    wanted = teams[longest].termination_grace_seconds
    if limit < wanted:
        yield warning(
            (*AUTOSCALER, "maxGracefulTerminationSec"),
            f"the autoscaler gives pods {limit} seconds to stop, and pods of team {longest} may take {wanted} to write "
            "their checkpoint. What is not written then is lost.",
            f"Write {wanted} or more, or leave it out.",
        )


def training_nodes_may_go(subject: Subject) -> Iterator[Finding]:
    """Every training pod has local storage, so skipping such nodes means no scale-down."""
    if not subject.facts.skip_nodes_with_local_storage:
        return
    why = (
        "the autoscaler keeps nodes whose pods have local storage, and the /dev/shm of a training pod counts as that: "
        "GPU nodes would stay, and be paid for, although little runs on them."
    )
    if subject.facts.ours:
        yield warning((*AUTOSCALER, "skipNodesWithLocalStorage"), why, "Leave skipNodesWithLocalStorage out.")
    else:
        yield warning(
            (*FACTS, "skipNodesWithLocalStorage"),
            why,
            "Have the cluster's owner set skip-nodes-with-local-storage to false, then write "
            "skipNodesWithLocalStorage: false.",
        )


def priorities_name_pools(subject: Subject) -> Iterator[Finding]:
    """Priorities are for autoscaled pools of the stack, and for one expander."""
    autoscaler = subject.stack.autoscaler
    if not subject.facts.ours:
        return
    path = (*AUTOSCALER, "priorities")
    if autoscaler.priorities and autoscaler.expander != "priority":
        yield error(
            path,
            f"priorities are read by the expander `priority`, and the expander is {autoscaler.expander}.",
            "Write expander: priority, or leave priorities out.",
        )
        return
    pools = {*subject.stack.gpu_pools, *subject.stack.cpu_pools}
    for name in autoscaler.priorities:
        if name not in pools:
            near = nearest(name, pools)
            known = one_of(sorted(name for name in pools if _may_grow(subject, name)))
            yield error(
                (*path, name),
                f"the stack has no pool called {name}.",
                f"Did you mean {near}?" if near else f"Write {known}." if known else "Leave priorities out.",
            )
        elif not _may_grow(subject, name):
            yield warning(
                (*path, name),
                f"pool {name} has a fixed number of nodes, so the autoscaler never chooses it.",
                "Take it out, or give the pool a scale.",
            )


def priority_expander_has_a_choice(subject: Subject) -> Iterator[Finding]:
    """Spot first means nothing without spot pools."""
    autoscaler = subject.stack.autoscaler
    if not subject.facts.ours or autoscaler.expander != "priority" or autoscaler.priorities:
        return
    if not any(offer.spot and offer.autoscaled for offer in subject.offers.values()):
        yield note(
            (*AUTOSCALER, "expander"),
            "the expander priority tries spot pools first, and no autoscaled pool is a spot pool: all are equal then.",
            "Give the order under priorities, or leave expander out.",
        )


def _may_grow(subject: Subject, pool: str) -> bool:
    """Whether a pool is autoscaled, as far as one knows: a pool of an unknown VM size may be."""
    return pool not in subject.offers or subject.offers[pool].autoscaled


def _number(value: object) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    text = str(value)[:-1]
    return float(text) if text.isdecimal() else None


def _written(number: float, kind: str) -> str:
    return f"{number:g}{ {'seconds': 's', 'minutes': 'm'}.get(kind, '') }"


RULES = (
    autoscaler_values_are_in_range,
    nodes_get_time_for_their_driver,
    pods_get_their_grace_period,
    training_nodes_may_go,
    priorities_name_pools,
    priority_expander_has_a_choice,
)
