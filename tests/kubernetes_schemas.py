"""Judges a Kubernetes object by the real schemas in tests/schemas, unknown fields refused."""

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators

SCHEMAS = Path(__file__).parent / "schemas"

formats = FormatChecker(formats=())
formats.checks("int32")(lambda value: not isinstance(value, int) or -(2**31) <= value < 2**31)
formats.checks("int64")(lambda value: not isinstance(value, int) or -(2**63) <= value < 2**63)


@formats.checks("byte", raises=binascii.Error)
def _is_base64(value: object) -> bool:
    return not isinstance(value, str) or base64.b64decode(value, validate=True) is not None


def _unique_by_key(_: Any, keys: list[str], items: Any, __: Any) -> Iterator[ValidationError]:
    seen: set[str] = set()
    for item in items if isinstance(items, list) else ():
        name = ", ".join(f"{key} {item.get(key)}" for key in keys) if isinstance(item, Mapping) else repr(item)
        if name in seen:
            yield ValidationError(f"more than one item has {name}")
        seen.add(name)


StrictValidator = validators.extend(Draft202012Validator, {"x-kubernetes-list-map-keys": _unique_by_key})


@cache
def _validator(group: str, version: str, kind: str) -> Any:
    file = SCHEMAS / f"{group or 'core'}_{version}_{kind}.json"
    return StrictValidator(json.loads(file.read_text()), format_checker=formats) if file.exists() else None


def validate(manifest: Mapping[str, Any]) -> list[str]:
    """Every reason for which the API server would refuse `manifest` by its shape, each as `path: reason`.

    A kind without a schema is a reason too. Rules in CEL, webhooks and references to other objects are not judged.
    """
    api_version, kind = str(manifest.get("apiVersion", "")), str(manifest.get("kind", ""))
    group, _, version = api_version.rpartition("/")
    validator = _validator(group, version, kind)
    if validator is None:
        return [f"no schema for kind {kind!r} of {api_version!r}: add it to tools/schemas/kinds.py, run `make schemas`"]
    reasons = [reason for error in validator.iter_errors(manifest) for reason in _in_words(error)]
    if not manifest.get("metadata", {}).get("name"):
        reasons.append("metadata.name: missing")
    return sorted(reasons)


def _in_words(error: ValidationError) -> Iterator[str]:
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    where = where.removeprefix(".") or "object"
    if error.validator == "additionalProperties" and error.validator_value is False:
        known = error.schema.get("properties", {})
        for name in sorted(set(error.instance) - set(known)):
            yield f"{where}: unknown field {name}"
    elif error.context:
        branches = " or ".join(dict.fromkeys(branch.message for branch in error.context))
        yield f"{where}: {branches}"
    else:
        yield f"{where}: {error.message}"
