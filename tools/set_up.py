"""Makes .venv from uv.lock, and brings uv itself when it is missing. Does nothing twice."""

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
OWN_UV = ROOT / ".uv"
UV = "0.13.9"
SECONDS_BETWEEN_SIGNS_OF_LIFE = 15

NOTE_OF_FIRST_TIME = """\
The first set-up takes up to two minutes. Nearly all of it is one very large package, pulumi-azure-native (the SDK of
every Azure service: 360 MB unpacked, then compiled once). Later runs take no time."""
NOTE_OF_CHANGE = "The pinned packages or this Python changed since the last set-up, so .venv is brought up to date."

Command = Sequence[str | Path]


def main() -> None:
    """Set up, unless .venv was already made from just these pins with just this Python."""
    stamp = VENV / "aksgpu-set-up"
    made_from = fingerprint()
    if stamp.exists() and stamp.read_text() == made_from:
        return
    print(NOTE_OF_CHANGE if stamp.exists() else NOTE_OF_FIRST_TIME, flush=True)
    uv = usable_uv() or installed_uv()
    # pip is seeded because Pulumi's language host asks `python -m pip list` what is installed.
    if not (VENV / "bin" / "pip").exists() or python_version(VENV / "bin" / "python") != sys.version:
        step("creating .venv", [uv, "venv", "--quiet", "--clear", "--seed", "--python", sys.executable, VENV])
    step("installing the locked packages", [uv, "sync", "--quiet", "--frozen", "--compile-bytecode"])
    stamp.write_text(made_from)
    print("ready: .venv", flush=True)


def fingerprint() -> str:
    """What .venv depends on: the pins, the project's own metadata, and the Python under it."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("uv.lock", "pyproject.toml"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest() + "\n"


def usable_uv() -> str | None:
    """A uv that is new enough: on PATH, or the one that an earlier set-up brought."""
    for candidate in (shutil.which("uv"), str(OWN_UV / "bin" / "uv")):
        if candidate and Path(candidate).exists():
            answer = subprocess.run([candidate, "--version"], capture_output=True, text=True, check=False)
            words = answer.stdout.split()
            if len(words) > 1 and numbers(words[1])[:2] >= numbers(UV)[:2]:
                return candidate
    return None


def installed_uv() -> str:
    """uv at its pinned version, in a folder of the checkout: nothing of the machine's own Python is touched."""
    what, wanted = f"installing uv {UV}", ["install", "--quiet", "--disable-pip-version-check", f"uv=={UV}"]
    # A target folder is what pip allows on a Python that the distribution manages, too.
    if step(what, [sys.executable, "-m", "pip", *wanted, "--target", OWN_UV], may_fail=True):
        return str(OWN_UV / "bin" / "uv")
    shutil.rmtree(OWN_UV, ignore_errors=True)
    if step("making a folder for uv", [sys.executable, "-m", "venv", OWN_UV], may_fail=True):
        step(what, [OWN_UV / "bin" / "python", "-m", "pip", *wanted])
        return str(OWN_UV / "bin" / "uv")
    sys.exit(
        "uv is missing, and this Python has neither pip nor venv to install it with. Install one of the three: uv, "
        "or your system's package of pip or of venv for Python (on Debian python3-pip or python3-venv)."
    )


def step(what: str, command: Command, may_fail: bool = False) -> bool:
    """Run one step with signs of life, and say how long it took. False only if it failed and may."""
    print(f"{what} ...", flush=True)
    start = time.monotonic()
    done = threading.Event()

    def signs_of_life() -> None:
        while not done.wait(SECONDS_BETWEEN_SIGNS_OF_LIFE):
            print(f"  still {what}, {time.monotonic() - start:.0f} s", flush=True)

    threading.Thread(target=signs_of_life, daemon=True).start()
    # The machine's own certificates, as pip takes them: behind a company's proxy no others are of use.
    ours = {"UV_PYTHON_DOWNLOADS": "never", "UV_PROJECT_ENVIRONMENT": str(VENV), "UV_SYSTEM_CERTS": "true"}
    environment = {"PIP_ROOT_USER_ACTION": "ignore", **os.environ, **ours}
    try:
        code = subprocess.run([str(part) for part in command], cwd=ROOT, env=environment, check=False).returncode
    finally:
        done.set()
    if code and not may_fail:
        sys.exit(f"{what} failed (exit code {code}). The reason stands above. It is safe to run the same again.")
    print(f"  {'failed' if code else 'done'} in {time.monotonic() - start:.0f} s", flush=True)
    return code == 0


def python_version(python: Path) -> str:
    """The version text of a Python, empty if it does not run."""
    if not python.exists():
        return ""
    asked = [str(python), "-c", "import sys; print(sys.version, end='')"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparing."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


if __name__ == "__main__":
    main()
