"""Plain words for values of the wrong shape: what pydantic refuses, said for the person who wrote the file."""

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Union, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from aksgpu.catalogue.spelling import did_you_mean, nearest
from aksgpu.config.finding import Finding, Path, error
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.descriptions import descriptions

RULE = "shape"

_MISSING = object()


def shape_findings(failure: ValidationError, data: Any) -> list[Finding]:
    """One finding for each value that has the wrong shape, in the order of the file's models."""
    found: dict[Path, list[ErrorDetails]] = {}
    for problem in failure.errors(include_url=False):
        found.setdefault(_data_path(problem["loc"], data, problem["type"] == "missing"), []).append(problem)
    misspelt = {
        (*path[:-1], intended)
        for path, problems in found.items()
        if problems[0]["type"] == "extra_forbidden" and (intended := nearest(str(path[-1]), fields_at(path[:-1])))
    }
    return [
        _finding(path, problems, data).by(RULE)
        for path, problems in found.items()
        if not (problems[0]["type"] == "missing" and path in misspelt)
    ]


def value_at(data: Any, path: Path) -> Any:
    """The plain value at a path, or None where there is none."""
    value = _at(data, path)
    return None if value is _MISSING else value


def fields_at(path: Path) -> Mapping[str, str]:
    """The keys that the config knows at a path, each with its description. Empty where keys are free."""
    return {
        str(field.alias or name): descriptions(model).get(str(field.alias or name), "")
        for model in _models_at(path)
        for name, field in model.model_fields.items()
    }


def _at(data: Any, path: Path) -> Any:
    for step in path:
        if isinstance(step, str) and isinstance(data, dict):
            data = cast(dict[str, Any], data).get(step, _MISSING)
        elif isinstance(step, int) and isinstance(data, list) and step < len(cast(list[Any], data)):
            data = cast(list[Any], data)[step]
        else:
            return _MISSING
    return data


def _data_path(loc: tuple[int | str, ...], data: Any, missing: bool) -> Path:
    """The file's own path: without the names that pydantic adds for members of a union and for keys of a map."""
    path: Path = ()
    for index, step in enumerate(loc):
        last = index == len(loc) - 1
        if _at(data, (*path, step)) is not _MISSING or (last and missing):
            path = (*path, step)
    return path


def _finding(path: Path, problems: list[ErrorDetails], data: Any) -> Finding:
    refusals = [problem for problem in problems if problem["type"] == "refused"]
    if refusals:
        context = refusals[0].get("ctx", {})
        return error(path, str(context["message"]), str(context["remedy"]))
    value = value_at(data, path)
    if isinstance(value, dict) and list(cast(dict[str, Any], value)) == ["secure"]:
        return error(
            path,
            "this value is encrypted, and it is not a secret of the stack.",
            "Write it in plain text, so that a reviewer can read it.",
        )
    if len(problems) > 1:
        choices = " or ".join(dict.fromkeys(_expected(problem) for problem in problems))
        return error(path, f"{shown(value)} is not {choices}.", _field_remedy(path) or f"Write {choices}.")
    return _one(path, problems[0], value)


def _one(path: Path, problem: ErrorDetails, value: Any) -> Finding:
    context = problem.get("ctx", {})
    key = str(path[-1]) if path else ""
    match problem["type"]:
        case "extra_forbidden":
            known = fields_at(path[:-1])
            return error(path, f"there is no key {key!r} here.", did_you_mean(key, known))
        case "missing":
            return error(path, f"the key {key!r} is required and is not here.", _add(path, key))
        case "literal_error":
            choices = str(context["expected"]).replace("'", "").replace(" or ", ", ").split(", ")
            if not isinstance(value, str) and str(value) in choices:
                return error(
                    path, f"{shown(value)} is a number here, and this must be text.", f'Write "{value}" in quotes.'
                )
            return error(path, f"{shown(value)} is not one of {', '.join(choices)}.", did_you_mean(str(value), choices))
        case "string_type" if isinstance(value, int | float) and not isinstance(value, bool):
            return error(
                path, f"{value} is a number here, and this must be text.", f'Put it in quotes: {key}: "{value}".'
            )
        case "too_short" | "string_too_short":
            return error(path, "this is empty.", f"Write at least one. {_field_remedy(path)}".strip())
        case "greater_than_equal" | "greater_than":
            bound = context.get("ge", context.get("gt"))
            return error(path, f"{shown(value)} is too small.", f"Write {bound} or more. {_field_remedy(path)}".strip())
        case "less_than_equal" | "less_than":
            bound = context.get("le", context.get("lt"))
            return error(path, f"{shown(value)} is too large.", f"Write {bound} or less. {_field_remedy(path)}".strip())
        case _:
            expected = _expected(problem)
            if value is None:
                return error(
                    path,
                    f"nothing is written here; it must be {expected}.",
                    f"Write {expected}. {_field_remedy(path)}".strip(),
                )
            return error(path, f"{shown(value)} is not {expected}.", f"Write {expected}. {_field_remedy(path)}".strip())


_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a map of names to values",
    "model_type": "a map of keys to values",
    "model_attributes_type": "a map of keys to values",
    "date_type": "a date such as 2027-03-31",
    "finite_number": "a finite number",
}


def _expected(problem: ErrorDetails) -> str:
    context = problem.get("ctx", {})
    match problem["type"]:
        case "literal_error":
            return str(context["expected"]).replace("'", "")
        case "string_pattern_mismatch":
            return f"text of the form {context['pattern']}"
        case kind if kind in _EXPECTED:
            return _EXPECTED[kind]
        case _:
            return problem["msg"][:1].lower() + problem["msg"][1:]


def shown(value: Any) -> str:
    """A value for a message: short, and never a whole map or list."""
    if isinstance(value, Mapping):
        return "a map"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _add(path: Path, key: str) -> str:
    described = _field_remedy(path)
    return f"Add {key}. {described}".strip()


def _field_remedy(path: Path) -> str:
    """What the field is for, in its own words."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    description = fields_at(path[: path.index(key)] if key in path else ()).get(key, "") if path else ""
    return " ".join(description.split())


def _models_at(path: Path) -> list[type[BaseModel]]:
    """The config models that can stand at a path."""
    types_here: list[Any] = [StackConfig]
    for step in path:
        types_here = [inner for kind in types_here for inner in _step(kind, step)]
    return [kind for kind in types_here if isinstance(kind, type) and issubclass(kind, BaseModel)]


def _step(kind: Any, step: str | int) -> Iterator[Any]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            if step in (field.alias, name):
                yield from _unwrapped(field.annotation)
    elif get_origin(kind) is dict and isinstance(step, str):
        yield from _unwrapped(get_args(kind)[1])
    elif get_origin(kind) is list and isinstance(step, int):
        yield from _unwrapped(get_args(kind)[0])


def _unwrapped(kind: Any) -> Iterator[Any]:
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _unwrapped(get_args(kind)[0])
    elif origin in (Union, types.UnionType):
        for member in get_args(kind):
            yield from _unwrapped(member)
    else:
        yield kind
