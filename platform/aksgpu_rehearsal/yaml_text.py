"""Writes YAML."""

from typing import Any, cast

import yaml


def yaml_text(*documents: Any) -> str:
    """Documents as YAML, keys in their own order."""
    dump = cast(Any, yaml.safe_dump_all)  # pyright: ignore[reportUnknownMemberType]
    return str(dump(documents, sort_keys=False))
