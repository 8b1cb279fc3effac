"""A stack is found by name or path, and whatever is not one ends in words."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from aksgpu.config.reading.load import StackNotFound, known_stacks, load_stack, load_text
from aksgpu.config.reading.yaml12 import NotReadable

TODAY = date(2026, 12, 1)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: x\nstackConfigDir: stacks\n")
    (tmp_path / "stacks").mkdir()
    for name in ("dev", "prod"):
        (tmp_path / "stacks" / f"Pulumi.{name}.yaml").write_text("config:\n  aksgpu:stack: {}\n")
    return tmp_path


def test_found_by_name_from_anywhere_in_the_project(project: Path) -> None:
    inner = project / "stacks"
    assert load_stack("prod", TODAY, inner).name == "prod"
    assert load_stack("prod", TODAY, project).shown == "stacks/Pulumi.prod.yaml"
    assert known_stacks(project) == ["dev", "prod"]


def test_found_by_path(project: Path) -> None:
    assert load_stack("stacks/Pulumi.dev.yaml", TODAY, project).name == "dev"


@pytest.mark.parametrize(
    ("stack", "words"),
    [
        ("prd", "Did you mean prod?"),
        ("xyzzy", "Stacks here: dev, prod."),
        ("nowhere/x.yaml", "there is no such file"),
        ("./stacks/", "is a folder"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(project: Path, stack: str, words: str) -> None:
    with pytest.raises(StackNotFound, match=words.replace("?", r"\?")):
        load_stack(stack, TODAY, project)


def test_outside_a_project_a_name_means_nothing(tmp_path: Path) -> None:
    with pytest.raises(StackNotFound, match=r"no Pulumi\.yaml here or above"):
        load_stack("dev", TODAY, tmp_path)


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.x.yaml"
    file.write_bytes(b"config:\n  \xff\xfe")
    with pytest.raises(NotReadable, match="not UTF-8") as caught:
        load_stack(str(file), TODAY, tmp_path)
    assert caught.value.line == 2


def test_errors_come_in_the_order_of_the_file() -> None:
    text = "config:\n  aksgpu:stack:\n    wibble: 1\n    owner: 2\n    region: 3\n"
    findings = load_text(text, "x", "x.yaml", TODAY).checked.errors
    assert [finding.dotted for finding in findings if finding.dotted in {"wibble", "owner", "region"}] == [
        "wibble",
        "owner",
        "region",
    ]


def test_a_misspelt_key_is_one_finding_not_two(stack_data: Callable[..., dict[str, object]]) -> None:
    import yaml

    data = stack_data({"costCentre": ..., "costcenter": "cc-1"})
    loaded = load_text(yaml.safe_dump({"config": {"aksgpu:stack": data}}), "x", "x.yaml", TODAY)
    assert [finding.dotted for finding in loaded.checked.errors] == ["costcenter"]
