"""Container images and charts: pinned, so that what runs tomorrow is what was tested."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from aksgpu_policies.kinds import HELM_CHART, HELM_KINDS, POD_KINDS
from aksgpu_policies.places import containers, pod_specs
from aksgpu_policies.reading import everything_in, first_unknown, read, shown, unknowns
from aksgpu_policies.resource import Resource, Unknown
from aksgpu_policies.rule import rule
from aksgpu_policies.violation import CouldNotJudge, Finding, Violation

_EXACT = re.compile(r"v?[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?")
_REMEDY = "Name the version that was tested, or its digest."
_UNTAGGED = "has no tag"


@rule(
    "images-pinned",
    "Images have a tag other than latest, or a digest: otherwise a restart may bring a version that nobody has tried.",
    *POD_KINDS,
    *HELM_KINDS,
    severity="medium",
)
def images_pinned(resource: Resource) -> Iterator[Finding]:
    """Images of pod templates, and what Helm values say of images."""
    if resource.kind in HELM_KINDS:
        yield from _values(read(resource.inputs, "values"))
        return
    for container in (one for spec in pod_specs(resource) for one in containers(spec)):
        image = read(container, "image")
        if isinstance(image, Unknown):
            yield CouldNotJudge.at("The image of a container", image)
        elif isinstance(image, str) and (fault := _fault(image)):
            yield Violation(f"Image {shown(image)} {fault}, so what runs may change by itself.", _REMEDY)


def _fault(image: str) -> str | None:
    if "@" in image:
        return None
    _, colon, tag = image.rpartition("/")[2].partition(":")
    if not colon:
        return _UNTAGGED
    return "has the tag latest" if tag == "latest" else None


def _values(values: Any) -> Iterator[Finding]:
    for place, item in everything_in(values, "values"):
        if isinstance(item, Unknown):
            yield CouldNotJudge.at(place, item)
        elif isinstance(item, Mapping):
            yield from _image_values(cast(Mapping[str, Any], item), place)


def _image_values(values: Mapping[str, Any], place: str) -> Iterator[Finding]:
    """What one mapping says. A tag that is left out is the chart's own, and the chart is pinned."""
    for key in ("tag", "version"):
        if values.get(key) == "latest":
            yield Violation(f"{place}.{key} is latest, so what runs may change by itself.", _REMEDY)
    image = values.get("image")
    fault = _fault(image) if isinstance(image, str) and image else None
    # Some charts write the parts of an image beside each other.
    elsewhere = any(values.get(key) for key in ("tag", "version", "digest", "repository"))
    if fault and not (fault == _UNTAGGED and elsewhere):
        yield Violation(f"{place}.image {shown(image)} {fault}, so what runs may change by itself.", _REMEDY)


@rule(
    "helm-release-pinned",
    "A Helm release or chart names one exact chart version, so that the next run installs the same chart. "
    "In the engine a release is judged while its cluster or a value is not known yet: later, the Kubernetes provider "
    "shows policies the version that it found, whatever was asked for.",
    *HELM_KINDS,
    severity="high",
)
def helm_release_pinned(release: Resource) -> Iterator[Finding]:
    """A chart in a local folder is pinned by the repository that it stands in; an OCI digest is exact too.

    Some SDKs register a Chart without its arguments, and then nothing can be said of it. A Release comes to a policy
    after the provider's own check, which loads the chart where it can and writes the version found over the one that
    was asked for (pulumi-kubernetes provider/pkg/provider/helm_release.go, Check).
    """
    chart, version = read(release.inputs, "chart"), read(release.inputs, "version")
    if release.kind == HELM_CHART and version is None:
        version = read(release.inputs, "fetchOpts.version")
    local = read(release.inputs, "path") is not None
    if local or (isinstance(chart, str) and (chart.startswith((".", "/")) or "@sha256:" in chart)):
        return
    if isinstance(version, str) and _EXACT.fullmatch(version):
        return
    if first_unknown(chart, version):
        yield from unknowns(release.inputs, "chart", "version", "fetchOpts.version")
        return
    if release.kind == HELM_CHART and chart is None and version is None:
        yield CouldNotJudge("This chart is registered without its arguments, so its version is not seen here.")
        return
    what = "chart" if release.kind == HELM_CHART else "release"
    # The provider's check, where it does not load the chart, fills in an empty text.
    said = (
        "names no chart version" if version in (None, "") else f"names {shown(version)}, which is not one exact version"
    )
    yield Violation(f"This {what} {said}, so the next run may install another chart.", "Write the version in full.")
