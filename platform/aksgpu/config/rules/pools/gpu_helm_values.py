"""Rules about the user's own Helm values: a key that the platform owns has a field of its own."""

from collections.abc import Iterator, Mapping
from typing import Any

from aksgpu.config.derived.owned_values import GPU_OPERATOR_KEYS, NODE_FEATURE_DISCOVERY_KEYS, OwnedKey, clashes
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, dotted, error


def operator_values_are_free(subject: Subject) -> Iterator[Finding]:
    """Values of the GPU Operator that the platform writes are refused."""
    path = ("gpuSoftware", "operator", "values")
    yield from _clashes(path, subject.stack.gpu_software.operator.values, GPU_OPERATOR_KEYS)


def discovery_values_are_free(subject: Subject) -> Iterator[Finding]:
    """Values of Node Feature Discovery that the platform writes are refused."""
    path = ("gpuSoftware", "nodeFeatureDiscovery", "values")
    yield from _clashes(path, subject.stack.gpu_software.node_feature_discovery.values, NODE_FEATURE_DISCOVERY_KEYS)


def _clashes(path: Path, values: Mapping[str, Any], keys: tuple[OwnedKey, ...]) -> Iterator[Finding]:
    found: dict[Path, list[OwnedKey]] = {}
    for here, key in clashes(values, keys):
        found.setdefault((*path, *here), []).append(key)
    for where, owners in found.items():
        first = owners[0]
        yield error(
            where,
            f"the platform writes the Helm value {dotted(first.path)} itself: {first.owner}.",
            f"Take {dotted(where[len(path) :])} out of values.",
        )
