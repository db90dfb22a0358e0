"""Errors name the exact field and what is accepted there."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated, Any, Literal

import msgspec
import pytest

from automarium.engine.message import Refused
from automarium.engine.validation import convert


class Leaf(msgspec.Struct, forbid_unknown_fields=True):
    size: Annotated[int, msgspec.Meta(ge=1, le=9)]
    kind: Literal["a", "b"] = "a"


class Red(msgspec.Struct, tag_field="do", tag="red", forbid_unknown_fields=True):
    n: int


class Blue(msgspec.Struct, tag_field="do", tag="blue", forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1)]


class Tree(msgspec.Struct, forbid_unknown_fields=True):
    leaf: Leaf
    either: int | Leaf
    places: dict[Literal["N1", "N2"], list[int]]
    maybe: Leaf | None = None
    many: Annotated[list[int], msgspec.Meta(min_length=1, max_length=2)] = msgspec.field(default_factory=lambda: [1])
    flag: bool = False
    low: Annotated[int, msgspec.Meta(ge=0)] = 0
    colour: Red | Blue | None = None


GOOD: dict[str, Any] = {"leaf": {"size": 3}, "either": 4, "places": {"N1": [1]}}


def test_good_data_is_read() -> None:
    assert convert(Tree, GOOD).leaf.size == 3


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"leaf": {"size": 0}}, "at.leaf.size", "read.range"),
        ({"leaf": {"size": True}}, "at.leaf.size", "read.kind"),
        ({"leaf": {"size": 3.0}}, "at.leaf.size", "read.kind"),
        ({"leaf": {"size": "3"}}, "at.leaf.size", "read.kind"),
        ({"leaf": {}}, "at.leaf.size", "read.missing"),
        ({"leaf": {"size": 3, "sise": 3}}, "at.leaf.sise", "read.unknown"),
        ({"leaf": {"size": 3, "kind": "c"}}, "at.leaf.kind", "read.choice"),
        ({"leaf": None}, "at.leaf", "read.kind"),
        ({"either": "x"}, "at.either", "read.kind"),
        ({"either": {"size": 99}}, "at.either.size", "read.range"),
        ({"places": {"N3": []}}, "at.places.N3", "read.unknown"),
        ({"places": {"N2": [1, "2"]}}, "at.places.N2[1]", "read.kind"),
        ({"places": []}, "at.places", "read.kind"),
        ({"maybe": {"size": -1}}, "at.maybe.size", "read.range"),
        ({"many": [1, 2, 3]}, "at.many", "read.long"),
        ({"many": []}, "at.many", "read.short"),
        ({"flag": 1}, "at.flag", "read.kind"),
        ({"low": -1}, "at.low", "read.low"),
        ({"colour": {"do": "green"}}, "at.colour.do", "read.choice"),
        ({"colour": {"n": 1}}, "at.colour.do", "read.missing"),
        ({"colour": {"do": "red", "n": "1"}}, "at.colour.n", "read.kind"),
        ({"colour": {"do": "blue", "text": ""}}, "at.colour.text", "read.empty"),
        ({"extra": 1}, "at.extra", "read.unknown"),
    ],
)
def test_bad_data_is_refused_by_its_exact_path(change: dict[str, Any], where: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        convert(Tree, {**GOOD, **change}, "at")
    assert (refused.value.where, refused.value.message.key) == (where, key)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(Refused) as refused:
        convert(Tree, {"leaf": {"size": 1}, "either": 1})
    assert refused.value.where == "places"


def test_null_where_a_choice_or_null_may_stand_is_not_blamed_for_another_fault() -> None:
    """Regression: the error named the null, not the fault after it."""

    class Shelf(msgspec.Struct, forbid_unknown_fields=True):
        books: list[Literal["red", "blue"] | None]
        count: int

    assert convert(Shelf, {"books": [None, "red"], "count": 1}).books == [None, "red"]
    with pytest.raises(Refused) as refused:
        convert(Shelf, {"books": [None, "red"], "count": "1"})
    assert refused.value.where == "count"
    with pytest.raises(Refused) as refused:
        convert(Shelf, {"books": [None, "green"], "count": 1})
    assert refused.value.where == "books[1]"


TWO_THREADS = """
import threading
from typing import Annotated
import msgspec
from automarium.engine.validation import convert

inside, done = threading.Event(), threading.Event()

class Slow:
    waits = False

    def __hash__(self):
        if self.waits:  # msgspec has begun with the struct: now the other thread starts
            inside.set()
            done.wait(1)
        return 1

Place = Annotated[str, Slow()]
Slow.waits = True

class Thing(msgspec.Struct):
    at: Place

found = []

def second():
    inside.wait()
    found.append(convert(Thing, {"at": "N4"}).at)
    done.set()

thread = threading.Thread(target=second)
thread.start()
found.append(convert(Thing, {"at": "N4"}).at)
thread.join()
print(*found)  # by one thread: two that print at once mix their lines
"""


@pytest.mark.skipif(sys.platform == "emscripten", reason="a page has neither processes nor threads")
def test_two_threads_that_read_the_same_for_the_first_time() -> None:
    """Regression: msgspec ended the process, and with it the server, when two first requests came at once."""
    done = subprocess.run([sys.executable, "-c", TWO_THREADS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["N4", "N4"]), done.stderr
