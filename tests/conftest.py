"""Fixtures that most tests share: stacks made from a small valid one, and golden files."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from merging import merged

from aksgpu.config.derived.subject import Subject
from aksgpu.config.model.stack import StackConfig

ROOT = Path(__file__).parents[1]
STACK_FILES = sorted((ROOT / "stacks").glob("Pulumi.*.yaml"))
TODAY = date(2026, 12, 1)

GROUP = "6f3c2f0a-4f4e-4f59-9a53-0a7cf0f6f0d1"
CREATED: dict[str, Any] = {
    "environment": "dev",
    "owner": "ml-platform",
    "costCentre": "cc-1001",
    "subscriptionId": "3f9d1c52-7a0b-4b8e-9a55-0e1f7c2b6d10",
    "region": "swedencentral",
    "cluster": {
        "create": {
            "name": "gpu-dev",
            "entra": {"adminGroups": [GROUP]},
            "apiServer": {"authorizedRanges": ["203.0.113.10/32"]},
        }
    },
    "gpuPools": {"t4": {"vmSize": "Standard_NC4as_T4_v3", "scale": {"min": 0, "max": 2}}},
    "teams": {"vision": {"groups": {"edit": [GROUP]}, "queue": {"quota": {"t4": {"gpus": 2}}}}},
}
EXISTING = {"existing": {"name": "gpu-dev", "resourceGroup": "rg-gpu-dev", "facts": {"kubernetesVersion": "1.35"}}}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden from the code")
    parser.addoption("--record-states", action="store_true", help="rewrite this version's tests/engine/states")
    parser.addoption("--tools-cache", help="the cache that make tools filled, if not its usual one")
    parser.addoption("--kill-points", type=int, default=6, help="how many step boundaries the engine is killed at")
    parser.addoption("--kill-seed", type=int, default=1, help="which boundaries are drawn")


@pytest.fixture(scope="session")
def stack_data() -> Callable[..., dict[str, Any]]:
    """The small valid stack as plain data, with changes laid over it."""
    return lambda changes=None: merged(CREATED, changes or {})


@pytest.fixture(scope="session")
def subject() -> Callable[..., Subject]:
    """A stack whose cluster is created: `subject({"gpuPools": {...}}, today=...)`."""

    def make(changes: dict[str, Any] | None = None, today: date = TODAY) -> Subject:
        return Subject(StackConfig.model_validate(merged(CREATED, changes or {})), today)

    return make


@pytest.fixture(scope="session")
def existing_subject() -> Callable[..., Subject]:
    """The same on a cluster that exists already."""

    def make(changes: dict[str, Any] | None = None, today: date = TODAY) -> Subject:
        base = merged(CREATED, {"cluster": ...})
        base["cluster"] = EXISTING
        return Subject(StackConfig.model_validate(merged(base, changes or {})), today)

    return make


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with its golden file, or rewrite the file under --update-golden."""

    def check(name: str, text: str) -> None:
        file = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        where = file.relative_to(ROOT)
        assert file.exists(), f"no {where}: run pytest --update-golden, and read what it wrote"
        assert text == file.read_text(), f"{where} is out of date: run pytest --update-golden, and read the diff"

    return check
