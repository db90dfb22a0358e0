"""Commands: when they can be given, their fields, the checks before they are carried out."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.layout import Change, Layout
from automarium.engine.message import Message, Refused, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import (
    Command,
    Given,
    Respond,
    When,
    check_fields,
    collect_commands,
    find_next_field,
    is_available,
    perform,
)
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event, of
from automarium.engine.question import Count, Field, Pick


class Shelf(msgspec.Struct):
    """A position for these tests: books on two shelves."""

    books: dict[str, int]
    over: bool = False


ShelfDesk = Desk[Shelf, RulingBook]


class Moved(Event, frozen=True, tag="moved"):
    count: int


class Carry(Command[Shelf, RulingBook], frozen=True, tag="carry"):
    """The person carried books up; the dust they left goes down by itself."""

    from_: Annotated[str, of("shelf")] = msgspec.field(name="from")
    count: int
    why: str = ""

    @classmethod
    def fields(cls, position: Shelf, given: Given) -> Iterable[Field]:
        full = tuple(shelf for shelf, books in position.books.items() if books)
        if not full:
            raise refuse("carry.empty")
        yield Field("from", Pick(about="?", options=full))
        there = position.books.get(str(given.get("from")), 0)
        yield Field("count", Count(about="?", low=1, high=max(1, there)))
        if given.get("count") == 3:
            yield Field("why", Pick(about="?", options=("strong", "brave")))

    def refusal(self, refused: Refused, position: Shelf) -> Refused:
        return refuse("carry.nothing", "from") if position.books.get(self.from_) == 0 else refused

    def carry_out(self, desk: ShelfDesk) -> None:
        books = desk.position.books
        with desk.reported():
            books[self.from_] -= self.count
            books["top"] = books.get("top", 0) + self.count
        desk.emit(Moved, (), self.count)
        books["dust"] = books.get("dust", 0) + 1


class Put(Command[Shelf, RulingBook], frozen=True, tag="put"):
    reported = True

    def carry_out(self, desk: ShelfDesk) -> None:
        books = desk.position.books
        books["low"] += 1
        desk.emit(Moved, (), 1)
        books["top"] = books.get("top", 0) + 1


class Doubted(Command[Shelf, RulingBook], frozen=True, tag="doubted"):
    reported = True

    def carry_out(self, desk: ShelfDesk) -> None:
        desk.position.books["low"] += 1
        desk.ask(Count(about="?", low=0, high=1))


class Dusted(Command[Shelf, RulingBook], frozen=True, tag="dusted"):
    def check(self, position: Shelf) -> None:
        if not position.books.get("dust"):
            raise refuse("dusted.nothing")

    def carry_out(self, desk: ShelfDesk) -> None:
        desk.position.books["dust"] = 0


class Close(Command[Shelf, RulingBook], frozen=True, tag="close"):
    when: ClassVar[When] = "end"


class Note(Command[Shelf, RulingBook], frozen=True, tag="note"):
    when: ClassVar[When] = "always"


def layout(position: Shelf) -> Layout:
    laid = Layout()
    for shelf, count in position.books.items():
        laid.lay("table", "book", shelf, count)
    return laid


def desk_of(position: Shelf, answers: Iterable[Any] = ()) -> ShelfDesk:
    return Desk(position, Pack({}, {}), RulingBook(), Table(Chance(0), answers), layout)


def is_over(position: Shelf) -> bool:
    return position.over


def test_the_registry_takes_a_modules_own_commands_in_their_order() -> None:
    module = ModuleType(__name__)
    module.__dict__.update({"Note": Note, "Carry": Carry, "_Close": Close, "Respond": Respond, "layout": layout})
    assert collect_commands(module) == {"note": Note, "carry": Carry, "close": Close}
    other = ModuleType("elsewhere")
    other.__dict__["Carry"] = Carry
    assert collect_commands(other) == {}, "what a module only imports is not its own"


def test_fields_are_asked_one_after_the_other_seeing_the_table_and_what_is_given() -> None:
    shelf = Shelf({"low": 3, "high": 0})
    first = find_next_field(Carry, shelf, {})
    assert first is not None
    assert isinstance(first.question, Pick)
    assert (first.name, first.question.options) == ("from", ("low",))
    second = find_next_field(Carry, shelf, {"from": "low"})
    assert second is not None
    assert isinstance(second.question, Count)
    assert (second.name, second.question.high) == ("count", 3)
    assert find_next_field(Carry, shelf, {"from": "low", "count": 2}) is None
    third = find_next_field(Carry, shelf, {"from": "low", "count": 3})
    assert third is not None
    assert third.name == "why"


@pytest.mark.parametrize(
    ("command", "key", "where"),
    [
        (Carry("attic", 1), "answer.option", "from"),
        (Carry("low", 4), "answer.number", "count"),
        (Carry("low", 0), "answer.number", "count"),
        (Carry("low", 3), "answer.option", "why"),
        (Carry("low", 3, "weak"), "answer.option", "why"),
        (Carry("low", 1, "brave"), "command.unused", "why"),
    ],
)
def test_every_field_is_checked_by_the_question_that_asks_for_it(command: Carry, key: str, where: str) -> None:
    shelf = Shelf({"low": 3})
    with pytest.raises(Refused) as refused:
        check_fields(command, shelf)
    assert (refused.value.message.key, refused.value.where) == (key, where)
    desk = desk_of(shelf)
    with pytest.raises(Refused):
        perform(command, desk, is_over)
    assert shelf.books == {"low": 3}, "nothing is done before everything is checked"


def test_fields_that_belong_together_are_taken() -> None:
    check_fields(Carry("low", 3, "brave"), Shelf({"low": 3}))
    check_fields(Carry("low", 2), Shelf({"low": 3}))


class Label(Command[Shelf, RulingBook], frozen=True, tag="label"):
    """A field that may be left out."""

    size: int | None = None
    colour: str | None = None

    @classmethod
    def fields(cls, position: Shelf, given: Given) -> Iterable[Field]:
        yield Field("size", Count(about="?", low=0, high=9, default=len(position.books)))
        if given["size"] == 2:
            yield Field("colour", Pick(about="?", options=("red", "blue")))


def test_a_field_that_is_left_out_is_as_known() -> None:
    check_fields(Label(), Shelf({"low": 3}))
    check_fields(Label(5), Shelf({"low": 3}))
    check_fields(Label(2, "red"), Shelf({"low": 3}))
    check_fields(Label(None, "red"), Shelf({"low": 3, "high": 1}))
    for wrong, where in ((Label(10), "size"), (Label(2), "colour"), (Label(None, "red"), "colour")):
        with pytest.raises(Refused) as refused:
            check_fields(wrong, Shelf({"low": 3}))
        assert refused.value.where == where, "what is not known must be given, and what is not asked must not"


def test_a_command_is_carried_out_with_the_defaults_of_what_was_left_out() -> None:
    assert check_fields(Label(), Shelf({"low": 3})) == Label(1)
    assert check_fields(Label(2, "red"), Shelf({"low": 3})) == Label(2, "red")


def test_what_was_left_out_is_not_in_the_record() -> None:
    """Regression: a command with optional fields had to set ``omit_defaults`` itself."""
    assert msgspec.to_builtins(Label()) == {"do": "label"}
    assert msgspec.to_builtins(Label(None, "red")) == {"do": "label", "colour": "red"}


def test_a_command_may_refuse_altogether_and_in_its_own_words() -> None:
    with pytest.raises(Refused, match=r"carry\.empty"):
        find_next_field(Carry, Shelf({}), {})
    with pytest.raises(Refused, match=r"carry\.nothing"):
        perform(Carry("high", 1), desk_of(Shelf({"low": 3, "high": 0})), is_over)


def test_a_command_is_told_in_its_part_of_the_game_only() -> None:
    assert [[is_available(command, over) for command in (Carry, Close, Note)] for over in (False, True)] == [
        [True, False, True],
        [False, True, True],
    ]
    for over, command, key in ((True, Carry("low", 1), "next.over"), (False, Close(), "tell.end")):
        with pytest.raises(Refused) as refused:
            perform(command, desk_of(Shelf({"low": 1}, over)), is_over)
        assert refused.value.message.key == key


def test_what_cannot_be_told_now_is_refused_and_changes_nothing() -> None:
    desk = desk_of(Shelf({"low": 3}))
    with pytest.raises(Refused) as refused:
        perform(Dusted(), desk, is_over)
    assert refused.value.message.key == "dusted.nothing"
    assert desk.position.books == {"low": 3}
    perform(Carry("low", 2), desk, is_over)
    perform(Dusted(), desk, is_over)
    assert desk.position.books["dust"] == 0


def test_what_the_person_did_themselves_is_told_apart_from_what_follows() -> None:
    desk = desk_of(Shelf({"low": 3}))
    perform(Carry("low", 2), desk, is_over)
    assert desk.position.books == {"low": 1, "top": 2, "dust": 1}
    assert desk.reported_changes == [Change(("table", "book", "low", ""), -2), Change(("table", "book", "top", ""), 2)]
    assert [step.event for step in desk.steps] == [Moved(2)]


def test_all_changes_of_a_reported_command_are_the_players() -> None:
    desk = desk_of(Shelf({"low": 3}))
    perform(Put(), desk, is_over)
    assert desk.position.books == {"low": 4, "top": 1}
    assert desk.reported_changes == [Change(("table", "book", "low", ""), 1), Change(("table", "book", "top", ""), 1)]
    assert [step.event for step in desk.steps] == [Moved(1)]


def test_what_was_reported_before_a_question_stays_reported() -> None:
    desk = desk_of(Shelf({"low": 3}))
    with pytest.raises(Unanswered):
        perform(Doubted(), desk, is_over)
    assert desk.reported_changes == [Change(("table", "book", "low", ""), 1)]


def test_a_desk_without_a_layout_keeps_no_account_of_what_was_told() -> None:
    desk = Desk(Shelf({"low": 3}), Pack({}, {}), RulingBook(), Table(Chance(0)))
    Carry("low", 2).carry_out(desk)
    assert desk.position.books == {"low": 1, "top": 2, "dust": 1}
    assert desk.reported_changes == []


def test_an_input_has_a_name_to_be_undone_by() -> None:
    assert Carry("low", 2).describe() == Message("input.carry", {"from": term("shelf", "low"), "count": 2, "why": ""})
    assert Respond(4).describe() == Message("input.answer", {"answer": 4})
    assert Respond([]).describe() == Message("input.answer.none")
