"""Where queues and quotas stand in a stack, for the rules about them."""

from collections.abc import Iterator
from dataclasses import dataclass

from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Path
from aksgpu.config.model.queues import Quota, TeamQueue
from aksgpu.config.model.stack import StackConfig


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """One team's queue and its place."""

    team: str
    queue: TeamQueue

    @property
    def path(self) -> Path:
        """Of the queue."""
        return ("teams", self.team, "queue")


@dataclass(frozen=True, slots=True)
class QuotaPlace:
    """One team's quota of one pool and its place."""

    team: str
    queue: TeamQueue
    pool: str
    quota: Quota

    @property
    def path(self) -> Path:
        """Of the quota."""
        return ("teams", self.team, "queue", "quota", self.pool)


def queues(stack: StackConfig) -> Iterator[QueuePlace]:
    """Every queue, in the order of the teams."""
    for name, team in stack.teams.items():
        if team.queue is not None:
            yield QueuePlace(name, team.queue)


def quotas(subject: Subject) -> Iterator[QuotaPlace]:
    """Every quota, in the order of teams and pools."""
    for place in queues(subject.stack):
        for pool, quota in place.queue.quota.items():
            yield QuotaPlace(place.team, place.queue, pool, quota)
