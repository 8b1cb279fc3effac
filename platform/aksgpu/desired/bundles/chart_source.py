"""Where a chart and its images come from: their public homes, a private mirror, or a local folder."""

from aksgpu.catalogue.charts import ChartVersion, chart_version, default_chart_version
from aksgpu.config.derived.subject import Subject


def chart_row(chart: str, version: str | None) -> ChartVersion:
    """The row of a chart's version. A version that the catalogue lacks is refused by a rule before this is asked."""
    row = chart_version(chart, version)
    return row if isinstance(row, ChartVersion) else default_chart_version(chart)


def release_reference(subject: Subject, row: ChartVersion) -> tuple[str, str | None]:
    """What Helm installs from, and the repository to look it up in; None where the reference says it all.

    `charts.folder` holds each chart in a folder of its name, `charts.mirror` each under its name below an OCI path.
    """
    charts = subject.stack.charts
    if charts.folder is not None:
        return f"{charts.folder.rstrip('/')}/{row.chart}", None
    if charts.mirror is not None:
        return f"{charts.mirror.rstrip('/')}/{row.chart}", None
    return row.reference, None if row.repository.startswith("oci://") else row.repository


def mirrored(subject: Subject, repository: str) -> str:
    """An image's repository, such as `registry.k8s.io/nfd/node-feature-discovery`, in the stack's own registry if any.

    A mirror keeps the path and replaces the host.
    """
    host, _, path = repository.partition("/")
    return f"{_registry(subject) or host}/{path}"


def nvidia_repository(subject: Subject, path: str) -> str:
    """Where NVIDIA's images of one path are, for example `nvcr.io/nvidia/k8s` for `nvidia/k8s`.

    A registry of the stack's GPU software is for these images alone, so it goes before the one for all images.
    """
    return f"{nvidia_registry(subject)}/{path}"


def nvidia_registry(subject: Subject) -> str:
    """The host that NVIDIA's images come from."""
    registry = subject.stack.gpu_software.registry
    if registry is not None and registry.server != NGC:
        return registry.server.rstrip("/")
    return _registry(subject) or NGC


NGC = "nvcr.io"
"""NVIDIA's own registry."""


def _registry(subject: Subject) -> str | None:
    given = subject.stack.charts.image_registry
    return given.rstrip("/") if given else None
