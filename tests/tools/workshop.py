"""A fake Go that says it is fake, and a checkout small enough to build with it."""

from dataclasses import dataclass
from pathlib import Path

from aksgpu_tools.cache import Cache
from aksgpu_tools.go import Go

# Builds what its package says: "example.com/one/slow" waits until a file `go-on` appears beside the log.
FAKE_GO = r"""#!/bin/sh
# A fake Go, for tests only.
here=$(dirname "$0")
echo "$*" >> "$here/calls"
case "$1 $2" in
"version ") echo "go version VERSION fake/fake" ;;
"env GOCACHE") echo "$here/go-build" ;;
"mod download")
    name=${4%@*}
    [ -d "$here/modules/$name" ] || { echo "no such module: $name" >&2; exit 1; }
    echo "{\"Dir\": \"$here/modules/$name\"}" ;;
"build -o")
    case "$6" in
    */broken) echo "go: downloading example.com/noise" >&2; echo "one.go:1: undefined: sense" >&2; exit 1 ;;
    */full) echo "write /x: no space left on device" >&2; exit 1 ;;
    */slow) printf half > "$3"; : > "$here/started"; while [ ! -e "$here/go-on" ]; do sleep 0.02; done ;;
    esac
    printf '#!/bin/sh\necho fake %s v1.2.3\n' "$6" > "$3" ;;
*) echo "this is a fake Go, and it does not know: $*" >&2; exit 2 ;;
esac
"""

GO_MOD = (
    "module aksgpu.example/tools/one\n\ngo 1.26.0\n\nrequire (\n\texample.com/one v1.2.3\n\texample.com/two v0.9.0\n)\n"
)


@dataclass(frozen=True, slots=True)
class Workshop:
    """A checkout with one tool, a cache, and a fake Go whose calls are noted."""

    folder: Path
    cache: Cache
    root: Path
    go: Go

    @property
    def path(self) -> Path:
        """The folder with the fake Go."""
        return Path(self.go.program).parent

    def calls(self, of: str = "build") -> list[str]:
        """How the fake Go was called since the workshop was made."""
        log = self.path / "calls"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line for line in lines if line.startswith(of)]

    def finished(self) -> list[str]:
        """What stands in the cache, without digests."""
        names = [path.name for path in (self.cache.root / "finished").iterdir()]
        return sorted(name.split("-")[0] for name in names if "unfinished" not in name)


def make_go(folder: Path, version: str) -> Go:
    """A fake Go in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "go"
    script.write_text(FAKE_GO.replace("VERSION", version))
    script.chmod(0o755)
    return Go(str(script), version, "fake/fake")
