"""Which Python the language host takes for a program, by the runtime options of its project."""

import sys
from pathlib import Path

import pytest

from aksgpu_rehearsal.language_host import NoInterpreter, activated, interpreter


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in (".venv", "other"):
        (tmp_path / folder / "bin").mkdir(parents=True)
        (tmp_path / folder / "bin" / "python").touch()
    return tmp_path


def test_the_named_virtual_environment_is_taken(project: Path) -> None:
    found = interpreter(project, {"toolchain": "pip", "virtualenv": "other"})
    assert found == (project / "other/bin/python", project / "other")


def test_uv_has_one_of_its_own_accord_and_pip_has_not(project: Path) -> None:
    assert interpreter(project, {"toolchain": "uv"}) == (project / ".venv/bin/python", project / ".venv")
    assert interpreter(project, {}) == (Path(sys.executable), None)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"virtualenv": "gone"}, "no virtual environment in .*gone"), ({"toolchain": "pop"}, "'pop'")],
)
def test_what_is_not_there_is_refused_in_words(project: Path, options: dict[str, str], words: str) -> None:
    with pytest.raises(NoInterpreter, match=words):
        interpreter(project, options)


def test_programs_find_the_virtual_environment_first() -> None:
    changed = activated({"PATH": "/bin", "KEPT": "yes"}, Path("/venv"))
    assert changed == {"PATH": "/venv/bin:/bin", "VIRTUAL_ENV": "/venv", "PYTHONUNBUFFERED": "1", "KEPT": "yes"}
