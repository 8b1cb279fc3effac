"""Pod PriorityClasses, each with a Kueue WorkloadPriorityClass of the same value."""

from typing import Annotated, Literal

from pydantic import Field

from aksgpu.config.model.base import Config


class Priority(Config):
    """One pair of priority classes."""

    value: Annotated[int, Field(ge=-10, le=1_000_000)]
    """Higher goes first. Below -10 the autoscaler ignores pods; system classes start at two thousand million."""

    preemption: Literal["Never", "PreemptLowerPriority"] = "Never"
    """Whether a pod may push others off a node. Kueue's own preemption is set per queue."""

    description: str = ""
    """What the class is for, as shown in the cluster. At most 2048 characters."""
