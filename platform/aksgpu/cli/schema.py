"""`aksgpu schema`: the JSON schema of stack files."""

import json

from aksgpu.config.reading.schema import stack_file_schema


def schema_command() -> None:
    """Print the JSON schema of stack files, for completion and hover text in editors."""
    print(json.dumps(stack_file_schema(), indent=2))
