"""Which package may import which. Upwards is never allowed, so that planning never needs Pulumi."""

import ast
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE_ROOTS = ("platform", "components", "policies", "stacks", "tests", "examples", "tools", "bench")

CATALOGUE = {"aksgpu.catalogue"}
CONFIG = CATALOGUE | {"aksgpu.config", "pydantic", "pydantic_core", "yaml"}
DESIRED = CATALOGUE | {"aksgpu.config", "aksgpu.desired", "yaml"}
PULUMI = {"pulumi", "pulumi_azure_native", "pulumi_kubernetes"}

# From the floor's files to the packages outside the standard library that they may import. The first match counts.
MAY_IMPORT: dict[str, set[str]] = {
    "platform/aksgpu/catalogue": CATALOGUE,
    "platform/aksgpu/config/model": {"aksgpu.config.model", "pydantic", "pydantic_core"},
    "platform/aksgpu/config/derived": CATALOGUE | {"aksgpu.config.model", "aksgpu.config.derived"},
    "platform/aksgpu/config/rules": CATALOGUE
    | {"aksgpu.config.model", "aksgpu.config.derived", "aksgpu.config.finding", "aksgpu.config.rules"},
    "platform/aksgpu/config": CONFIG,
    "platform/aksgpu/desired": DESIRED,
    "platform/aksgpu/ordering.py": DESIRED,
    "platform/aksgpu/plan.py": DESIRED | {"aksgpu.ordering"},
    # Simulations for rehearsals. Only the dev tools have azure; grpc and protobuf are what Pulumi's plugins speak,
    # and urllib3 is what the Kubernetes client raises errors of.
    "platform/aksgpu_rehearsal": {
        *("aksgpu", "aksgpu_rehearsal", "pulumi", "yaml", "kubernetes", "urllib3", "azure", "grpc", "google.protobuf"),
    },
    "platform/aksgpu": {"aksgpu", "aksgpu_policies", "pydantic", "pydantic_core", "yaml", "rich", "typer"},
    # Rules are judged without Pulumi; only the pack's entry point speaks to the engine.
    "policies/aksgpu_policies/waivers.py": {"aksgpu.catalogue", "aksgpu_policies", "yaml"},
    "policies/aksgpu_policies": {"aksgpu.catalogue", "aksgpu_policies"},
    "policies/__main__.py": {"aksgpu.catalogue", "aksgpu_policies", "pulumi", "pulumi_policy"},
    # The Kubernetes client is for what no provider answers: does a webhook answer, what did Helm leave?
    "components/aksgpu_pulumi/api_server.py": {"kubernetes", "yaml"},
    # Specs are the config's own models, and a kubeconfig is YAML.
    "components/aksgpu_pulumi": {"aksgpu", "aksgpu_pulumi", "pydantic", "yaml", *PULUMI},
    "stacks": {"aksgpu", "aksgpu_pulumi", "pulumi"},
    "examples": {"aksgpu", "aksgpu_pulumi", *PULUMI},
}

# Facts about GPUs and quotas belong to the floors below: the components register and never decide.
COMPONENTS_MUST_NOT_KNOW = ("aksgpu.catalogue", "aksgpu.config.rules", "aksgpu.config.derived.offers")
VAGUE = {"util", "utils", "helper", "helpers", "common", "misc", "manager"}
LONGEST_FILE = 300


def source_files(*roots: str) -> list[Path]:
    return sorted(file for root in roots for file in (ROOT / root).rglob("*.py"))


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> Iterator[str]:
    """Every module that `file` imports, anywhere in it. `from a import b` counts as `a`, or as `a.b` if that exists."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}:{node.lineno} imports relatively; write the whole name"
            assert node.module
            yield node.module


def within(module: str, packages: set[str] | tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def floor_of(file: Path) -> str | None:
    return next((floor for floor in MAY_IMPORT if name(file) == floor or name(file).startswith(f"{floor}/")), None)


PRODUCT = source_files("platform", "components", "policies", "stacks", "examples")
OWN_FILES = source_files(*SOURCE_ROOTS)


def test_every_product_file_stands_on_a_floor() -> None:
    assert [name(file) for file in PRODUCT if floor_of(file) is None] == []


def test_imports_go_only_down() -> None:
    upwards = [
        f"{name(file)} imports {module}"
        for file in PRODUCT
        for module in imports(file)
        if module.split(".")[0] not in sys.stdlib_module_names
        and not within(module, MAY_IMPORT.get(floor_of(file) or "", set()))
    ]
    assert upwards == []


def test_components_decide_nothing() -> None:
    deciding = [
        f"{name(file)} imports {module}"
        for file in source_files("components")
        for module in imports(file)
        if within(module, COMPONENTS_MUST_NOT_KNOW)
    ]
    assert deciding == []


@pytest.mark.parametrize("folder", SOURCE_ROOTS)
def test_a_source_root_is_not_a_package(folder: str) -> None:
    assert not (ROOT / folder / "__init__.py").exists()


def test_platform_is_still_the_standard_library() -> None:
    code = "import platform; print(platform.python_version())"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == platform.python_version()


@pytest.mark.parametrize("module", ["aksgpu.plan", "aksgpu.cli", "aksgpu_policies.run", "aksgpu_policies.page"])
def test_planning_and_the_command_line_load_no_pulumi(module: str) -> None:
    code = f"import sys, {module}; print(*sorted(m for m in sys.modules if m.startswith('pulumi')))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split() == []


def test_no_name_is_vague() -> None:
    assert [name(file) for file in OWN_FILES if VAGUE & {*file.relative_to(ROOT).parts[:-1], file.stem}] == []


def test_no_file_holds_more_than_one_concern() -> None:
    lengths = {name(file): len(file.read_text().splitlines()) for file in OWN_FILES}
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_every_module_says_in_one_line_what_it_is() -> None:
    first = {name(file): ast.get_docstring(ast.parse(file.read_text())) for file in OWN_FILES if file.stat().st_size}
    assert [file for file, words in first.items() if not words or "\n" in words.split("\n\n")[0]] == []
