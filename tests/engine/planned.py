"""What `aksgpu plan --format json` says, as the engine would say it: types, parents, inputs and options."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]

PLATFORM = ("aksgpu:index:GpuPlatform", "aksgpu")
RELEASE = "kubernetes:helm.sh/v3:Release"
MARKERS = ("fromAzure", "fromConfig", "joined", "registryLogin")
SECRETS = ("fromConfig", "registryLogin")


def entries(plan: Mapping[str, Any]) -> Iterator[Json]:
    """The entries that are registered: not those that somebody else made, which are looked up."""
    return (entry for entry in plan["entries"] if not entry.get("read"))


def key_of(entry: Mapping[str, Any]) -> tuple[str, str]:
    """Type and name."""
    return type_of(entry), entry["key"]


def type_of(entry: Mapping[str, Any]) -> str:
    """The engine's type token."""
    match entry["kind"]:
        case "azure":
            return entry["type"]
        case "chart":
            return RELEASE
        case _:
            version = entry["manifest"]["apiVersion"]
            group = version if "/" in version else f"core/{version}"
            return f"kubernetes:{group}:{entry['manifest']['kind']}"


def parent_of(plan: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[str, str]:
    """Type and name of the component that it belongs to."""
    components = {part["name"]: part["component"] for part in plan["parts"]}
    return f"aksgpu:index:{components[entry['part']]}", entry["part"]


def components(plan: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Types and names of the components: one for each part with entries, and the platform."""
    return {PLATFORM, *(parent_of(plan, entry) for entry in entries(plan))}


def inputs_of(entry: Mapping[str, Any]) -> Json:
    """The inputs, with markers as the plan writes them."""
    match entry["kind"]:
        case "azure":
            return {**entry["path"], **entry["inputs"]}
        case "chart":
            return {
                "chart": entry["reference"],
                "name": entry["name"],
                "namespace": entry["namespace"],
                "version": entry["version"],
                "values": entry["values"],
                "timeout": entry["timeoutSeconds"],
                "skipAwait": not entry["awaited"],
                "allowNullValues": True,
                "compat": "true",  # the SDK's own, on every release
                **({"repositoryOpts": {"repo": entry["repository"]}} if entry["repository"] else {}),
            }
        case _:
            return entry["manifest"]


def is_marker(value: Any) -> bool:
    """Whether this stands for what only a registration can know."""
    return isinstance(value, Mapping) and len(value) == 1 and next(iter(value)) in MARKERS


def holds_secret(value: Any) -> bool:
    """Whether a secret of the stack file is in this value, at any depth."""
    if is_marker(value) and next(iter(value)) in SECRETS:
        return True
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return any(map(holds_secret, inside))
