"""The JSON schema of stack files, for completion and hover text in editors."""

from typing import Any

from aksgpu.config.model.stack import StackConfig
from aksgpu.config.reading.load import CONFIG_KEY


def stack_file_schema() -> dict[str, Any]:
    """JSON schema (draft 2020-12) of a whole Pulumi.<stack>.yaml file."""
    stack = StackConfig.model_json_schema(by_alias=True)
    definitions = stack.pop("$defs")
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
