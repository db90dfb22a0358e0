"""Text that is made to take long is read as fast as any other."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from automarium.kernel import strict
from automarium.kernel.reading import read
from automarium.kernel.saying import Refused
from tests.attack.kit import in_time


def test_a_text_that_never_ends_is_looked_at_once() -> None:
    """An open text with a lone backslash at its end: tried again from each quotation mark inside, it took hours."""
    text = "[]" * 70 + '"' + '\\"' * 400_000 + "\\"
    with in_time():
        assert not strict.too_deep(text)
    with in_time(), pytest.raises(Refused):
        strict.parse(text.encode())


def test_brackets_are_still_counted() -> None:
    deep = "[" * 65 + "]" * 65
    assert strict.too_deep(deep)
    assert not strict.too_deep('["' + "[" * 100 + '"]')
    assert not strict.too_deep('["\\"' + "[" * 100 + '\\\\"]')
    assert strict.too_deep('["\\\\"' + "[" * 100)


def test_a_key_that_is_repeated_among_many() -> None:
    keys = ",".join(f'"{number}":0' for number in range(100_000))
    with in_time(), pytest.raises(Refused) as refused:
        strict.parse(f'{{{keys},"7":0}}'.encode())
    assert refused.value.message.params["key"] == "7"


def test_a_list_is_measured_before_it_is_looked_through() -> None:
    class Few(msgspec.Struct):
        numbers: Annotated[list[int], msgspec.Meta(max_length=3)]

    with pytest.raises(Refused) as refused:
        read(Few, {"numbers": ["x"] * 4})
    assert refused.value.message.key == "read.long"
    assert refused.value.where == "numbers"
