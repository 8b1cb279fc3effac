"""Programs that are installed already: found, asked for their version, and taken only if that fits."""

from pathlib import Path

import pytest
from aksgpu_tools.on_path import Installed, all_installed, installed, places
from aksgpu_tools.tool import Binary, Fit
from aksgpu_tools.version import fits, release_in

ETCD = Binary("etcd", "example.com/etcd", 1, ask=("--version",))
PINNED = (3, 6, 16)


def fake(folder: Path, says: str, exit_code: int = 0, name: str = "etcd") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(
        f"#!/bin/sh\n# A fake, for tests only.\n[ \"$*\" = --version ] && echo '{says}'\nexit {exit_code}\n"
    )
    program.chmod(0o755)
    return program


def found(where: list[tuple[str, Path]]) -> Installed | None:
    return installed(ETCD, PINNED, where)


@pytest.mark.parametrize(
    ("printed", "version"),
    [
        ("etcd Version: 3.6.16\nGit SHA: 1a2b3c4\nGo Version: go1.26.8", (3, 6, 16)),
        ("Kubernetes v1.36.3", (1, 36, 3)),
        ("kwok version v0.8.0 go1.26.8 (linux/amd64)", (0, 8, 0)),
        ("v3.274.1", (3, 274, 1)),
        ("go1.26", (1, 26, 0)),
        ("Kubernetes v1.36.3-eks-1a2b", None),
        ("v3.275.0-alpha.1", None),
        ("v3.275.0+dirty", None),
        ("unknown", None),
        ("", None),
    ],
)
def test_the_version_that_a_program_prints(printed: str, version: tuple[int, int, int] | None) -> None:
    assert release_in(printed) == version


@pytest.mark.parametrize(
    ("version", "same_minor", "same_major"),
    [
        ((3, 6, 16), True, True),
        ((3, 6, 17), True, True),
        ((3, 6, 15), False, False),
        ((3, 7, 0), False, True),
        ((3, 5, 99), False, False),
        ((4, 6, 16), False, False),
    ],
)
def test_which_versions_may_stand_in(version: tuple[int, int, int], same_minor: bool, same_major: bool) -> None:
    assert fits(version, PINNED, Fit.SAME_MINOR) == same_minor
    assert fits(version, PINNED, Fit.SAME_MAJOR) == same_major


def test_one_that_fits_is_taken_wherever_it_stands(tmp_path: Path) -> None:
    fake(tmp_path / "old", "etcd Version: 3.5.1")
    program = fake(tmp_path / "new", "etcd Version: 3.6.20")
    answer = found([("PATH", tmp_path / "old"), ("PATH", tmp_path / "new")])
    assert answer == Installed(program, "PATH", (3, 6, 20), fits=True)


def test_one_that_does_not_fit_is_named(tmp_path: Path) -> None:
    program = fake(tmp_path, "etcd Version: 3.5.1")
    answer = found([("PATH", tmp_path)])
    assert answer
    assert not answer.fits
    assert answer.words() == f"3.5.1 on PATH ({program})"


@pytest.mark.parametrize(("says", "exit_code"), [("3.6.16", 1), ("no idea", 0)])
def test_one_that_tells_no_version_is_not_taken(tmp_path: Path, says: str, exit_code: int) -> None:
    program = fake(tmp_path, says, exit_code)
    answer = found([("PATH", tmp_path)])
    assert answer == Installed(program, "PATH", None, fits=False)
    assert "of an unknown version" in answer.words()


def test_what_is_not_a_program_is_not_started(tmp_path: Path) -> None:
    (tmp_path / "folder" / "etcd").mkdir(parents=True)
    fake(tmp_path / "text", "etcd Version: 3.6.16").chmod(0o644)
    foreign = tmp_path / "foreign" / "etcd"
    foreign.parent.mkdir()
    foreign.write_bytes(b"\x7fELF of another machine")
    foreign.chmod(0o755)
    assert found([("PATH", tmp_path / "folder"), ("PATH", tmp_path / "text")]) is None
    assert found([("PATH", foreign.parent)]) == Installed(foreign, "PATH", None, fits=False)


def test_a_binary_that_tells_no_version_is_never_looked_for(tmp_path: Path) -> None:
    fake(tmp_path, "v3.6.16", name="silent")
    assert installed(Binary("silent", "example.com/silent", 1), PINNED, [("PATH", tmp_path)]) is None


def test_test_environments_come_before_path_and_our_own_cache_never(tmp_path: Path) -> None:
    own = tmp_path / "cache" / "sets" / "1" / "bin"
    environment = {"PATH": f"{own}::{tmp_path / 'a'}", "KUBEBUILDER_ASSETS": str(tmp_path / "b")}
    where = places(environment, without=tmp_path / "cache")
    assert where == [("KUBEBUILDER_ASSETS", tmp_path / "b"), ("PATH", tmp_path / "a")]
    assert places({}, without=tmp_path / "cache") == []


def test_each_is_asked_for_its_own(tmp_path: Path) -> None:
    fake(tmp_path, "v1.0.0", name="a")
    fake(tmp_path, "v2.0.0", name="b")
    wanted = [
        (Binary(name, "x", 1, ask=("--version",)), (major, 0, 0)) for name, major in (("a", 1), ("b", 1), ("c", 1))
    ]
    answers = all_installed(wanted, [("PATH", tmp_path)])
    assert {name: answer and answer.fits for name, answer in answers.items()} == {"a": True, "b": False, "c": None}
