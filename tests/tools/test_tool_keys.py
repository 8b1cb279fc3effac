"""The name of a finished tool: it changes with whatever the build depends on, and with nothing else."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from aksgpu_tools import assets, build, go
from aksgpu_tools.pins import read
from aksgpu_tools.tool import Tool
from workshop import Workshop


def key(workshop: Workshop, tool: Tool) -> str:
    return build.key(tool.binaries[0], tool, read(workshop.folder))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("go.mod", "module x\n\ngo 1.26.0\n\nrequire example.com/one v1.2.4\n"),
        ("go.mod", "module x\n\ngo 1.26.0\n\nrequire example.com/one v1.2.3\n"),
        ("go.sum", "example.com/one v1.2.3 h1:y=\n"),
        ("main.go", "package main\n"),
    ],
)
def test_a_change_of_what_is_committed_is_another_build(
    workshop: Workshop, a_tool: Callable[..., Tool], file: str, text: str
) -> None:
    before = key(workshop, a_tool("quick"))
    (workshop.folder / file).write_text(text)
    assert key(workshop, a_tool("quick")) != before


def test_a_change_of_flags_is_another_build(
    workshop: Workshop, a_tool: Callable[..., Tool], monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = a_tool("quick")
    [binary] = tool.binaries
    stamped = replace(tool, binaries=(replace(binary, stamps=("x.version={version}",)),))
    assert build.linker_flags(stamped.binaries[0], tool, read(workshop.folder)) == "-s -w -X x.version=v1.2.3"
    before = key(workshop, tool)
    assert key(workshop, stamped) != before
    monkeypatch.setitem(go.SETTINGS, "CGO_ENABLED", "1")
    assert key(workshop, tool) != before


def test_an_estimate_is_not_part_of_the_build(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    tool = a_tool("quick")
    patient = replace(tool, binaries=(replace(tool.binaries[0], minutes=99),))
    assert key(workshop, patient) == key(workshop, tool)
    (workshop.folder / "README.md").write_text("words\n")
    assert key(workshop, tool) == key(workshop, patient)


def test_files_depend_on_their_module_alone(workshop: Workshop, a_tool: Callable[..., Tool]) -> None:
    chart = a_tool("quick", files=True).files[0]
    before = assets.key(chart, read(workshop.folder))
    mod = workshop.folder / "go.mod"
    mod.write_text(mod.read_text().replace("two v0.9.0", "two v0.9.1"))
    assert assets.key(chart, read(workshop.folder)) == before
    mod.write_text(mod.read_text().replace("one v1.2.3", "one v1.2.4"))
    assert assets.key(chart, read(workshop.folder)) != before


def test_pins_of_one_line_and_of_a_block(workshop: Workshop) -> None:
    mod = workshop.folder / "go.mod"
    mod.write_text(
        "module x\n\ngo 1.26.6\n\ntool example.com/one/cmd\n\nrequire example.com/one v1.2.3\n\n"
        "require (\n\texample.com/two v0.0.0-20250917190837-d73a0086a6ba // indirect\n\tc.dev v2.0.0+incompatible\n)\n"
    )
    pins = read(workshop.folder)
    assert pins.go == "1.26.6"
    assert pins.versions == {
        "example.com/one": "v1.2.3",
        "example.com/two": "v0.0.0-20250917190837-d73a0086a6ba",
        "c.dev": "v2.0.0+incompatible",
    }
