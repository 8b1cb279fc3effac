"""The JSON schema of stack files, for completion and hover text in editors."""

from collections.abc import Iterator
from typing import Any

from aksgpu.config.model.base import Config
from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.descriptions import descriptions
from aksgpu.config.reading.load import CONFIG_KEY


def stack_file_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of a whole Pulumi.<stack>.yaml file."""
    stack = StackConfig.model_json_schema(by_alias=True)
    definitions = stack.pop("$defs")
    _describe({"StackConfig": stack, **definitions})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "aksgpu stack file",
        "type": "object",
        "properties": {
            "secretsprovider": {"type": "string"},
            "encryptedkey": {"type": "string"},
            "encryptionsalt": {"type": "string"},
            "environment": {},
            "config": {
                "type": "object",
                "properties": {CONFIG_KEY: {"$ref": "#/$defs/StackConfig"}},
                "patternProperties": {"^(azure-native|kubernetes|pulumi):": {}},
                "additionalProperties": False,
                "required": [CONFIG_KEY],
            },
        },
        "additionalProperties": False,
        "required": ["config"],
        "$defs": {"StackConfig": stack, **definitions},
    }


def _describe(definitions: dict[str, dict[str, Any]]) -> None:
    """Write each key's description into its schema: the hover text of editors."""
    for model in _models(Config):
        properties = definitions.get(model.__name__, {}).get("properties", {})
        for key, text in descriptions(model).items():
            if key in properties:
                properties[key]["description"] = text


def _models(base: type[Config]) -> Iterator[type[Config]]:
    for model in base.__subclasses__():
        yield model
        yield from _models(model)
