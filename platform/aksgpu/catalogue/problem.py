"""A sentence about a fact, in the same words for config and policy."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """What does not fit and why, and what to write instead."""

    message: str
    remedy: str
