"""Charts: every row, the defaults, and what is said of versions that do not fit."""

import re

import pytest

from aksgpu.catalogue.charts import (
    CHART_VERSIONS,
    CHARTS,
    ChartVersion,
    chart_note,
    chart_version,
    default_chart_version,
    why_chart_does_not_fit,
)
from aksgpu.catalogue.mig import models_with_mig, why_driver_too_old_for_mig
from aksgpu.catalogue.problem import Problem


@pytest.mark.parametrize("row", CHART_VERSIONS, ids=lambda row: f"{row.chart}-{row.version}")
def test_row(row: ChartVersion) -> None:
    assert row.source
    assert row.contents
    assert re.match(r"(https|oci)://\S+[^/]$", row.repository)
    assert re.fullmatch(r"v?[0-9]+\.[0-9]+(\.[0-9]+)?", row.version)
    assert not (row.default and row.rehearsal_only)
    assert row.note.endswith(".") or not row.note
    if row.tested_minors:
        assert row.tested_minors[0] <= row.tested_minors[1]
    if row.repository.startswith("oci://"):
        assert row.reference == f"{row.repository}/{row.chart}"
    else:
        assert row.reference == row.chart
    assert chart_version(row.chart, row.version) is row


@pytest.mark.parametrize("chart", CHARTS)
def test_each_chart_has_one_default(chart: str) -> None:
    defaults = [row for row in CHART_VERSIONS if row.chart == chart and row.default]
    assert len(defaults) == 1
    assert chart_version(chart, None) is default_chart_version(chart) is defaults[0]


def test_pins() -> None:
    operator = default_chart_version("gpu-operator")
    assert operator.version == "v26.3.3"
    assert operator.contents["driver"] == "580.126.20"
    assert operator.contents["dcgm-exporter"].startswith("4.5.3-4.8.2")
    assert default_chart_version("node-feature-discovery").version == operator.contents["node-feature-discovery"]
    kueue = default_chart_version("kueue")
    assert kueue.version == "0.19.2"
    assert kueue.contents["kueue.x-k8s.io"] == kueue.contents["config.kueue.x-k8s.io"] == "v1beta2"


def test_the_rehearsal_row_says_so() -> None:
    row = chart_version("gpu-operator", "v25.10")
    assert isinstance(row, ChartVersion)
    assert row.rehearsal_only
    assert row.note.startswith("For rehearsals only")
    assert [each for each in CHART_VERSIONS if each.rehearsal_only] == [row]


def test_an_unknown_version_names_the_nearest() -> None:
    problem = chart_version("gpu-operator", "26.3.3")
    assert isinstance(problem, Problem)
    assert problem.message == (
        "the catalogue has no version 26.3.3 of the chart gpu-operator, so the platform cannot write values for it."
    )
    assert problem.remedy == "Write v26.3.3, or leave it out, which is the same.", "never the row for rehearsals"


def test_kubernetes_versions_of_charts() -> None:
    kueue, operator = default_chart_version("kueue"), default_chart_version("gpu-operator")
    discovery = default_chart_version("node-feature-discovery")
    assert why_chart_does_not_fit(kueue, "1.31") is None
    assert chart_note(kueue, "1.36.2") is None
    assert "1.34 to 1.36; whether it works on 1.31" in (chart_note(kueue, "1.31") or "")
    assert "1.32 to 1.36; whether it works on 1.37" in (chart_note(operator, "1.37") or "")
    assert chart_note(discovery, "1.37") is None, "a project that names no tests gives nothing to compare"
    assert chart_note(kueue, "1.99") is None


def test_a_chart_too_new_for_the_cluster_is_refused() -> None:
    row = ChartVersion("demo", "1.0.0", "https://charts.example", {"demo": "1"}, 34, None, "test")
    problem = why_chart_does_not_fit(row, "1.33.13")
    assert problem is not None
    assert problem.message == "demo 1.0.0 needs Kubernetes 1.34 or later, and the cluster runs 1.33."
    assert why_chart_does_not_fit(row, "1.34") is None


def test_the_default_driver_divides_every_gpu_but_the_newest() -> None:
    driver = default_chart_version("gpu-operator").contents["driver"]
    assert [model for model in models_with_mig() if why_driver_too_old_for_mig(model, driver)] == ["GB300"]
