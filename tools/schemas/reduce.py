"""Reduces the schemas of built-in kinds and custom resources to structure, with unknown fields refused."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

Schema = dict[str, Any]

METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"
# Published as "string or number" only. This is what the server's ParseQuantity takes.
QUANTITY_PATTERN = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$"

PUBLISHED = "#/components/schemas/"
OURS = "#/$defs/"
JUNCTIONS = ("allOf", "anyOf", "oneOf")
# Descriptions, defaults, merge strategies and CEL rules are left out.
SHAPE = {"type", "enum", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
SIZE = {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}
KEPT = SHAPE | SIZE | {"x-kubernetes-list-map-keys"}


def built_in(document: Mapping[str, Any], group: str, version: str, kind: str) -> Schema:
    """One kind of the API server's OpenAPI v3 document, with every type that it reaches under `$defs`."""
    types: Mapping[str, Schema] = document["components"]["schemas"]
    wanted = {"group": group, "version": version, "kind": kind}
    root = next(t for t in types.values() if wanted in t.get("x-kubernetes-group-version-kind", ()))
    schema = structure(_without_status(root), server_defaults=False)
    reached: dict[str, Schema] = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached[name] = structure(types[name], server_defaults=False)
        if name == QUANTITY:
            reached[name] = {"type": ["string", "number"], "pattern": QUANTITY_PATTERN}
        waiting += _references(reached[name])
    return {**schema, "$defs": dict(sorted(reached.items()))}


def custom(definition: Mapping[str, Any], metadata: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """Each served version of a CustomResourceDefinition, with its schema. `metadata` is ObjectMeta's `$defs`."""
    for version in definition["spec"]["versions"]:
        if version["served"]:
            schema = structure(_without_status(version["schema"]["openAPIV3Schema"]), server_defaults=True)
            schema["properties"]["metadata"] = {"$ref": OURS + METADATA}
            yield version["name"], {**schema, "$defs": dict(metadata)}


def structure(node: Schema, server_defaults: bool, in_junction: bool = False) -> Schema:
    """What `node` demands of a value.

    With `server_defaults` (custom resources) a default fills a required field before it is checked; the defaults in
    the schemas of built-in kinds are only Go's zero values. Inside a junction values are judged, not unknown fields.
    """
    if "$ref" in node:
        return {"$ref": node["$ref"].replace(PUBLISHED, OURS)}
    if len(node.get("allOf", ())) == 1:
        return structure(node["allOf"][0], server_defaults, in_junction)
    out: Schema = {key: value for key, value in node.items() if key in KEPT}
    properties: Mapping[str, Schema] = node.get("properties", {})
    if properties:
        out["properties"] = {k: structure(v, server_defaults, in_junction) for k, v in properties.items()}
    filled = {k for k, v in properties.items() if server_defaults and "default" in v}
    if required := [name for name in node.get("required", ()) if name not in filled]:
        out["required"] = required
    for key in ("items", "additionalProperties"):
        if key in node:
            below: Schema | bool = node[key]
            out[key] = below if isinstance(below, bool) else structure(below, server_defaults, in_junction)
    for key in JUNCTIONS:
        if key in node:
            out[key] = [structure(branch, server_defaults, in_junction=True) for branch in node[key]]
    if "pattern" in out:  # Go takes a flag after the anchor, Python only at the very start.
        out["pattern"] = out["pattern"].replace("^(?i)", "(?i)^")
    if node.get("x-kubernetes-int-or-string"):
        out.pop("anyOf", None)
        out["type"] = ["integer", "string"]
    if node.get("nullable"):
        out["type"] = [out["type"], "null"]
    if node.get("x-kubernetes-list-type") == "set":
        out["uniqueItems"] = True
    if _refuses_unknown(node, server_defaults) and not in_junction:
        out["additionalProperties"] = False
    return out


def _refuses_unknown(node: Schema, custom_resource: bool) -> bool:
    if "additionalProperties" in node or node.get("x-kubernetes-preserve-unknown-fields"):
        return False
    # A built-in type without properties is free-form (a raw extension); in a custom resource it has no fields at all.
    return "properties" in node or (custom_resource and node.get("type") == "object")


def _without_status(root: Schema) -> Schema:
    return {**root, "properties": {name: part for name, part in root["properties"].items() if name != "status"}}


def _references(schema: Schema) -> Iterator[str]:
    return (found.removeprefix(OURS) for found in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema)))
