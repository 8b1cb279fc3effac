"""`aksgpu render` writes one file for each entry, the same way every time."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from aksgpu.cli.exit_codes import ExitCode


def files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_every_entry_has_its_file(run: Callable[..., Any], project: Path) -> None:
    assert run("render", "dev", "--out", "out").exit_code == ExitCode.OK
    written = files(project / "out")
    plan = json.loads(run("plan", "dev", "--format", "json").stdout)
    folders = {"azure": "azure/{}.json", "object": "kubernetes/{}.yaml"}
    wanted = {
        folders[entry["kind"]].format(entry["key"]) if entry["kind"] in folders else f"charts/{entry['name']}.yaml"
        for entry in plan["entries"]
    }
    assert set(written) == {*wanted, "README.md"}


def test_files_are_what_azure_and_kubernetes_take(run: Callable[..., Any], project: Path) -> None:
    run("render", "dev", "--out", "out")
    cluster = json.loads((project / "out/azure/cluster.json").read_text())
    assert cluster["method"] == "PUT"
    assert "Microsoft.ContainerService/managedClusters/gpu-dev?api-version=" in cluster["url"]
    assert cluster["body"]["properties"]["autoScalerProfile"]["scan-interval"] == "20s"
    queue = yaml.safe_load((project / "out/kubernetes/clusterqueue-vision.yaml").read_text())
    assert queue["kind"] == "ClusterQueue"
    chart = yaml.safe_load((project / "out/charts/kueue.yaml").read_text())
    assert {"release", "version", "chart", "values"} <= set(chart)
    assert "Not in these files" in (project / "out/README.md").read_text()


def test_a_second_render_is_the_same_and_leaves_nothing_stale(
    run: Callable[..., Any], project: Path, write_stack: Callable[..., Path]
) -> None:
    run("render", "dev", "--out", "out")
    first = files(project / "out")
    run("render", "dev", "--out", "out")
    assert files(project / "out") == first
    write_stack("dev", {"teams": ...})
    run("render", "dev", "--out", "out")
    assert not (project / "out/kubernetes/clusterqueue-vision.yaml").exists()


def test_a_folder_of_somebody_else_is_left_alone(run: Callable[..., Any], project: Path) -> None:
    (project / "mine").mkdir()
    (project / "mine/thesis.txt").write_text("years of work")
    result = run("render", "dev", "--out", "mine")
    assert result.exit_code == ExitCode.USAGE
    assert "was not made by render" in result.output
    assert files(project / "mine") == {"thesis.txt": "years of work"}


def test_a_place_that_cannot_be_written_is_named(run: Callable[..., Any], project: Path) -> None:
    (project / "file").write_text("x")
    result = run("render", "dev", "--out", "file/out")
    assert result.exit_code == ExitCode.USAGE
    assert "cannot be written" in result.output
