"""What the policy pack says of a plan, by the very rules that run in the engine."""

from dataclasses import dataclass
from typing import Any

from aksgpu_policies.run import Judged

from aksgpu.report.section import Section, Table


@dataclass(frozen=True, slots=True)
class PolicyResults:
    """The outcome of all rules on all entries. `rules` is how many rules ran."""

    judged: tuple[Judged, ...]
    rules: int

    @property
    def broken(self) -> tuple[Judged, ...]:
        """Violations of mandatory rules that no waiver covers."""
        return tuple(
            item for item in self.judged if item.outcome == "violation" and item.rule.enforcement == "mandatory"
        )

    def section(self) -> Section:
        """The results as a section of the report."""
        shown = [item for item in self.judged if item.outcome != "unknown"]
        unknown = len(self.judged) - len(shown)
        rows = tuple(
            (item.outcome, item.rule.enforcement, item.rule.name, item.resource.name, f"{item.message} {item.remedy}")
            for item in shown
        )
        verdict = f"{self.rules} policies ran; {len(self.broken)} mandatory ones are broken."
        lines = [verdict]
        if unknown:
            lines.append(f"{unknown} values are known only to a registration; the engine judges them then.")
        return Section("Policies", Table(("Outcome", "Level", "Policy", "Resource", "Why"), rows), tuple(lines))

    def as_json(self) -> list[dict[str, Any]]:
        """The results as plain JSON data."""
        return [
            {
                "outcome": item.outcome,
                "enforcement": item.rule.enforcement,
                "rule": item.rule.name,
                "resource": item.resource.name,
                "message": item.message,
                "remedy": item.remedy,
            }
            for item in self.judged
        ]
