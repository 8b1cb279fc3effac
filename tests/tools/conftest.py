"""Makes the tools' own code importable, and sets up a workshop with a fake Go."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parents[2] / "tools"), str(Path(__file__).parent)]

from aksgpu_tools.cache import Cache  # noqa: E402
from aksgpu_tools.tool import Binary, Files, Tool  # noqa: E402
from workshop import GO_MOD, Workshop, make_go  # noqa: E402


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    go = make_go(tmp_path / "go", "go1.26.8")
    for name in ("charts/one/Chart.yaml", "charts/one/templates/a.yaml", "exec"):
        file = tmp_path / "go" / "modules" / "example.com" / "one" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{name}\n")
    folder = tmp_path / "checkout" / "one"
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text(GO_MOD)
    (folder / "go.sum").write_text("example.com/one v1.2.3 h1:x=\n")
    return Workshop(folder, Cache(tmp_path / "cache"), tmp_path / "checkout", go)


@pytest.fixture
def a_tool() -> Callable[..., Tool]:
    """A tool with binaries of these names; its files are a chart and a program."""

    def make(*names: str, files: bool = False) -> Tool:
        binaries = tuple(Binary(name, f"example.com/one/{name}", 0.5, ask=("--version",)) for name in names)
        copied = (
            Files("charts/one", "example.com/one", "charts/one"),
            Files("bin/exec", "example.com/one", "exec", program=True),
        )
        return Tool("one", "example.com/one", "Apache-2.0", binaries, copied if files else ())

    return make
