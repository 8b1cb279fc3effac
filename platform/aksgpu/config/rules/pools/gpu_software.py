"""Rules about the driver, the charts and the images on GPU nodes."""

import re
from collections.abc import Iterator

from aksgpu.catalogue.charts import ChartVersion, chart_note, chart_version, why_chart_does_not_fit
from aksgpu.config.derived.gpu_software_release import GPU_OPERATOR, NODE_FEATURE_DISCOVERY, gpu_operator_release
from aksgpu.config.derived.subject import Subject
from aksgpu.config.finding import Finding, Path, error, note, warning

_SOFTWARE: Path = ("gpuSoftware",)


def driver_is_the_operators(subject: Subject) -> Iterator[Finding]:
    """AKS's driver needs a device plugin of its own, which is not part of the platform yet (field case F04)."""
    if subject.stack.gpu_software.driver_owner == "aks":
        yield error(
            (*_SOFTWARE, "driverOwner"),
            "with AKS's own driver nothing of this platform would offer the GPUs to pods: the stand-alone device "
            "plugin that this needs is not part of it yet. On AKS one GPU node that offers no GPU can stop the "
            "autoscaler for all pools (kubernetes/autoscaler#10301).",
            "Write driverOwner: operator, or leave it out.",
        )


def _charts(subject: Subject) -> Iterator[tuple[Path, str, str | None]]:
    software = subject.stack.gpu_software
    yield (*_SOFTWARE, "operator", "version"), GPU_OPERATOR, software.operator.version
    yield (
        (*_SOFTWARE, "nodeFeatureDiscovery", "version"),
        NODE_FEATURE_DISCOVERY,
        software.node_feature_discovery.version,
    )


def gpu_charts_are_known(subject: Subject) -> Iterator[Finding]:
    """Values are built for the chart versions of the catalogue, and for no others."""
    for path, chart, version in _charts(subject):
        row = chart_version(chart, version)
        if not isinstance(row, ChartVersion):
            yield error(path, row.message, row.remedy)


def gpu_charts_fit_kubernetes(subject: Subject) -> Iterator[Finding]:
    """A chart runs on the cluster's Kubernetes version, as far as its project says."""
    if not subject.stack.gpu_pools:
        return
    for path, chart, version in _charts(subject):
        row = chart_version(chart, version)
        if not isinstance(row, ChartVersion):
            continue
        problem = why_chart_does_not_fit(row, subject.facts.kubernetes_version)
        if problem is not None:
            yield error(path, problem.message, problem.remedy)
        untested = chart_note(row, subject.facts.kubernetes_version)
        if untested is not None:
            yield note(path, untested)


def gpu_charts_are_for_clusters(subject: Subject) -> Iterator[Finding]:
    """Some rows exist for rehearsals on this machine only."""
    for path, chart, version in _charts(subject):
        row = chart_version(chart, version)
        if isinstance(row, ChartVersion) and row.rehearsal_only:
            yield warning(
                path,
                f"{chart} {row.version} is not meant for a cluster. {row.note}",
                "Leave version out on a cluster.",
            )
        elif isinstance(row, ChartVersion) and row.note and subject.stack.gpu_pools:
            yield note(path, f"{chart} {row.version}: {row.note}")


def driver_version_is_well_formed(subject: Subject) -> Iterator[Finding]:
    """A driver version is what NVIDIA tags its images with."""
    given = subject.stack.gpu_software.operator.driver_version
    path = (*_SOFTWARE, "operator", "driverVersion")
    if given is None:
        return
    row = gpu_operator_release(subject.stack)
    if not re.fullmatch(r"[0-9]{3}\.[0-9]{2,3}(\.[0-9]{2})?", given):
        known = row.contents["driver"] if row is not None else "580.126.20"
        yield error(
            path,
            f"{given!r} is not a version of NVIDIA's data-centre driver.",
            f'Write for example "{known}", in quotes, or leave it out.',
        )
    elif row is not None and given != row.contents["driver"]:
        yield note(
            path,
            f"gpu-operator {row.version} comes with driver {row.contents['driver']}. That {given} works with it, and "
            "that NVIDIA has its image for the nodes' OS, is not confirmed.",
        )


def registry_is_used(subject: Subject) -> Iterator[Finding]:
    """A login that no image needs is a sign of two answers to one question."""
    registry, mirror = subject.stack.gpu_software.registry, subject.stack.charts.image_registry
    if registry is not None and registry.server == "nvcr.io" and mirror is not None:
        yield warning(
            (*_SOFTWARE, "registry"),
            f"the login is for nvcr.io, and charts.imageRegistry takes NVIDIA's images from {mirror} instead, so this "
            "login is never used.",
            f"Write registry.server: {mirror.partition('/')[0]} if that registry needs a login, or take registry out.",
        )


def registry_server_is_a_host(subject: Subject) -> Iterator[Finding]:
    """A pull secret names a host; images keep their own paths below it."""
    registry = subject.stack.gpu_software.registry
    if registry is not None and not re.fullmatch(r"[a-z0-9]([-.a-z0-9]*[a-z0-9])?(:[0-9]{1,5})?", registry.server):
        yield error(
            (*_SOFTWARE, "registry", "server"),
            f"{registry.server!r} is not the host of a registry. A login is for a host, without https:// and path.",
            "Write for example nvcr.io, or acrprod.azurecr.io.",
        )


def images_come_from_the_internet(subject: Subject) -> Iterator[Finding]:
    """Nodes pull the driver from NVIDIA's public registry unless the stack names another."""
    registry = subject.stack.gpu_software.registry
    public = (registry is None or registry.server == "nvcr.io") and subject.stack.charts.image_registry is None
    if subject.stack.gpu_pools and public:
        yield note(
            (*_SOFTWARE,),
            "every GPU node pulls the driver and NVIDIA's other software from nvcr.io over the internet: while that is "
            "out of reach, new GPU nodes do not come up.",
            "Write charts.imageRegistry to take them from a mirror of your own.",
        )
