"""The command behind `make tools`."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from aksgpu_tools.bring import gather, make, survey
from aksgpu_tools.cache import Cache
from aksgpu_tools.go import installed_go
from aksgpu_tools.progress import say
from aksgpu_tools.refusal import Refused
from aksgpu_tools.report import for_people, for_programs
from aksgpu_tools.table import TOOLS
from aksgpu_tools.tool import Tool

INTERRUPTED = 130
DEFAULT_CACHE = Path("~/.cache/aksgpu/tools")


def main(
    arguments: Sequence[str] | None = None, tools: Sequence[Tool] = TOOLS, root: Path = Path(__file__).parents[1]
) -> int:
    """Exit code: 0 everything is there, 1 something cannot be had (the reason is printed), 130 interrupted."""
    parser = _parser(tools)
    asked = parser.parse_args(arguments)
    unknown = set(asked.tools) - {tool.folder for tool in tools}
    if unknown:
        parser.error(f"no such tool: {', '.join(sorted(unknown))}")
    chosen = [tool for tool in tools if not asked.tools or tool.folder in asked.tools]
    try:
        print(_answer(asked, chosen, root))
    except Refused as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        say("\nInterrupted. What was finished is kept: the next run goes on from there.")
        return INTERRUPTED
    return 0


def _answer(asked: argparse.Namespace, tools: Sequence[Tool], root: Path) -> str:
    cache = Cache(asked.cache.expanduser().absolute())
    go = installed_go()
    found, unfit = survey(tools, root, cache, go, os.environ)
    missing = [one for one in found if one.place is None]
    if asked.where:
        if missing:
            raise Refused(f"{len(missing)} of {len(found)} tools are not there yet.", "Run: make tools")
        return str(gather(found, cache) / "bin")
    for there in unfit:
        say(f"not used, since it does not fit the pin: {there.path.name} {there.words()}")
    make(missing, cache, go)
    folder = gather(found, cache)
    return for_programs(found, folder) if asked.json else for_people(found, folder)


def _parser(tools: Sequence[Tool]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tools/make_tools.py", description="Bring the tools of the engine tests.")
    names = [tool.folder for tool in tools]
    parser.add_argument("tools", nargs="*", metavar="TOOL", help=f"only these: {', '.join(names)}")
    parser.add_argument("--cache", type=Path, default=DEFAULT_CACHE, help="where they are kept (%(default)s)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="say where everything is, for programs")
    how.add_argument("--where", action="store_true", help="build nothing; print the folder to put on PATH")
    return parser
