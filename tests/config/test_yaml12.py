"""YAML is read as Pulumi reads it, every value has its place, and nonsense ends in words."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aksgpu.config.reading.yaml12 import MAX_BYTES, NotReadable, Position, read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("0o17", 15),
        ("017", 17),
        ("0x1f", 31),
        ("1_000", "1_000"),
        ("1.30", 1.3),
        ("1e3", 1000.0),
        ("-.5", -0.5),
        ("~", None),
        ("null", None),
        ("", None),
        ("true", True),
        ("False", False),
        ("'1'", "1"),
        ("=", "="),
    ],
)
def test_scalars_are_those_of_version_1_2(text: str, value: object) -> None:
    found = read(f"key: {text}\n").data["key"]
    assert found == value
    assert type(found) is type(value)


def test_every_key_and_item_has_its_place() -> None:
    document = read("a:\n  - b: 1\n    c: [2, 3]\n")
    assert document.position(("a", 0, "c")) == Position(3, 5)
    assert document.position(("a", 0, "c", 1)) == Position(3, 12)
    assert document.position(("a", 0, "missing", "deeper")) == Position(2, 5)
    assert document.line(3) == "    c: [2, 3]"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "twice"),
        ("a: [1\n", 2, "not YAML"),
        ("a: *nowhere\n", 1, "alias"),
        ("a: &a [*a]\n", 1, "too large"),
        ("? [a]\n: b\n", 1, "not text"),
        ("<<: {a: 1}\n", 1, "merge"),
        ("a: !!python/object:os.system ls\n", 1, "no meaning"),
        ("--- 1\n--- 2\n", 2, "single document"),
        ("a: \x00\n", 0, "not YAML"),
        ("\ta: 1\n", 1, "not YAML"),
        ("[" * 5000, 1, "nesting"),
    ],
)
def test_what_is_not_one_plain_document_is_refused_in_its_place(text: str, line: int, words: str) -> None:
    with pytest.raises(NotReadable) as caught:
        read(text)
    assert caught.value.line == line
    assert words in caught.value.message
    assert caught.value.remedy
    assert "\n" not in caught.value.message


def test_aliases_that_multiply_are_refused_before_they_cost_memory() -> None:
    bomb = "\n".join(f"k{n}: &k{n} [{', '.join([f'*k{n - 1}'] * 9) if n else 'x'}]" for n in range(20))
    with pytest.raises(NotReadable, match="too large"):
        read(bomb)


def test_ten_megabytes_of_nonsense_are_refused_at_once() -> None:
    start = time.monotonic()
    with pytest.raises(NotReadable, match="never needs more"):
        read("x: {" * 2_500_000)
    assert time.monotonic() - start < 5
    assert MAX_BYTES < 10_000_000


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    problem: NotReadable | None = None
    places: list[Position] = []
    try:
        places = list(read(text).positions.values())
    except NotReadable as refusal:
        problem = refusal
    assert all(place.line >= 1 and place.column >= 1 for place in places)
    assert problem is None or (problem.message and problem.remedy)
