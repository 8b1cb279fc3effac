"""What engine tests share: the built programs, and folders that stay when a test fails."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from engine.figures import table
from engine.keeper import Keeper
from engine.work_folders import work_folder

from aksgpu_rehearsal.isolated import is_isolated
from aksgpu_rehearsal.rehearsal import Rehearsal
from aksgpu_rehearsal.toolbox import Toolbox, toolbox

ROOT = Path(__file__).parents[2]


FIGURE, STACK = "figure", "figures of a stack"
"""Names of what tests tell about themselves, for the end of the output."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [one for kind in terminalreporter.stats.values() for one in kind if getattr(one, "when", "") == "call"]
    told = [pair for report in reports for pair in report.user_properties]
    for line in (
        *table([row for name, row in told if name == STACK]),
        *(line for name, line in told if name == FIGURE),
    ):
        terminalreporter.write_line(line)


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Takes a line of figures, to be printed after the tests."""
    return partial(record_property, FIGURE)


@pytest.fixture
def figures(record_property: Callable[[str, object], None]) -> Callable[[Mapping[str, object]], None]:
    """Takes the figures of one stack: a row of the table that is printed after the tests."""
    return partial(record_property, STACK)


@pytest.fixture
def recording(request: pytest.FixtureRequest) -> bool:
    """Whether the state of the dev stack is to be recorded as this version's."""
    return bool(request.config.getoption("--record-states"))


@pytest.fixture(scope="session")
def tools(request: pytest.FixtureRequest) -> Toolbox:
    """What `make tools` brought. Nothing is built here."""
    if not is_isolated():
        pytest.fail("Engine tests run apart from this machine's network. Run: make test-engine", pytrace=False)
    cache = request.config.getoption("--tools-cache")
    command = [sys.executable, str(ROOT / "tools" / "make_tools.py"), *(["--cache", cache] if cache else [])]
    for question in ("--where", "--json"):  # only the first refuses where something is missing
        answer = subprocess.run([*command, question], capture_output=True, text=True, check=False)
        if answer.returncode:
            pytest.fail(answer.stderr or answer.stdout, pytrace=False)
    return toolbox(answer.stdout)


@pytest.fixture(scope="session")
def keeper(tools: Toolbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    """Keeps one rehearsal running for the tests that share its stack."""
    kept = Keeper(tools, tmp_path_factory)
    yield kept
    kept.close()


@pytest.fixture
def dev(keeper: Keeper) -> Rehearsal:
    """The dev stack as it is after its first `up`. A test may leave it in any state."""
    return keeper.platform(ROOT / "stacks" / "Pulumi.dev.yaml")


@pytest.fixture
def small(keeper: Keeper) -> Rehearsal:
    """The stack of Pulumi.small.yaml as it is after its first `up`. A test may leave it in any state."""
    return keeper.platform(ROOT / "tests" / "engine" / "Pulumi.small.yaml")


@pytest.fixture
def work(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, keeper: Keeper) -> Iterator[Path]:
    """The folder of a rehearsal of the test's own. It stays, logs and all, when the test fails."""
    keeper.close()
    with work_folder(request, tmp_path_factory) as folder:
        yield folder
