"""Waivers: who lets which resource break which rule, why, and until when."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NoReturn, cast

import yaml

from aksgpu.catalogue.spelling import nearest

KEYS = ("rule", "resource", "owner", "reason", "expires")
OPTIONAL_KEYS = ("stack",)


class BadWaivers(Exception):
    """The waivers cannot be read. `place` is file and line, `message` what is wrong, `remedy` what to write."""

    def __init__(self, place: str, message: str, remedy: str) -> None:
        super().__init__(f"{place}: {message} {remedy}")
        self.place = place
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Waiver:
    """One waiver. It holds up to and including `expires`.

    `resource` is the resource's Pulumi name, which is its key in a plan, or a pattern with * in it. `stack` limits the
    waiver to one stack.
    """

    rule: str
    resource: str
    owner: str
    reason: str
    expires: date
    stack: str | None = None

    def covers(self, rule: str, resource: str) -> bool:
        """Whether it is about this rule at this resource, whatever the day."""
        return rule == self.rule and fnmatchcase(resource, self.resource)

    def holds(self, today: date) -> bool:
        """Whether it has not expired."""
        return today <= self.expires


def waivers_of(waivers: Iterable[Waiver], stack: str) -> tuple[Waiver, ...]:
    """The waivers that are about a stack: those that name it, and those that name none."""
    return tuple(waiver for waiver in waivers if waiver.stack in (None, stack))


def read_waivers(file: Path, rules: Collection[str]) -> tuple[Waiver, ...]:
    """The waivers of a file. `rules` are the names of the rules that there are. Raises BadWaivers."""
    try:
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadWaivers(str(file), f"it cannot be read: {fault}.", "Mend the file, or take it away.") from None
    return parse_waivers(content, str(file), rules)


def parse_waivers(text: str, shown: str, rules: Collection[str]) -> tuple[Waiver, ...]:
    """The waivers of a file's text; `shown` is the file's name in messages.

    Raises BadWaivers for the first fault: not YAML, unknown or missing keys, no such rule, no such day.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise BadWaivers(f"{shown}:{line}", f"this is not YAML: {fault.problem}.", _EMPTY) from None
    except yaml.YAMLError:
        raise BadWaivers(shown, "it holds a character that YAML does not allow.", "Take it out.") from None
    except RecursionError:
        raise BadWaivers(shown, "it is nested too deep to be read.", _EMPTY) from None
    if root is None:
        return ()
    return tuple(_waiver(node, shown, rules) for node in _list(root, shown))


_EMPTY = "The file holds one key, `waivers`, with a list. Without any waiver, write `waivers: []`."


def _list(root: yaml.Node, shown: str) -> list[yaml.Node]:
    if isinstance(root, yaml.MappingNode):
        pairs = {key.value: value for key, value in cast(list[tuple[yaml.Node, yaml.Node]], root.value)}
        found = pairs.get("waivers")
        if len(pairs) == 1 and isinstance(found, yaml.SequenceNode):
            return cast(list[yaml.Node], found.value)
    _refuse(root, shown, "this is not a list of waivers.", _EMPTY)


def _waiver(node: yaml.Node, shown: str, rules: Collection[str]) -> Waiver:
    given = _values(node, shown)
    missing = [key for key in KEYS if key not in given]
    if missing:
        _refuse(node, shown, f"this waiver lacks {', '.join(missing)}.", f"A waiver has {', '.join(KEYS)}.")
    texts = {key: _sentence(value, shown, key) for key, value in given.items()}
    if texts["rule"] not in rules:
        near = nearest(texts["rule"], rules)
        hint = f"Did you mean {near}?" if near else "docs/reference/policies.md lists the rules."
        _refuse(given["rule"], shown, f"there is no rule {texts['rule']}.", hint)
    if not texts["resource"].strip("*?"):
        _refuse(
            given["resource"],
            shown,
            f"resource: {texts['resource']} would switch the rule off for everything.",
            "Name a resource, for example pool-train, or several by a pattern such as pool-*.",
        )
    expires = _day(given["expires"], shown, texts.pop("expires"))
    return Waiver(**texts, expires=expires)


def _values(node: yaml.Node, shown: str) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        _refuse(node, shown, "a waiver is a mapping.", f"It has {', '.join(KEYS)}.")
    given: dict[str, yaml.Node] = {}
    known = KEYS + OPTIONAL_KEYS
    for key, value in cast(list[tuple[yaml.Node, yaml.Node]], node.value):
        name = str(key.value)
        if name in given:
            _refuse(key, shown, f"{name} is given twice.", "Keep one of them.")
        if name not in known:
            near = nearest(name, known)
            hint = f"Did you mean {near}?" if near else f"The keys are {', '.join(known)}."
            _refuse(key, shown, f"a waiver has no key {name}.", hint)
        given[name] = value
    return given


def _sentence(node: yaml.Node, shown: str, key: str) -> str:
    if isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null":
        value = str(cast(object, node.value)).strip()
        if value:
            return value
    _refuse(node, shown, f"{key} is not a text.", f"Write the {key} of this waiver.")


def _day(node: yaml.Node, shown: str, value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        _refuse(node, shown, f"expires: {value} is not a day.", "Write it as 2027-03-31: the last day that counts.")


def _refuse(node: yaml.Node, shown: str, message: str, remedy: str) -> NoReturn:
    raise BadWaivers(f"{shown}:{node.start_mark.line + 1}", message, remedy)
