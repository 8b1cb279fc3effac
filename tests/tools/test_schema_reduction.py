"""What `make schemas` keeps of a published schema, and what it refuses beyond that."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "tools" / "schemas" / "reduce.py"


@pytest.fixture(scope="module")
def reduce() -> ModuleType:
    spec = importlib.util.spec_from_file_location("schema_reduction", SOURCE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("published", "reduced"),
    [
        ({"type": "string", "description": "words", "default": "a"}, {"type": "string"}),
        (
            {"type": "object", "properties": {"a": {"type": "string"}}},
            {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False},
        ),
        (
            {"type": "object", "properties": {"a": {}}, "x-kubernetes-preserve-unknown-fields": True},
            {"type": "object", "properties": {"a": {}}},
        ),
        (
            {"type": "object", "additionalProperties": {"type": "string", "description": "words"}},
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}),
        (
            {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": True},
            {"type": ["integer", "string"]},
        ),
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        (
            {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        ),
        (
            {"oneOf": [{"properties": {"a": {}}, "required": ["a"]}]},
            {"oneOf": [{"properties": {"a": {}}, "required": ["a"]}]},
        ),
        ({"type": "string", "pattern": "^(?i)a$"}, {"type": "string", "pattern": "(?i)^a$"}),
    ],
    ids=lambda value: str(value)[:50],
)
def test_custom_resources(reduce: ModuleType, published: Any, reduced: Any) -> None:
    assert reduce.structure(published, server_defaults=True) == reduced


def test_a_server_default_fills_a_required_field_and_a_zero_value_does_not(reduce: ModuleType) -> None:
    published = {"properties": {"a": {"default": ""}, "b": {}}, "required": ["a", "b"]}
    assert reduce.structure(published, server_defaults=True)["required"] == ["b"]
    assert reduce.structure(published, server_defaults=False)["required"] == ["a", "b"]


def test_a_built_in_type_without_fields_is_free_form(reduce: ModuleType) -> None:
    assert reduce.structure({"type": "object"}, server_defaults=False) == {"type": "object"}


def test_a_kind_brings_every_type_that_it_reaches_and_no_status(reduce: ModuleType) -> None:
    def ref(name: str) -> Any:
        return {"allOf": [{"$ref": f"#/components/schemas/{name}"}], "default": {}}

    types = {
        "Job": {
            "properties": {"spec": ref("Spec"), "status": ref("Status")},
            "x-kubernetes-group-version-kind": [{"group": "batch", "version": "v1", "kind": "Job"}],
        },
        "Spec": {"properties": {"again": ref("Spec"), "size": ref(reduce.QUANTITY)}},
        "Status": {},
        reduce.QUANTITY: {"oneOf": [{"type": "string"}, {"type": "number"}]},
    }
    schema = reduce.built_in({"components": {"schemas": types}}, "batch", "v1", "Job")
    assert list(schema["properties"]) == ["spec"]
    assert sorted(schema["$defs"]) == sorted(["Spec", reduce.QUANTITY])
    assert schema["$defs"][reduce.QUANTITY]["pattern"] == reduce.QUANTITY_PATTERN


def test_only_served_versions_of_a_definition_are_kept(reduce: ModuleType) -> None:
    body = {"openAPIV3Schema": {"type": "object", "properties": {"metadata": {"type": "object"}}}}
    versions = [{"name": "v1", "served": True, "schema": body}, {"name": "v1alpha1", "served": False, "schema": body}]
    metadata = {reduce.METADATA: {"type": "object"}}
    found = dict(reduce.custom({"spec": {"versions": versions}}, metadata))
    assert list(found) == ["v1"]
    assert found["v1"]["properties"]["metadata"] == {"$ref": f"#/$defs/{reduce.METADATA}"}
    assert found["v1"]["$defs"] == metadata
