"""Node Feature Discovery: the only one of the cluster, and what GPU Operator finds GPU nodes by."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.chart_source import chart_row, mirrored, release_reference
from aksgpu.desired.bundles.cpu_places import cpu_places
from aksgpu.desired.bundles.helm_values import merged
from aksgpu.desired.bundles.node_preferences import no_control_plane
from aksgpu.desired.bundles.privileged_namespace import privileged_namespace
from aksgpu.desired.entries import ChartRelease, Part
from aksgpu.desired.tolerations import system_tolerations, tolerations

NAMESPACE = "node-feature-discovery"
CHART = "node-feature-discovery"
CHART_KEY = "chart-nfd"

PCI_CLASSES = ("02", "0200", "0207", "0300", "0302")
"""Network, Ethernet, InfiniBand, display and 3D controllers: the list that NVIDIA's own charts use."""

_IMAGE = "registry.k8s.io/nfd/node-feature-discovery"


def parts(subject: Subject) -> Iterator[Part]:
    """The part `node-feature-discovery`, where the stack has GPU pools."""
    if not subject.stack.gpu_pools:
        return
    given = subject.stack.gpu_software.node_feature_discovery
    row = chart_row(CHART, given.version)
    reference, repository = release_reference(subject, row)
    namespace = privileged_namespace(NAMESPACE)
    release = ChartRelease(
        key=CHART_KEY,
        name="node-feature-discovery",
        namespace=NAMESPACE,
        reference=reference,
        repository=repository,
        version=row.version,
        values=merged(values(subject), given.values),
        after=(namespace.key, *cpu_places(subject)),
    )
    yield Part("node-feature-discovery", "NodeFeatureDiscovery", (namespace, release))


def values(subject: Subject) -> dict[str, Any]:
    """The platform's own values. The worker goes wherever a GPU pool is; the rest stays on nodes without GPUs."""
    offers = subject.offers.values()
    system = system_tolerations(subject)
    out: dict[str, Any] = {
        "priorityClassName": "system-node-critical",
        "worker": {
            "enable": True,
            "tolerations": [*tolerations(offers), *system],
            "config": {"sources": {"pci": {"deviceClassWhitelist": [*PCI_CLASSES], "deviceLabelFields": ["vendor"]}}},
        },
        # GPU feature discovery hands its labels to the worker, and they are in NVIDIA's namespace.
        "master": {
            "enable": True,
            "tolerations": system,
            "affinity": no_control_plane(),
            "config": {"extraLabelNs": ["nvidia.com"]},
        },
        "gc": {"tolerations": system},
        "prometheus": {"enable": False},
    }
    repository = mirrored(subject, _IMAGE)
    if repository != _IMAGE:
        out["image"] = {"repository": repository}
    return out
