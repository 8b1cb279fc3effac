"""What was measured on the engine, as tables."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field
from statistics import median

from measured import Run
from phases import HEADINGS
from process_tree import ENGINE, PROGRAM, ROLES
from table import table

GOAL = 1.15
COMPARED = (
    *("", "resources", "ours s", "bare s", "ratio", "ours cpu", "bare cpu", "ratio"),
    *("ours MB", "bare MB", "ratio", "engine MB", "with bare"),
)


@dataclass(frozen=True, slots=True)
class Compared:
    """Runs of one command in pairs: our program, and the bare one. `name` says stack and command."""

    name: str
    ours: list[Run] = field(default_factory=list[Run])
    bare: list[Run] = field(default_factory=list[Run])

    def same(self) -> None:
        """Raises SystemExit if the two did not register the same."""
        for ours, bare in zip(self.ours, self.bare, strict=True):
            if different := ours.resources ^ bare.resources:
                raise SystemExit(f"{self.name}: the two programs differ: {sorted(different)[:10]}")


def comparison(found: Sequence[Compared]) -> Iterator[str]:
    """Time and peak memory of each command, ours beside the bare program's."""
    yield "Wall time of each command, processor seconds of all its processes, and peak memory in MB of the program's"
    yield "process and of the engine's"
    rows = [
        [
            one.name,
            str(len(one.ours[0].resources)),
            *_pair(one, lambda run: run.seconds, 1),
            *_pair(one, lambda run: sum(used.seconds for used in run.used.values()), 1),
            *_pair(one, lambda run: run.program.megabytes, 0),
            *_pair(one, lambda run: run.engine.megabytes, 0)[:2],
        ]
        for one in found
    ]
    yield from table(COMPARED, rows)
    yield f"  Ratios are medians of pairs that ran one after the other. The goal for ours is at most {GOAL}."
    yield "  While others use the machine, processor seconds tell more than wall time."


def whereabouts(found: Sequence[Compared]) -> Iterator[str]:
    """The phases of our program, one after the other."""
    yield "Where our wall time goes, in seconds, one after the other"
    rows = [[one.name, *(f"{median(values):.2f}" for values in zip(*_phases(one), strict=True))] for one in found]
    yield from table(["", *HEADINGS], rows)
    yield "  registration: the program's own work. waiting: until the engine and its providers have answered all of it."


def processors(found: Sequence[Compared]) -> Iterator[str]:
    """Who used the processor while ours ran."""
    yield "Who uses the processor meanwhile, in processor seconds (the program: ours, then the bare one)"
    others = [role for role in (ENGINE, *ROLES.values()) if role != PROGRAM]
    rows = [
        [
            one.name,
            *(f"{median(run.program.seconds for run in runs):.1f}" for runs in (one.ours, one.bare)),
            *(f"{median(_seconds(run, role) for run in one.ours):.1f}" for role in others),
        ]
        for one in found
    ]
    yield from table(["", "program", "bare program", *others], rows)


def _pair(one: Compared, figure: Callable[[Run], float], digits: int) -> list[str]:
    ours, bare = [figure(run) for run in one.ours], [figure(run) for run in one.bare]
    ratio = median(mine / other for mine, other in zip(ours, bare, strict=True))
    return [f"{median(ours):.{digits}f}", f"{median(bare):.{digits}f}", f"{ratio:.2f}"]


def _phases(one: Compared) -> Iterator[tuple[float, ...]]:
    for run in one.ours:
        assert run.phases is not None
        yield astuple(run.phases)


def _seconds(run: Run, role: str) -> float:
    return run.used[role].seconds if role in run.used else 0.0
