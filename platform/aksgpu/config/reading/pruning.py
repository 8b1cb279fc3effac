"""Take the misshapen values out of a stack, so that the rules can speak about the rest in the same pass."""

import copy
from collections.abc import Callable
from typing import Any, cast

from pydantic import ValidationError

from aksgpu.config.finding import Finding, Path
from aksgpu.config.model.stack import StackConfig

_GUID = "00000000-0000-0000-0000-0000000000ff"
_ENTRA = {"adminGroups": [_GUID]}
_STAND_INS: dict[Path, Any] = {
    ("environment",): "unknown",
    ("owner",): "unknown",
    ("costCentre",): "unknown",
    ("subscriptionId",): _GUID,
    ("region",): "unknown",
    ("cluster",): {"create": {"name": "unknown", "entra": _ENTRA}},
    ("cluster", "create"): {"name": "unknown", "entra": _ENTRA},
    ("cluster", "create", "name"): "unknown",
    ("cluster", "create", "entra"): _ENTRA,
    ("cluster", "create", "entra", "adminGroups"): [_GUID],
}
_ROUNDS = 40


def prune(data: Any, problems: Callable[[ValidationError, Any], list[Finding]]) -> tuple[StackConfig, set[str]] | None:
    """What is left of `data` once every misshapen value is out, and the names that went with them.

    None where nothing sensible is left. Required values of the stack itself are stood in for.
    """
    if not isinstance(data, dict):
        return None
    rest = copy.deepcopy(cast(dict[str, Any], data))
    gone: set[str] = set()
    for _ in range(_ROUNDS):
        try:
            return StackConfig.model_validate(rest), gone
        except ValidationError as failure:
            for finding in problems(failure, rest):
                gone |= _names(finding.path)
                if not _take_out(rest, finding.path):
                    return None
    return None


def speaks_of(finding: Finding, names: set[str]) -> bool:
    """Whether a finding names something that was taken out: then it may be an echo, and waits for the next pass."""
    text = f" {finding.dotted} {finding.message} {finding.remedy} "
    for sign in ".,:;[](){}'\"`=/":
        text = text.replace(sign, " ")
    words = set(text.split())
    return any(name in words for name in names)


def _names(path: Path) -> set[str]:
    """The name by which others may refer to what stands at a path."""
    if path[:1] and path[0] in {"gpuPools", "cpuPools", "teams", "priorities", "approve"} and len(path) > 1:
        return {str(path[1])}
    if path[:1] == ("storage",) and len(path) > 2:
        return {str(path[2])}
    return {str(step) for step in path[-1:]}


def _take_out(data: Any, path: Path) -> bool:
    """Remove the value at a path, or what holds it where it is missing. False where that would be everything."""
    if path in _STAND_INS:
        parent = _reach(data, path[:-1])
        if isinstance(parent, dict):
            parent[path[-1]] = copy.deepcopy(_STAND_INS[path])
            return True
    if not path:
        return False
    parent = _reach(data, path[:-1])
    step = path[-1]
    if isinstance(parent, dict) and step in parent:
        del parent[step]
        return True
    if isinstance(parent, list) and isinstance(step, int) and step < len(cast(list[Any], parent)):
        del parent[step]
        return True
    return _take_out(data, path[:-1])


def _reach(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
