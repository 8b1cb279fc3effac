"""Brings every tool: from the cache, from this machine, or by building it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aksgpu_tools import assets, build
from aksgpu_tools.cache import Cache
from aksgpu_tools.disk import needed_gb, refuse_if_full
from aksgpu_tools.go import Go, usable
from aksgpu_tools.on_path import Installed, all_installed, places
from aksgpu_tools.pins import Pins, read
from aksgpu_tools.progress import Stopwatch, duration, say
from aksgpu_tools.tool import Binary, Files, Tool
from aksgpu_tools.version import Version, release_in


@dataclass(frozen=True, slots=True)
class Wanted:
    """One binary or one set of files, with where it is if it is there. `origin` is "built", "copied" or a variable."""

    what: Binary | Files
    tool: Tool
    pins: Pins
    key: str
    place: Path | None = None
    origin: str = ""
    version: str = ""

    @property
    def minutes(self) -> float:
        """How long it takes to make, the first time."""
        return self.what.minutes if isinstance(self.what, Binary) else 0


def survey(
    tools: Sequence[Tool], root: Path, cache: Cache, go: Go | None, environment: Mapping[str, str]
) -> tuple[list[Wanted], list[Installed]]:
    """All that the tools consist of, with what is there already, and installed programs that do not fit.

    `root` is the folder with one folder per tool. Nothing is asked twice: a program that we built is not looked for.
    """
    found: list[Wanted] = []
    for tool in tools:
        pins = read(root / tool.folder)
        found += [_binary(binary, tool, pins, cache, go) for binary in tool.binaries]
        found += [_files(files, tool, pins, cache) for files in tool.files]
    missing = [(one.what, _release(one)) for one in found if isinstance(one.what, Binary) and not one.place]
    installed = all_installed(missing, places(environment, without=cache.root))
    for place, one in enumerate(found):
        there = installed.get(one.what.name) if isinstance(one.what, Binary) else None
        if there and there.fits and there.version:
            version = "v" + ".".join(map(str, there.version))
            found[place] = Wanted(one.what, one.tool, one.pins, one.key, there.path, there.origin, version)
    return found, [there for there in installed.values() if there and not there.fits]


def make(missing: Sequence[Wanted], cache: Cache, go: Go | None) -> None:
    """Make what is missing, one after the other. Each is kept as soon as it is finished; Refused if one cannot be."""
    if not missing:
        return
    for one in missing:
        go = usable(go, one.pins.go, _name(one))
    assert go
    minutes = sum(one.minutes for one in missing)
    say(f"{_listed(missing)} to make into {cache.root}.")
    if minutes:
        say(f"On two cores this takes about {duration(minutes * 60)}, much less if Go compiled it before.")
    whole, left = Stopwatch(), minutes
    for number, one in enumerate(missing, 1):
        say(f"[{number}/{len(missing)}] {_name(one)} {one.version} ...")
        watch = Stopwatch()
        by_us = _make_one(one, cache, go)
        left -= one.minutes
        rest = f", about {duration(left * 60)} to go" if left >= 0.1 else ""
        say(f"  {'done' if by_us else 'another run has made it'} in {watch}{rest}")
    say(f"made in {whole}")


def gather(found: Sequence[Wanted], cache: Cache) -> Path:
    """One folder with all of it. Everything must be there."""
    places = {one.what.target: (one.place or cache.place(one.key), _ours(one)) for one in found}
    return cache.gather(places)


def _make_one(one: Wanted, cache: Cache, go: Go) -> bool:
    """True if it was made here, False if another run had finished it by the time that the lock was ours."""
    with cache.lock(one.key, waiting=lambda: say(f"  another run is making {_name(one)}: waiting for it")):
        if cache.place(one.key).exists():
            return False
        folders = {"the cache": cache.root, "Go's build cache": go.build_cache()}
        refuse_if_full(_name(one), needed_gb(one.minutes), folders)
        with cache.making(one.key) as place:
            if isinstance(one.what, Binary):
                build.build(one.what, one.tool, one.pins, go, place)
            else:
                with build.working_copy(one.pins) as folder:
                    module = assets.module_folder(one.what.module, one.pins, go, folder)
                assets.copy(one.what, module, place)
    return True


def _binary(binary: Binary, tool: Tool, pins: Pins, cache: Cache, go: Go | None) -> Wanted:
    # Without Go, what any Go has built from these pins is as good as it gets.
    key = build.key(binary, tool, pins)
    place = cache.place(key + go.key) if go else cache.newest(key)
    there = place if place and place.exists() else None
    return Wanted(binary, tool, pins, key + (go.key if go else ""), there, "built", pins.versions[tool.module])


def _files(files: Files, tool: Tool, pins: Pins, cache: Cache) -> Wanted:
    key = assets.key(files, pins)
    place = cache.place(key)
    return Wanted(files, tool, pins, key, place if place.exists() else None, "copied", pins.versions[files.module])


def _release(one: Wanted) -> Version:
    return release_in(one.version) or (0, 0, 0)


def _ours(one: Wanted) -> bool:
    return one.origin in ("built", "copied")


def _name(one: Wanted) -> str:
    return one.what.name if isinstance(one.what, Binary) else one.what.target


def _listed(missing: Sequence[Wanted]) -> str:
    programs = sum(isinstance(one.what, Binary) for one in missing)
    counts = ((programs, "program", "programs"), (len(missing) - programs, "set of files", "sets of files"))
    return " and ".join(f"{number} {one if number == 1 else more}" for number, one, more in counts if number)
