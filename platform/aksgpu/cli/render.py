"""`aksgpu render`: a plan as files, so that the difference of two folders is a review."""

from pathlib import Path
from typing import Annotated

import typer

from aksgpu.cli.arguments import Day, Stack, day_or_today
from aksgpu.cli.exit_codes import ExitCode
from aksgpu.cli.loading import valid_or_exit
from aksgpu.cli.screen import errors, output
from aksgpu.plan import plan
from aksgpu.report.rendered import MARK, rendered


def render_command(
    stack: Stack,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to write to. It is made anew.")],
    day: Day = None,
) -> None:
    """Write the Azure request bodies, the Kubernetes objects and the charts' values, one file each."""
    today = day_or_today(day)
    loaded, valid = valid_or_exit(stack, today)
    files = rendered(plan(valid, today), loaded.name)
    try:
        _make_empty(out)
        for name, text in files.items():
            target = out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
    except OSError as reason:
        errors().print(f"aksgpu: {reason.filename or out} cannot be written: {reason.strerror}.", style="red")
        raise typer.Exit(ExitCode.USAGE) from None
    output().print(f"{len(files)} files in {out}. {MARK} lists them and says what they do not contain.")


def _make_empty(out: Path) -> None:
    """Remove what an earlier render wrote, and nothing else."""
    if out.exists() and any(out.iterdir()) and not (out / MARK).is_file():
        errors().print(f"aksgpu: {out} is not empty and was not made by render. Give a new folder.", style="red")
        raise typer.Exit(ExitCode.USAGE)
    if not out.exists():
        return
    for file in (path for folder in ("azure", "kubernetes", "charts") for path in (out / folder).glob("*")):
        file.unlink()
