"""What the table of tools promises about the folders beside it."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from aksgpu_tools.pins import Pins, read
from aksgpu_tools.table import TOOLS
from aksgpu_tools.tool import Tool

from aksgpu.catalogue.charts import CHART_VERSIONS

TOOLS_FOLDER = Path(__file__).parents[2] / "tools"
README = (TOOLS_FOLDER / "README.md").read_text()


def pins(tool: Tool) -> Pins:
    return read(TOOLS_FOLDER / tool.folder)


def taken_from(tool: Tool) -> set[str]:
    return {tool.module, *(files.module for files in tool.files)}


def test_every_folder_with_pins_is_in_the_table() -> None:
    assert {file.parent.name for file in TOOLS_FOLDER.glob("*/go.mod")} == {tool.folder for tool in TOOLS}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.folder)
def test_what_is_taken_from_a_module_is_pinned_and_has_its_sum(tool: Tool) -> None:
    sums = (TOOLS_FOLDER / tool.folder / "go.sum").read_text()
    for module in taken_from(tool):
        assert f"{module} {pins(tool).versions[module]} h1:" in sums


def test_a_module_that_is_used_twice_has_one_version() -> None:
    versions: dict[str, set[str]] = defaultdict(set)
    for tool in TOOLS:
        used = pins(tool).versions if tool.folder == "schemas" else taken_from(tool)
        for module in used:
            versions[module].add(pins(tool).versions[module])
    assert {module: found for module, found in versions.items() if len(found) > 1} == {}
    assert len(versions) >= 8


def test_every_module_of_a_kubernetes_release_is_at_that_release() -> None:
    [kubernetes] = [pins(tool).versions for tool in TOOLS if tool.folder == "kubernetes"]
    release = kubernetes["k8s.io/kubernetes"].removeprefix("v1.")
    staged = {module: found for module, found in kubernetes.items() if re.match(r"k8s\.io/.*", module)}
    others = {"k8s.io/kubernetes", "k8s.io/klog/v2", "k8s.io/kube-openapi", "k8s.io/utils", "k8s.io/system-validators"}
    assert {found for module, found in staged.items() if module not in others} == {f"v0.{release}"}


def test_the_charts_are_those_of_the_catalogue() -> None:
    rows = {(row.chart, row.version): row for row in CHART_VERSIONS}
    versions = {tool.folder: pins(tool).versions[tool.module] for tool in TOOLS}
    assert ("kueue", versions["kueue"].removeprefix("v")) in rows
    assert any(versions["gpu-operator"] in row.source for row in rows.values() if row.rehearsal_only)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.folder)
def test_the_readme_names_version_licence_and_what_may_stand_in(tool: Tool) -> None:
    [row] = [line for line in README.splitlines() if line.startswith(f"| `{tool.folder}` |")]
    _, _, version, made, licence, instead, _ = [cell.strip() for cell in row.split("|")]
    assert version == pins(tool).versions[tool.module]
    assert licence == tool.licence
    for binary in tool.binaries:
        assert f"`{binary.name}`" in made
        assert instead.partition(":")[0] == (binary.fit.value if binary.ask else "no")


def test_the_readme_names_the_go_that_builds_everything() -> None:
    newest = max((pins(tool).go for tool in TOOLS), key=lambda go: [int(part) for part in go.split(".")])
    assert f"Go {newest} or newer" in README


def test_nothing_has_the_target_of_something_else() -> None:
    targets = [one.target for tool in TOOLS for one in (*tool.binaries, *tool.files)]
    assert sorted(targets) == sorted(set(targets))
