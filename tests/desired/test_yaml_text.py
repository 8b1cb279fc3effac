"""Plain values as YAML mean the same again when they are read."""

from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from aksgpu.config.reading.yaml12 import read
from aksgpu.desired.yaml_text import yaml_text

TEXT = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12)
SCALARS = TEXT | st.integers(-(10**6), 10**6) | st.booleans()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_reads_back_as_it_was(value: dict[str, Any]) -> None:
    text = yaml_text(value)
    assert (yaml.safe_load(text) or {}) == value
    assert (read(text).data or {}) == value


def test_is_block_style_for_people() -> None:
    value = {"kind": "Configuration", "port": 9443, "on": True, "list": [{"a": "-1G", "b": []}, "x"], "empty": {}}
    assert yaml_text(value) == (
        "kind: Configuration\nport: 9443\n'on': true\nlist:\n- a: -1G\n  b: []\n- x\nempty: {}\n"
    )
