"""Queues as rows of a report: what each has of each pool, may borrow, and lends."""

from collections.abc import Iterator
from dataclasses import dataclass

from aksgpu.config.derived.queue_sharing import Sharing
from aksgpu.config.derived.subject import Subject
from aksgpu.config.derived.team_namespaces import namespace_of
from aksgpu.desired.queue_borrowing import flavor_text


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One queue and one pool, in words: "4 GPUs", "12 x 1g.12gb", "24 cores" or "nothing"."""

    queue: str
    """Team, and name of its ClusterQueue."""

    namespace: str
    cohort: str
    """Empty where the queue is in none."""

    pool: str
    nominal: str
    may_borrow: str
    """The most that all others of the cohort's tree could lend it."""

    lends: str


def queue_rows(subject: Subject) -> Iterator[QueueRow]:
    """A row for each pool of each queue, in the order in which the queue tries them."""
    sharing = Sharing(subject)
    for team, flavors in sharing.flavors.items():
        for flavor in flavors:
            yield QueueRow(
                queue=team,
                namespace=namespace_of(subject.stack, team),
                cohort=sharing.cohort(team) or "",
                pool=flavor.name,
                nominal=flavor_text(flavor, flavor.quota.nominal),
                may_borrow=flavor_text(flavor, sharing.borrows(team, flavor)),
                lends=flavor_text(flavor, sharing.lends(team, flavor)),
            )
