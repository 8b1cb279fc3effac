"""Where charts come from."""

from collections.abc import Callable
from typing import Any

import pytest

from aksgpu.catalogue.charts import default_chart_version
from aksgpu.config.derived.subject import Subject
from aksgpu.desired.bundles.chart_source import chart_row, mirrored, release_reference

Make = Callable[..., Subject]
NVIDIA = "https://helm.ngc.nvidia.com/nvidia"


@pytest.mark.parametrize(
    ("charts", "chart", "reference", "repository"),
    [
        ({}, "gpu-operator", "gpu-operator", NVIDIA),
        ({}, "kueue", "oci://registry.k8s.io/kueue/charts/kueue", None),
        ({"mirror": "oci://acr.example.io/charts/"}, "kueue", "oci://acr.example.io/charts/kueue", None),
        ({"mirror": "oci://acr.example.io/charts"}, "gpu-operator", "oci://acr.example.io/charts/gpu-operator", None),
        ({"folder": "vendor/charts"}, "gpu-operator", "vendor/charts/gpu-operator", None),
    ],
)
def test_home_mirror_and_folder(
    subject: Make, charts: dict[str, Any], chart: str, reference: str, repository: str | None
) -> None:
    found = release_reference(subject({"charts": charts}), default_chart_version(chart))
    assert found == (reference, repository)


def test_an_unknown_version_does_not_raise() -> None:
    assert chart_row("kueue", "0.0.0") == default_chart_version("kueue")


def test_a_mirror_replaces_the_host_only(subject: Make) -> None:
    made = subject({"charts": {"imageRegistry": "acr.example.io/"}})
    assert mirrored(made, "registry.k8s.io/kueue/kueue") == "acr.example.io/kueue/kueue"
    assert mirrored(subject(), "registry.k8s.io/kueue/kueue") == "registry.k8s.io/kueue/kueue"
