"""Helm charts that the platform installs: exact versions, what they contain, and the Kubernetes versions they fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from aksgpu.catalogue.kubernetes_versions import kubernetes_version
from aksgpu.catalogue.problem import Problem
from aksgpu.catalogue.spelling import nearest, one_of


@dataclass(frozen=True, slots=True)
class ChartVersion:
    """One version of one chart."""

    chart: str
    version: str
    """As Helm takes it: with a leading v only where the chart's own has one."""

    repository: str
    """An https:// repository, or an oci:// path that holds the chart under its name."""

    contents: Mapping[str, str]
    """Versions of what the chart installs or brings, by name."""

    oldest_minor: int | None
    """Oldest Kubernetes minor (the number after "1.") that the project states; None where it states none."""

    tested_minors: tuple[int, int] | None
    """First and last minor that the project tests or validates; None where it names none."""

    source: str
    default: bool = False
    rehearsal_only: bool = False
    """For rehearsals and engine tests on this machine, never for a cluster."""

    note: str = ""

    @property
    def reference(self) -> str:
        """What Helm installs from without a repository of its own: the oci:// address, or the bare name."""
        return f"{self.repository}/{self.chart}" if self.repository.startswith("oci://") else self.chart


_NVIDIA = "https://helm.ngc.nvidia.com/nvidia"

CHART_VERSIONS: tuple[ChartVersion, ...] = (
    ChartVersion(
        chart="gpu-operator",
        version="v26.3.3",
        repository=_NVIDIA,
        contents=MappingProxyType(
            {
                "driver": "580.126.20",
                "driver-manager": "v0.11.0",
                "container-toolkit": "v1.19.1",
                "device-plugin": "v0.19.3",
                "gpu-feature-discovery": "v0.19.3",
                "dcgm": "4.5.2-1-ubuntu22.04",
                "dcgm-exporter": "4.5.3-4.8.2-distroless",
                "mig-manager": "v0.14.2",
                "node-feature-discovery": "0.18.3",
            }
        ),
        oldest_minor=None,
        tested_minors=(32, 36),
        source="NVIDIA/gpu-operator v26.3.3 values.yaml and Chart.yaml; platform support page of 26.3 (2026-06-30)",
        default=True,
        note="NVIDIA supports 26.7 since 2026-08-20 and calls 26.3 deprecated: it still gets fixes of severe bugs.",
    ),
    ChartVersion(
        chart="gpu-operator",
        version="v25.10",
        repository=_NVIDIA,
        contents=MappingProxyType(
            {
                "driver": "580.82.07",
                "container-toolkit": "v1.17.8-ubuntu20.04",
                "device-plugin": "v0.17.4",
                "gpu-feature-discovery": "v0.17.4",
                "dcgm": "4.3.1-1-ubuntu22.04",
                "dcgm-exporter": "4.3.1-4.4.0-ubuntu22.04",
                "mig-manager": "v0.12.3-ubuntu20.04",
                "node-feature-discovery": "0.17.3",
            }
        ),
        oldest_minor=None,
        tested_minors=None,
        source="Go module github.com/NVIDIA/gpu-operator v0.0.0-20250917190837-d73a0086a6ba, the only one served",
        rehearsal_only=True,
        note="For rehearsals only: a state of development shortly before v25.10, whose support has ended.",
    ),
    ChartVersion(
        chart="node-feature-discovery",
        version="0.18.3",
        repository="oci://registry.k8s.io/nfd/charts",
        contents=MappingProxyType({"node-feature-discovery": "v0.18.3"}),
        oldest_minor=None,
        tested_minors=None,
        source="NVIDIA/gpu-operator v26.3.3 Chart.yaml, which bundles this version",
        default=True,
    ),
    ChartVersion(
        chart="kueue",
        version="0.19.2",
        repository="oci://registry.k8s.io/kueue/charts",
        contents=MappingProxyType(
            {"kueue": "v0.19.2", "kueue.x-k8s.io": "v1beta2", "config.kueue.x-k8s.io": "v1beta2"}
        ),
        oldest_minor=29,
        tested_minors=(34, 36),
        source="kubernetes-sigs/kueue v0.19.2 (2026-08-20)",
        default=True,
    ),
)

CHARTS = tuple(dict.fromkeys(row.chart for row in CHART_VERSIONS))
"""Names of the charts."""


def default_chart_version(chart: str) -> ChartVersion:
    """The version that a stack gets when it names none. Raises StopIteration for a chart that is not in CHARTS."""
    return next(row for row in CHART_VERSIONS if row.chart == chart and row.default)


def chart_version(chart: str, version: str | None) -> ChartVersion | Problem:
    """The row of a chart's version, or its default where `version` is None; a Problem where the catalogue has none."""
    default = default_chart_version(chart)
    if version is None:
        return default
    rows = {row.version: row for row in CHART_VERSIONS if row.chart == chart}
    if version in rows:
        return rows[version]
    meant = [row.version for row in rows.values() if not row.rehearsal_only]
    near = nearest(version, rows)
    hint = f"Did you mean {near}? " if near and len(meant) > 1 else ""
    return Problem(
        f"the catalogue has no version {version} of the chart {chart}, so the platform cannot write values for it.",
        f"{hint}Write {one_of(meant)}, or leave it out"
        + (f" for {default.version}." if len(meant) > 1 else ", which is the same."),
    )


def why_chart_does_not_fit(row: ChartVersion, kubernetes: str) -> Problem | None:
    """Why a chart does not run on a Kubernetes version: its project states an older limit. None where none is known."""
    version = kubernetes_version(kubernetes)
    if version is None or row.oldest_minor is None or version.number >= row.oldest_minor:
        return None
    return Problem(
        f"{row.chart} {row.version} needs Kubernetes 1.{row.oldest_minor} or later, and the cluster runs "
        f"{version.minor}.",
        f"Write a kubernetesVersion of 1.{row.oldest_minor} or later.",
    )


def chart_note(row: ChartVersion, kubernetes: str) -> str | None:
    """That a project names no test of this chart on this Kubernetes version, where it names tests at all."""
    version = kubernetes_version(kubernetes)
    if version is None or row.tested_minors is None:
        return None
    first, last = row.tested_minors
    if first <= version.number <= last:
        return None
    return (
        f"{row.chart} {row.version} is tested by its project on Kubernetes 1.{first} to 1.{last}; "
        f"whether it works on {version.minor} is not confirmed."
    )
