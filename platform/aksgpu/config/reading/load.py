"""Find and read a stack file, and say what is wrong with it in the file's own lines."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path as FilePath
from typing import Any, cast

from aksgpu.catalogue.spelling import nearest
from aksgpu.config.finding import Finding, Severity
from aksgpu.config.reading.check import Checked, check
from aksgpu.config.reading.yaml12 import Document, NotReadable, read

CONFIG_KEY = "aksgpu:stack"


class StackNotFound(Exception):
    """There is no such stack file, or it cannot be read. The message is for the person who named it."""


@dataclass(frozen=True, slots=True)
class LoadedStack:
    """A stack file after the check. `shown` is its path as messages write it."""

    name: str
    shown: str
    document: Document
    checked: Checked


def find_stack_file(stack: str, start: FilePath) -> FilePath:
    """The file of a stack: a path as it is, or a name to look up in the project's `stackConfigDir`.

    Raises StackNotFound with the stacks that exist.
    """
    if FilePath(stack).suffix in {".yaml", ".yml"} or "/" in stack:
        file = start / stack
        if file.is_file():
            return file
        raise StackNotFound(f"{stack}: there is no such file." if not file.is_dir() else f"{stack} is a folder.")
    folder = _stack_folder(start)
    file = folder / f"Pulumi.{stack}.yaml"
    if file.is_file():
        return file
    known = known_stacks(start)
    near = nearest(stack, known)
    hint = f"Did you mean {near}?" if near else f"Stacks here: {', '.join(known)}." if known else ""
    where = _relative(folder, start)
    raise StackNotFound(f"there is no stack {stack!r} in {where}. {hint}".strip())


def known_stacks(start: FilePath) -> list[str]:
    """Names of the project's stacks. Raises StackNotFound outside a project."""
    return sorted(stack_name(path) for path in _stack_folder(start).glob("Pulumi.*.yaml"))


def stack_name(file: FilePath) -> str:
    """The stack's name by its file: `prod` for Pulumi.prod.yaml."""
    return file.name.removeprefix("Pulumi.").removesuffix(".yaml").removesuffix(".yml")


def load_stack(stack: str, today: date, start: FilePath | None = None) -> LoadedStack:
    """Read and check a stack by name or path. Raises StackNotFound, and NotReadable for text that is not YAML."""
    start = start or FilePath.cwd()
    file = find_stack_file(stack, start)
    try:
        text = _text(file)
    except OSError as reason:
        raise StackNotFound(f"{stack} cannot be read: {reason.strerror or reason}.") from None
    return load_text(text, stack_name(file), _relative(file, start), today)


def load_text(text: str, name: str, shown: str, today: date) -> LoadedStack:
    """Check the text of a stack file. Raises NotReadable for text that is not YAML or holds no stack."""
    document = read(text)
    checked = check(_stack_of(document), today)
    return LoadedStack(name, shown, document, Checked(checked.stack, _in_file_order(checked.findings, document)))


def _in_file_order(findings: tuple[Finding, ...], document: Document) -> tuple[Finding, ...]:
    """Errors first, then warnings, then notes; each in the order of the file."""
    severities = list(Severity)

    def place(finding: Finding) -> tuple[int, int, int]:
        position = document.position(("config", CONFIG_KEY, *finding.path))
        return severities.index(finding.severity), position.line, position.column

    return tuple(sorted(findings, key=place))


def _text(file: FilePath) -> str:
    data = file.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotReadable(
            f"byte {error.start} is not UTF-8 text.",
            "Save the file as plain UTF-8 text.",
            data[: error.start].count(b"\n") + 1,
            1,
        ) from None


def _stack_of(document: Document) -> Any:
    config = _map_in(document.data, "config")
    if config is None:
        raise NotReadable(
            "there is no `config` map in this file.", f"Write `config:` and below it `{CONFIG_KEY}:`.", 1, 1
        )
    if CONFIG_KEY not in config:
        near = nearest(CONFIG_KEY, config)
        line = document.position(("config", near) if near else ("config",)).line
        seen = f" It has {near}." if near else ""
        raise NotReadable(f"there is no `{CONFIG_KEY}` under `config`.{seen}", f"Name the key {CONFIG_KEY}.", line, 3)
    return config[CONFIG_KEY]


def _map_in(data: Any, key: str) -> dict[str, Any] | None:
    inner = cast(dict[str, Any], data).get(key) if isinstance(data, dict) else None
    return cast(dict[str, Any], inner) if isinstance(inner, dict) else None


def project_folder(start: FilePath) -> FilePath:
    """The folder of the project's Pulumi.yaml, here or above. Raises StackNotFound where there is none."""
    for folder in (start, *start.parents):
        if (folder / "Pulumi.yaml").is_file():
            return folder
    raise StackNotFound("there is no Pulumi.yaml here or above. Go to the project, or give the path of a stack file.")


def _stack_folder(start: FilePath) -> FilePath:
    folder = project_folder(start)
    try:
        settings = read((folder / "Pulumi.yaml").read_text()).data
    except (NotReadable, OSError, UnicodeDecodeError):
        settings = None
    named = cast(dict[str, Any], settings).get("stackConfigDir") if isinstance(settings, dict) else None
    return folder / named if isinstance(named, str) else folder


def _relative(file: FilePath, start: FilePath) -> str:
    try:
        return str(file.resolve().relative_to(start.resolve()))
    except ValueError:
        return str(file)
