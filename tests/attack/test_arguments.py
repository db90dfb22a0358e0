"""Text made to be slow is parsed as fast as any other."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from automarium.engine import strict_json
from automarium.engine.message import Refused
from automarium.engine.validation import convert
from tests.attack.kit import fail_if_late


def test_a_text_that_never_ends_is_looked_at_once() -> None:
    """An unclosed string with a backslash at its end: retried from each quotation mark, it took hours."""
    text = "[]" * 70 + '"' + '\\"' * 400_000 + "\\"
    with fail_if_late():
        assert not strict_json.is_too_deep(text)
    with fail_if_late(), pytest.raises(Refused):
        strict_json.parse(text.encode())


def test_brackets_are_still_counted() -> None:
    deep = "[" * 65 + "]" * 65
    assert strict_json.is_too_deep(deep)
    assert not strict_json.is_too_deep('["' + "[" * 100 + '"]')
    assert not strict_json.is_too_deep('["\\"' + "[" * 100 + '\\\\"]')
    assert strict_json.is_too_deep('["\\\\"' + "[" * 100)


def test_a_key_that_is_repeated_among_many() -> None:
    keys = ",".join(f'"{number}":0' for number in range(100_000))
    with fail_if_late(), pytest.raises(Refused) as refused:
        strict_json.parse(f'{{{keys},"7":0}}'.encode())
    assert refused.value.message.params["key"] == "7"


def test_a_list_is_measured_before_it_is_looked_through() -> None:
    class Few(msgspec.Struct):
        numbers: Annotated[list[int], msgspec.Meta(max_length=3)]

    with pytest.raises(Refused) as refused:
        convert(Few, {"numbers": ["x"] * 4})
    assert refused.value.message.key == "read.long"
    assert refused.value.where == "numbers"
