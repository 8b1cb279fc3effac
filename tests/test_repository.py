"""What stands in the repository: nothing that belongs to one machine, and everything that a reader is promised."""

import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# In pieces, so that this file does not hold what it forbids.
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(?:" + "|".join(("work", "farm", "root")) + r")/[\w.]")
REGISTRY_HOSTS = (
    ("pypi", "org"),
    ("files", "pythonhosted", "org"),
    ("proxy", "golang", "org"),
    ("sum", "golang", "org"),
    ("registry", "npmjs", "org"),
    ("static", "crates", "io"),
    ("repo", "maven", "apache", "org"),
    ("deb", "debian", "org"),
)
LOCK_FILES = {"uv.lock"}


@cache
def tracked_text() -> dict[str, str]:
    """Every text file that git knows or would take, by its path."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    found: dict[str, str] = {}
    for name in filter(None, names):
        file = ROOT / name
        if file.is_file():
            found[name] = file.read_text(errors="replace")
    return found


def test_no_path_of_one_machine() -> None:
    found = [f"{name}: {match[0]}" for name, text in tracked_text().items() for match in MACHINE_PATH.finditer(text)]
    assert found == []


def test_no_package_registry_is_named_outside_lock_files() -> None:
    hosts = [".".join(parts) for parts in REGISTRY_HOSTS]
    found = [
        f"{name}: {host}"
        for name, text in tracked_text().items()
        if name not in LOCK_FILES
        for host in hosts
        if host in text
    ]
    assert found == []


def test_no_key_or_token_lies_about() -> None:
    secret = re.compile("-----BEGIN [A-Z ]*PRIVATE" + " KEY-----|nvapi-[A-Za-z0-9_-]{20,}|eyJhbGciOi[A-Za-z0-9_-]{20,}")
    assert [name for name, text in tracked_text().items() if secret.search(text)] == []


@pytest.mark.parametrize(
    "file",
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", ".ci/run", "docs/decisions/README.md"],
)
def test_what_a_reader_looks_for_is_there(file: str) -> None:
    assert (ROOT / file).stat().st_size > 0


def test_the_change_log_has_a_place_for_the_next_release() -> None:
    assert re.search(r"^## Unreleased$", (ROOT / "CHANGELOG.md").read_text(), re.M)


def test_the_licence_is_the_one_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    text = (ROOT / "LICENSE").read_text()
    assert project["license"] == "Apache-2.0"
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_each_direct_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    reasons = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text()
    assert [name for name in (pin.partition("==")[0] for pin in direct) if f"`{name}`" not in reasons] == []


def test_each_decision_says_what_why_and_what_follows() -> None:
    for file in (ROOT / "docs" / "decisions").glob("[0-9]*.md"):
        headings = re.findall(r"^## (.+)$", file.read_text(), re.M)
        assert headings == ["Context", "Decision", "Consequences"], file.name
        assert f"]({file.name})" in (ROOT / "docs" / "decisions" / "README.md").read_text(), file.name


def test_links_in_documents_lead_somewhere() -> None:
    dead = [
        f"{name}: {target}"
        for name, text in tracked_text().items()
        if name.endswith(".md")
        for target in re.findall(r"\]\(([^)#\s]+)", text)
        if "://" not in target and not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert dead == []


def test_generated_files_are_marked_as_generated() -> None:
    generated = ["uv.lock", "schemas/stack.schema.json", "tools/schemas/go.sum"]
    generated += [name for name in tracked_text() if re.fullmatch(r"tests/schemas/.*\.json", name)]
    command = ["git", "check-attr", "linguist-generated", *generated]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line for line in answer.splitlines() if not line.endswith(": true")] == []
