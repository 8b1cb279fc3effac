"""Read YAML as version 1.2 does, which is how Pulumi reads it, and know where each value stands."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from aksgpu.config.finding import Path

MAX_BYTES = 1_000_000
MAX_DEPTH = 60
MAX_NODES = 200_000


class NotReadable(Exception):
    """Text that is not one YAML 1.2 document of reasonable size. Line and column count from 1; 0 is unknown."""

    def __init__(self, message: str, remedy: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.line = line
        self.column = column


# The C loader is about ten times faster; a PyYAML built without it has only the other.
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):
    """PyYAML reads 1.1, where `no`, `on` and `1:30` are not text. These are the core rules of 1.2."""


_NOT_TEXT = (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
        list("-+.0123456789"),
    ),
    ("merge", r"^(?:<<)$", ["<"]),
)
_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in _NOT_TEXT:
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)

_PREFIX = "tag:yaml.org,2002:"


def needs_quotes(text: str) -> bool:
    """Whether YAML 1.2 would read this text, written plainly, as something else than text."""
    return any(re.match(pattern, text) for _, pattern, _ in _NOT_TEXT)


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the text, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """Plain data and the place of every key and item of it."""

    data: Any
    positions: Mapping[Path, Position]
    text: str

    def position(self, path: Path) -> Position:
        """Where a path stands, or the nearest place above it where it is missing."""
        while path and path not in self.positions:
            path = path[:-1]
        return self.positions.get(path, Position(1, 1))

    def line(self, number: int) -> str:
        """One line of the text, by its number from 1."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""


def read(text: str) -> Document:
    """Read one document. Raises NotReadable for anything else, with a place where there is one."""
    if len(text) > MAX_BYTES:
        raise NotReadable(
            f"the text has {len(text):,} characters, and a stack file never needs more than {MAX_BYTES:,}.",
            "Give the path of a stack file, such as stacks/Pulumi.dev.yaml.",
        )
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        what = " ".join(part for part in (error.context, error.problem) if part)
        raise NotReadable(f"this is not YAML: {what}.", "Mend the text at this place.", line, column) from None
    except (yaml.YAMLError, ValueError) as error:  # a character that YAML forbids, or a broken escape
        reason = str(error).splitlines()[0]
        raise NotReadable(f"this is not YAML: {reason}.", "Save the file as plain UTF-8 text.") from None
    except RecursionError:
        raise NotReadable("the text nests too deeply.", f"Keep it within {MAX_DEPTH} levels.") from None
    builder = _Builder()
    data = builder.build(root, (), 0) if root is not None else None
    return Document(data, builder.positions, text)


class _Builder:
    """Turns composed nodes into plain data, and refuses what Pulumi would read otherwise or not at all."""

    def __init__(self) -> None:
        self.positions: dict[Path, Position] = {}
        self._nodes = 0

    def build(self, node: yaml.Node, path: Path, depth: int) -> Any:
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise self._refusal(
                node, "aliases or nesting make this document too large.", "Write the values out where they are used."
            )
        self.positions.setdefault(path, _position(node))
        match node:
            case yaml.MappingNode():
                return dict(self._items(node, path, depth))
            case yaml.SequenceNode():
                return [self.build(item, (*path, index), depth + 1) for index, item in enumerate(node.value)]
            case _:
                return self._scalar(node)

    def _items(self, node: yaml.MappingNode, path: Path, depth: int) -> Iterator[tuple[str, Any]]:
        seen: dict[str, Position] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._refusal(key_node, "this key is not text.", "Write a plain name as the key.")
            if key_node.tag == f"{_PREFIX}merge":
                raise self._refusal(
                    key_node, "merge keys (<<) are not part of YAML 1.2.", "Write the values out where they are used."
                )
            key = str(key_node.value)
            if key in seen:
                raise self._refusal(
                    key_node,
                    f"the key {key!r} is here twice (first in line {seen[key].line}), and one would silently win.",
                    "Keep one of them.",
                )
            seen[key] = _position(key_node)
            self.positions[(*path, key)] = seen[key]
            yield key, self.build(value_node, (*path, key), depth + 1)

    def _scalar(self, node: yaml.Node) -> Any:
        value = str(node.value)
        match str(node.tag).removeprefix(_PREFIX):
            case "null":
                return None
            case "bool":
                return value.lower() == "true"
            case "int":
                return _int(value)
            case "float":
                return float(value.replace(".inf", "inf").replace(".nan", "nan").lower())
            case "str" | "merge":
                return value
            case tag:
                raise self._refusal(node, f"the tag {tag} has no meaning here.", "Write a plain value.")

    @staticmethod
    def _refusal(node: yaml.Node, message: str, remedy: str) -> NotReadable:
        place = _position(node)
        return NotReadable(message, remedy, place.line, place.column)


def _int(text: str) -> int:
    if text.startswith("0o"):
        return int(text[2:], 8)
    return int(text, 16) if text.startswith("0x") else int(text[:4000])


def _position(node: yaml.Node) -> Position:
    mark = node.start_mark
    return Position(mark.line + 1, mark.column + 1) if mark else Position(1, 1)
