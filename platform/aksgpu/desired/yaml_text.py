"""Plain values as YAML text: for charts that take a whole file as one string, and for files that people read."""

from typing import Any, cast

import yaml

from aksgpu.config.reading.yaml12 import needs_quotes

_yaml = cast(Any, yaml)  # its type stubs are partly unknown


class _Plain(yaml.SafeDumper):
    """Writes repeated values out, and text of several lines as a block."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 (the parameter's name is PyYAML's)
        return True


def _block(dumper: Any, text: str) -> Any:
    # PyYAML itself quotes what YAML 1.1 would misread.
    style = "|" if "\n" in text else "'" if needs_quotes(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _block)


def yaml_text(value: Any) -> str:
    """A value as block YAML, maps in their own order. It means the same in YAML 1.1 and 1.2."""
    return _yaml.dump(value, Dumper=_Plain, sort_keys=False, width=1000, allow_unicode=True)
