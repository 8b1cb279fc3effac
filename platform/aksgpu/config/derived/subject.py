"""A stack under examination: the config, the day, and what follows from both."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property

from aksgpu.config.derived.cluster_facts import ClusterFacts, cluster_facts
from aksgpu.config.derived.offers import PoolOffer, pool_offers
from aksgpu.config.model.stack import StackConfig


class Subject:
    """What rules and builders read. `today` decides which dated facts have passed."""

    def __init__(self, stack: StackConfig, today: date) -> None:
        self.stack = stack
        self.today = today

    @cached_property
    def facts(self) -> ClusterFacts:
        """What is true of the cluster."""
        return cluster_facts(self.stack, self.today)

    @cached_property
    def offers(self) -> Mapping[str, PoolOffer]:
        """What each pool offers, by pool name."""
        return pool_offers(self.stack, self.facts)
