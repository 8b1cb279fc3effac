"""The program that is rehearsed: the checkout's own, in a folder of its own, with one changed stack file."""

import shutil
from pathlib import Path
from typing import Any

import yaml

from aksgpu.config.reading.load import CONFIG_KEY, stack_name
from aksgpu.desired.yaml_text import yaml_text
from aksgpu_rehearsal.settings import CHARTS, rehearsed

COPIED = ("Pulumi.yaml", "stacks", "policies")


class Program:
    """A copy of the program, so that Pulumi writes nothing into the checkout."""

    def __init__(self, stack_file: Path, folder: Path) -> None:
        project = next(parent for parent in stack_file.resolve().parents if (parent / "Pulumi.yaml").is_file())
        folder.mkdir()
        for name in COPIED:
            source = project / name
            if source.is_dir():
                shutil.copytree(source, folder / name, symlinks=True)
            else:
                shutil.copy(source, folder / name)
        (folder / ".venv").symlink_to(project / ".venv")
        self.folder = folder
        self.stack_name = stack_name(stack_file)
        self.file = folder / "stacks" / f"Pulumi.{self.stack_name}.yaml"
        shutil.copy(stack_file, self.file)

    def rehearse(self, charts: Path) -> None:
        """Make the stack one that this machine can take up, with the charts of this folder beside the program."""
        (self.folder / "stacks" / CHARTS).symlink_to(charts)
        self.stack = rehearsed(self.stack)

    @property
    def stack(self) -> dict[str, Any]:
        """The stack as its file says it now."""
        return yaml.safe_load(self.file.read_text())["config"][CONFIG_KEY]

    @stack.setter
    def stack(self, stack: dict[str, Any]) -> None:
        # Pulumi keeps its own keys, such as the salt of the secrets, beside ours.
        document = yaml.safe_load(self.file.read_text())
        document["config"][CONFIG_KEY] = stack
        self.file.write_text(yaml_text(document))
