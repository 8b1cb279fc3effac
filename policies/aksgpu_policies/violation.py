"""What a rule finds. A rule that finds nothing has nothing against a resource."""

from dataclasses import dataclass

from aksgpu.catalogue.problem import Problem
from aksgpu_policies.resource import Unknown


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: what is wrong and why, and what to write instead, as whole sentences."""

    message: str
    remedy: str

    @classmethod
    def of(cls, problem: Problem) -> "Violation":
        """The catalogue's sentences. The first letter becomes a capital where it begins a common word."""
        word = problem.message.partition(" ")[0]
        start = problem.message[:1].upper() if word.isalpha() and word.islower() else problem.message[:1]
        return cls(start + problem.message[1:], problem.remedy)


@dataclass(frozen=True, slots=True)
class CouldNotJudge:
    """What the rule could not judge, as a whole sentence: a value is not known yet, or no fact is known about it."""

    message: str

    @classmethod
    def at(cls, path: str, value: Unknown) -> "CouldNotJudge":
        """An input that only the registration brings."""
        made = f"{value.source} is known" if value.source else "what it comes from has been made"
        return cls(f"{path} could not be judged: its value is known only after {made}.")


Finding = Violation | CouldNotJudge
