"""A plan as files: Azure request bodies, Kubernetes objects, and each chart's name, version, source and values."""

import json
from collections.abc import Mapping
from typing import Any

from aksgpu.arm import arm_requests
from aksgpu.desired.entries import AzureResource, ChartRelease, Entry, KubernetesObject
from aksgpu.desired.markers import Marker, as_json, resolve
from aksgpu.desired.yaml_text import yaml_text
from aksgpu.plan import Plan

MARK = "README.md"


def rendered(plan: Plan, stack: str) -> Mapping[str, str]:
    """Relative file name to text. The names depend on keys only, so one change touches one file."""
    requests = arm_requests(plan.azure, plan.subject.stack.subscription_id)
    bodies = {item.key: {"method": item.method, "url": item.url, "body": item.body} for item in requests}
    files = {_file(entry): _text(entry, bodies) for entry in plan.entries.values()}
    return {MARK: _readme(plan, stack, files), **files}


def _file(entry: Entry) -> str:
    match entry:
        case AzureResource():
            return f"azure/{entry.key}.json"
        case KubernetesObject():
            return f"kubernetes/{entry.key}.yaml"
        case ChartRelease():
            return f"charts/{entry.name}.yaml"


def _text(entry: Entry, bodies: Mapping[str, Mapping[str, Any]]) -> str:
    match entry:
        case AzureResource():
            return json.dumps(bodies[entry.key], indent=2) + "\n"
        case KubernetesObject():
            return yaml_text(resolve(entry.manifest, _placeholder))
        case ChartRelease():
            chart = {
                "release": entry.name,
                "namespace": entry.namespace,
                "chart": entry.reference,
                "repository": entry.repository,
                "version": entry.version,
            }
            return yaml_text({**{k: v for k, v in chart.items() if v}, "values": resolve(entry.values, _placeholder)})


def _placeholder(marker: Marker) -> str:
    """A marker as text that nobody can take for a value."""
    inner = as_json(marker)
    return f"<{next(iter(inner))} {json.dumps(next(iter(inner.values())))}>".replace('"', "")


def _readme(plan: Plan, stack: str, files: Mapping[str, str]) -> str:
    charts = [entry for entry in plan.entries.values() if isinstance(entry, ChartRelease)]
    made = "\n".join(f"- what the chart {chart.name} {chart.version} makes from its values" for chart in charts)
    order = "\n".join(f"{number}. {name}" for number, name in enumerate(files, 1))
    return (
        f"# Stack {stack}, rendered\n\n"
        f"As of {plan.today}, with the catalogue of {plan.catalogue_date}. Text in angle brackets is known only to a "
        "registration.\n\n"
        "## Not in these files\n\n"
        f"{made}\n"
        "- the kubeconfig, which AKS hands out at registration\n"
        "- what AKS makes by itself in the node resource group\n\n"
        f"## Files, in the order of registration\n\n{order}\n"
    )
