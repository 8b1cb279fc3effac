"""What the policy pack says of a plan, by the very rules that run in the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import FromAzure, Marker, resolve
from aksgpu.plan import Plan
from aksgpu.report.section import Section, Table
from aksgpu_policies.registry import RULES
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.run import Judged, judge
from aksgpu_policies.waivers import Waiver


@dataclass(frozen=True, slots=True)
class PolicyResults:
    """What all rules found on all entries."""

    judged: tuple[Judged, ...]

    @property
    def broken(self) -> tuple[Judged, ...]:
        """What stops a preview."""
        return tuple(item for item in self.judged if item.stops)

    def section(self) -> Section:
        """The results as a section of the report."""
        shown = [item for item in self.judged if item.outcome != "unknown"]
        unknown = len(self.judged) - len(shown)
        rows = tuple(
            (item.outcome, item.rule.enforcement, item.rule.name, item.resource.name, f"{item.message} {item.remedy}")
            for item in shown
        )
        lines = [f"{len(RULES)} policies ran; {_count(len({item.rule.name for item in self.broken}))} broken."]
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


def policy_results(plan: Plan, waivers: Sequence[Waiver] = ()) -> PolicyResults:
    """All rules on what the plan's stack registers."""
    half = plan.subject.stack.register_
    registered = [
        entry
        for entry in plan.entries.values()
        if not (isinstance(entry, AzureResource) and entry.read)
        and (half == "all" or (half == "azure") == isinstance(entry, AzureResource))
    ]
    return PolicyResults(judge([as_resource(entry) for entry in registered], waivers, plan.today))


def as_resource(entry: Entry) -> Resource:
    """An entry as policies see it: the engine's type token and inputs, with markers as unknown values."""
    match entry:
        case AzureResource():
            inputs = resolve({**entry.path, **entry.inputs}, _unknown)
            return Resource(entry.type, entry.key, inputs, entry.protect, entry.ignore_changes)
        case KubernetesObject():
            version = str(entry.manifest["apiVersion"])
            token = f"kubernetes:{version if '/' in version else f'core/{version}'}:{entry.manifest['kind']}"
            return Resource(token, entry.key, resolve(entry.manifest, _unknown))
        case ChartRelease():
            inputs = {
                "name": entry.name,
                "namespace": entry.namespace,
                "chart": entry.reference,
                "version": entry.version,
                "values": resolve(entry.values, _unknown),
            }
            return Resource("kubernetes:helm.sh/v3:Release", entry.key, inputs)


def _unknown(marker: Marker) -> Unknown:
    return Unknown(f"{marker.resource}.{marker.output}" if isinstance(marker, FromAzure) else "")


def _count(broken: int) -> str:
    return {0: "no mandatory one is", 1: "one mandatory one is"}.get(broken, f"{broken} mandatory ones are")
