"""Plain values as YAML text, for charts that take a whole file as one string."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

_PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9_./-]*")
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}


def yaml_text(value: Mapping[str, Any]) -> str:
    """A map as block YAML, in the map's own order. It means the same in YAML 1.1 and 1.2.

    Values are maps, sequences, text, whole numbers and booleans.
    """
    return "".join(f"{line}\n" for line in _map(value))


def _map(value: Mapping[str, Any]) -> Iterator[str]:
    for key, item in value.items():
        yield from _entry(f"{_scalar(key)}:", item)


def _list(value: Sequence[Any]) -> Iterator[str]:
    for item in value:
        if isinstance(item, Mapping) and item:
            for index, line in enumerate(_map(cast(Mapping[str, Any], item))):
                yield f"  {line}" if index else f"- {line}"
        else:
            yield from _entry("-", item)


def _entry(start: str, item: Any) -> Iterator[str]:
    if isinstance(item, Mapping) and item:
        yield start
        yield from (f"  {line}" for line in _map(cast(Mapping[str, Any], item)))
    elif isinstance(item, list | tuple) and item:
        yield start
        yield from (f"  {line}" for line in _list(cast(Sequence[Any], item)))
    else:
        yield f"{start} {_scalar(item)}"


def _scalar(item: Any) -> str:
    if isinstance(item, str) and _PLAIN.fullmatch(item) and item.lower() not in _NOT_TEXT:
        return item
    return json.dumps(item, ensure_ascii=False)
