"""Kueue's names and limits, held against its own schema, and the words about what it lacks."""

import json
from pathlib import Path
from typing import Any

import pytest

from aksgpu.catalogue.charts import CHART_VERSIONS
from aksgpu.catalogue.kueue import (
    KUEUE_VERSIONS,
    POD_FRAMEWORKS,
    KueueFacts,
    kueue_facts,
    why_no_provisioning_requests,
    why_not_a_framework,
)

SCHEMAS = Path(__file__).parents[1] / "schemas"


def _spec(kind: str) -> dict[str, Any]:
    schema = json.loads((SCHEMAS / f"kueue.x-k8s.io_v1beta2_{kind}.json").read_text())
    return schema["properties"]["spec"]["properties"]


@pytest.mark.parametrize("row", KUEUE_VERSIONS, ids=lambda row: row.version)
def test_row(row: KueueFacts) -> None:
    assert row.source
    assert len(set(row.frameworks)) == len(row.frameworks)
    assert set(POD_FRAMEWORKS) <= set(row.frameworks)
    for name in row.frameworks:
        assert ("/" in name) == (name not in POD_FRAMEWORKS)
        assert why_not_a_framework(row.version, name) is None
    assert kueue_facts(row.version) is row


def test_every_chart_version_has_its_facts() -> None:
    charts = [row.version for row in CHART_VERSIONS if row.chart == "kueue"]
    assert {row.version for row in KUEUE_VERSIONS} == set(charts)


def test_limits_are_those_of_the_schema() -> None:
    row = KUEUE_VERSIONS[-1]
    groups = _spec("ClusterQueue")["resourceGroups"]["items"]["properties"]
    assert groups["flavors"]["maxItems"] == row.most_flavors
    assert groups["coveredResources"]["maxItems"] == row.most_resources
    assert _spec("ResourceFlavor")["tolerations"]["maxItems"] == row.most_tolerations


def test_an_unknown_framework_gets_the_nearest() -> None:
    problem = why_not_a_framework("0.19.2", "batch/jobs")
    assert problem is not None
    assert "'batch/jobs'" in problem.message
    assert problem.remedy == "Write batch/job."
    strange = why_not_a_framework("0.19.2", "zzz")
    assert strange is not None
    assert "batch/job" in strange.remedy


@pytest.mark.parametrize(("minor", "answered"), [(31, False), (32, False), (33, True), (36, True)])
def test_provisioning_requests_need_1_33(minor: int, answered: bool) -> None:
    problem = why_no_provisioning_requests(minor)
    assert (problem is None) == answered
    if problem:
        assert f"runs 1.{minor}" in problem.message
