"""The Go toolchain: whether it is there and new enough, and how it is called."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from aksgpu_tools.refusal import Refused
from aksgpu_tools.version import release_in

# All that decides what a build comes to, besides pins and sources. Without cgo a program runs on any distribution.
FLAGS = "-mod=readonly -buildvcs=false"
LINKER_FLAGS = "-s -w"
SETTINGS = {"CGO_ENABLED": "0", "GOFLAGS": FLAGS, "GOTOOLCHAIN": "local", "GOWORK": "off"}
_OF_ANOTHER_MACHINE = ("GOOS", "GOARCH")


@dataclass(frozen=True, slots=True)
class Go:
    """An installed Go. `version` is as it says itself: "go1.26.8". `platform` is such as "linux/amd64"."""

    program: str
    version: str
    platform: str

    @property
    def key(self) -> str:
        """What it adds to the name of a built program."""
        return f"{self.version}-{self.platform.replace('/', '-')}"

    def build_cache(self) -> Path:
        """Where Go keeps compiled packages."""
        asked = [self.program, "env", "GOCACHE"]
        answer = subprocess.run(asked, env=environment(), capture_output=True, text=True, check=True)
        return Path(answer.stdout.strip())


def environment() -> dict[str, str]:
    """The caller's environment, for its proxies and certificates, with the settings of a build fixed."""
    return {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_MACHINE} | SETTINGS


def installed_go(path: str | None = None) -> Go | None:
    """The Go on PATH, if there is one that runs."""
    program = shutil.which("go", path=path)
    if program is None:
        return None
    # Outside any module, since within one Go may answer for the version that the module asks for.
    answer = subprocess.run(
        [program, "version"], cwd="/", env=environment(), capture_output=True, text=True, check=False
    )
    words = answer.stdout.split()  # go version go1.26.8 linux/amd64
    return Go(program, words[2], words[3]) if len(words) > 3 else None


def usable(go: Go | None, needed: str, what: str) -> Go:
    """`go`, if it is new enough to build `what`; otherwise Refused."""
    remedy = f"Install Go {needed} or newer, or put {what} on PATH at its pinned version (see tools/README.md)."
    if go is None:
        raise Refused(f"{what} must be built, and no Go was found on PATH.", remedy)
    found, wanted = release_in(go.version), release_in(needed)
    if found and wanted and found < wanted:
        raise Refused(f"{what} must be built with Go {needed} or newer, and this is {go.version}.", remedy)
    return go
