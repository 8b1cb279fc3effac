"""A plan as plain JSON data: everything, in registration order, with markers spelled out."""

from typing import Any

from aksgpu.config.finding import Finding
from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import as_json, resolve
from aksgpu.ordering import needs
from aksgpu.plan import Plan

FORMAT = 1


def plan_json(plan: Plan, stack: str) -> dict[str, Any]:
    """The plan as JSON-ready data. `format` counts up when a key changes its meaning."""
    part_of = {entry.key: part.name for part in plan.parts for entry in part.entries}
    return {
        "format": FORMAT,
        "stack": stack,
        "environment": plan.subject.stack.environment,
        "today": plan.today.isoformat(),
        "catalogueDate": plan.catalogue_date.isoformat(),
        "parts": [{"name": part.name, "component": part.component} for part in plan.parts],
        "entries": [{"part": part_of[key], **entry_json(entry)} for key, entry in plan.entries.items()],
        "outputs": resolve(plan.outputs, as_json),
        "statements": [{"topic": item.topic, "text": item.text} for item in plan.statements],
        "findings": [finding_json(finding) for finding in plan.findings],
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    """One entry. `needs` holds the keys that it comes after, those of its markers included."""
    head: dict[str, Any] = {"key": entry.key, "needs": list(needs(entry))}
    match entry:
        case AzureResource():
            head |= {
                "kind": "azure",
                "type": entry.type,
                "path": resolve(entry.path, as_json),
                "inputs": resolve(entry.inputs, as_json),
                "scarce": entry.scarce,
                "protect": entry.protect,
                "ignoreChanges": list(entry.ignore_changes),
                "createOnly": list(entry.create_only),
                "read": entry.read,
            }
        case KubernetesObject():
            head |= {
                "kind": "object",
                "manifest": resolve(entry.manifest, as_json),
                "replaceOnChanges": list(entry.replace_on_changes),
                "ignoreChanges": list(entry.ignore_changes),
            }
        case ChartRelease():
            head |= {
                "kind": "chart",
                "name": entry.name,
                "namespace": entry.namespace,
                "reference": entry.reference,
                "repository": entry.repository,
                "version": entry.version,
                "timeoutSeconds": entry.timeout_seconds,
                "awaited": entry.awaited,
                "probe": resolve(entry.probe, as_json),
                "values": resolve(entry.values, as_json),
            }
    return head


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "severity": str(finding.severity),
        "rule": finding.rule,
        "path": finding.dotted,
        "message": finding.message,
        "remedy": finding.remedy,
    }
