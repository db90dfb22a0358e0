"""Rulings: a class of literal types with defaults, none without its clauses."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import pytest

from automarium.engine.content.rulings import Ruling, RulingBook, rests, settle
from automarium.engine.message import Refused


class Book(RulingBook, frozen=True):
    prefix: ClassVar[str] = "XYZ"

    amb_01: Annotated[Literal["yes", "no"], rests("XYZ-MOVE-01", "XYZ-MOVE-02")]
    a02: Literal["only"]


def test_a_book_lists_its_rulings_by_id_with_the_default_first() -> None:
    assert Book.rulings() == (
        Ruling("XYZ-AMB-01", ("yes", "no"), ("XYZ-MOVE-01", "XYZ-MOVE-02")),
        Ruling("XYZ-A02", ("only",)),
    )
    assert [ruling.default for ruling in Book.rulings()] == ["yes", "only"]


def test_rulings_settle_to_their_defaults() -> None:
    assert settle(Book, {}) == Book("yes", "only")
    switched = settle(Book, {"XYZ-AMB-01": "no"})
    assert switched.amb_01 == "no"
    assert switched.chosen() == {"XYZ-AMB-01": "no", "XYZ-A02": "only"}
    assert settle(Book, switched.chosen()) == switched


@pytest.mark.parametrize(("wrong", "key"), [({"XYZ-AMB-03": "no"}, "unknown"), ({"XYZ-A02": "no"}, "choice")])
def test_a_ruling_or_a_choice_that_does_not_exist_is_refused_by_its_path(wrong: dict[str, str], key: str) -> None:
    with pytest.raises(Refused) as refused:
        settle(Book, wrong)
    assert refused.value.message.key == f"ruling.{key}"
    assert refused.value.where == f"rulings.{next(iter(wrong))}"
