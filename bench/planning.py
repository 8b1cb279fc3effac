"""Time of plan() as the number of teams grows."""

import time
from collections.abc import Callable, Iterator
from datetime import date

from stack_data import stack_of
from table import table

from aksgpu.config.reading.check import check
from aksgpu.plan import plan

TODAY = date(2026, 12, 1)
TEAMS = (10, 100, 1000)
POOLS = 10
BEST_OF = 3


def planning() -> Iterator[str]:
    """A table: time and entries of the plan, and by how much the time grew for ten times the teams."""
    yield f"Planning: check() and plan() of a stack that is read already, {POOLS} GPU pools, best of {BEST_OF}"
    rows: list[list[str]] = []
    before: float | None = None
    for teams in TEAMS:
        data = stack_of(POOLS, teams, pools_of_a_team=2)
        checked = check(data, TODAY)
        if checked.stack is None:
            raise SystemExit("\n".join(finding.message for finding in checked.errors))
        stack = checked.stack
        checking = fastest(lambda data=data: check(data, TODAY))
        taken = fastest(lambda stack=stack: plan(stack, TODAY))
        growth = f"{taken / before:.1f}" if before else ""
        entries = len(plan(stack, TODAY).order)
        rows.append([str(teams), str(entries), f"{checking * 1000:.0f}", f"{taken * 1000:.0f}", growth])
        before = taken
    yield from table(["teams", "entries", "check ms", "plan ms", "plan grew by"], rows)


def fastest(work: Callable[[], object]) -> float:
    """Seconds of the fastest of a few runs."""
    taken: list[float] = []
    for _ in range(BEST_OF):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)
