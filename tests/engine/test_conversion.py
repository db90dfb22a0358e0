"""Records of format 1, as they were kept before anything was released: the same games in today's format."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.definition import AnyDefinition, Status
from automarium.engine.game.migrations import convert, in_force
from automarium.engine.game.record import VERSION, Header, Record, RecordLine, decode, replay
from automarium.engine.layout import Layout
from automarium.engine.message import Refused
from automarium.engine.play.command import Command
from automarium.engine.play.desk import Desk
from automarium.engine.question import Count, Field, Form, Pick
from automarium.games import plugins
from automarium.games.expeditions.definition import Expeditions
from automarium.games.expeditions.layout import ExpeditionsTable
from automarium.games.expeditions.position import PRINTED
from automarium.games.expeditions.setup import ExpeditionsSetup

DEFINITION = plugins.load_definition("expeditions")

RECORDS = sorted((Path(__file__).parents[1] / "records" / "1").glob("*.jsonl"))


def test_all_golden_games_of_format_1_are_kept() -> None:
    assert len(RECORDS) == 17
    assert all(decode(file.read_bytes()).header.automarium == 1 for file in RECORDS)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_game_of_format_1_is_told_again(file: Path) -> None:
    """It comes to its end as it did, every command stays as it was, and each line has its fingerprint of today."""
    first = decode(file.read_bytes())
    definition = plugins.load_definition(first.header.game)
    pack = Pack.of_folder(os.path.join(definition.folder, "pack"), first.header.own)
    converted = decode(b"".join(convert(first, definition, pack)))
    assert converted.header.automarium == VERSION
    assert converted.header.rulings.keys() == {ruling.id for ruling in definition.rulings.rulings()}
    assert converted.header.packs == {"printed": "printed-1", "house": "house-1"}
    game, differs = replay(converted, definition, pack)
    assert differs is None
    assert all(line.then is not None for line in converted.lines)
    assert definition.is_over(game.position)
    assert game.question is None
    told = [[line.data for line in record.lines if line.data["do"] != "answer"] for record in (first, converted)]
    assert told[0] == told[1]


def lines(*told: dict[str, Any]) -> tuple[RecordLine, ...]:
    return tuple(RecordLine(number, data, None) for number, data in enumerate(told, 2))


GO, NEXT, UNDO, REDO = {"do": "go", "to": "N3"}, {"do": "next"}, {"do": "undo"}, {"do": "redo"}


def test_what_was_undone_is_left_out() -> None:
    assert in_force(lines(GO, NEXT, UNDO, UNDO, REDO)) == [GO]
    assert in_force(lines(GO, UNDO, NEXT)) == [NEXT]
    assert in_force(lines(GO, UNDO, NEXT, UNDO, REDO, GO)) == [NEXT, GO]
    assert in_force(()) == []


# ------------------------------------------------------------------------------------- what is asked in one form today


class Greet(Command[list[Any], RulingBook], frozen=True, tag="greet"):
    """Asks in one form what was asked one by one in format 1."""

    def carry_out(self, desk: Desk[list[Any], RulingBook]) -> None:
        desk.position.append(desk.ask(GREETING))


GREETING = Form(
    about="?",
    fields=(
        Field("who", Pick(about="?", options=("ann", "bob"))),
        Field("hat", Pick(about="?", options=("red", "none"), default="none")),
        Field("times", Count(about="?", low=1, high=9, default=1)),
    ),
)


def greeting_game(commands: dict[str, Any] | None = None) -> AnyDefinition:
    definition: Any = Expeditions()
    definition.rulings, definition.commands = RulingBook, commands or {"greet": Greet}
    definition.status = lambda _: Status("human", False, 0)
    definition.is_over = lambda _: False
    definition.setup, definition.table = ExpeditionsSetup(), ExpeditionsTable()
    definition.setup.set_up = lambda *_: []
    definition.table.layout = lambda _: Layout()
    made: AnyDefinition = definition
    return made


def converted(*told: dict[str, Any]) -> list[Any]:
    record = Record(Header(1, "expeditions", {}, {}, 0, {}, "0"), lines(*told), 0, False)
    definition = greeting_game()
    again = decode(b"".join(convert(record, definition, PRINTED)))
    assert replay(again, definition, PRINTED)[1] is None
    return [line.data for line in again.lines]


def answer(to: Any) -> dict[str, Any]:
    return {"do": "answer", "to": to}


GREET = {"do": "greet"}


def test_single_answers_become_one_form() -> None:
    assert converted(GREET, answer("ann"), answer("red"), answer(3)) == [
        GREET,
        answer({"who": "ann", "hat": "red", "times": 3}),
    ]


def test_an_answer_goes_to_the_first_field_that_it_fits_and_the_others_stay_as_known() -> None:
    assert converted(GREET, answer("bob"), answer(3), GREET, answer("ann")) == [
        GREET,
        answer({"who": "bob", "times": 3}),
        GREET,
        answer({"who": "ann"}),
    ]


def test_an_answer_to_what_nobody_asks_any_more_is_left_out() -> None:
    today = answer({"who": "bob"})
    assert converted(GREET, today, answer(7), GREET, answer("ann"), answer("twice")) == [
        GREET,
        today,
        GREET,
        answer({"who": "ann"}),
    ]


def test_an_answer_in_todays_form_stays() -> None:
    today = answer({"who": "bob"})
    assert converted(GREET, today) == [GREET, today]


def test_a_game_that_stopped_between_two_answers_asks_for_both_again() -> None:
    """Regression: they are one form now, and a game with only the first of them could not be continued."""
    assert converted(GREET, answer("bob"), GREET, answer("red")) == [GREET, answer({"who": "bob"}), GREET]


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ((GREET, answer("eve")), "record.unconverted"),
        ((GREET, GREET), "record.unconverted"),
        ((GREET, answer("red"), GREET), "answer.missing"),
        (({"do": "wave"},), "read.choice"),
    ],
)
def test_what_cannot_be_told_again_is_refused(told: tuple[dict[str, Any], ...], key: str) -> None:
    with pytest.raises(Refused) as refused:
        converted(*told)
    assert refused.value.message.key == key


def test_a_record_that_is_converted_already_stays_as_it_is() -> None:
    record = Record(Header(1, "expeditions", {}, {}, 0, {}, "0"), lines(GREET, answer("ann")), 0, False)
    once = convert(record, greeting_game(), PRINTED)
    assert convert(decode(b"".join(once)), greeting_game(), PRINTED) == once


class Part(Command[list[Any], RulingBook], frozen=True, tag="part"):
    """Earlier versions asked for the weather first; how often is asked as ever. A row of hats has a field each now."""

    def carry_out(self, desk: Desk[list[Any], RulingBook]) -> None:
        desk.formerly(Count(about="weather", low=1, high=9))
        desk.position.append(desk.ask(Count(about="times", low=1, high=9)))
        desk.position.append(desk.ask(HATS))


def hat(default: str | None = None) -> Pick:
    return Pick(about="?", options=("red", "none"), default=default)


HATS = Form(about="?", fields=(Field("left", hat()), Field("right", hat("none"))))


def parted(*answers: Any) -> list[Any]:
    definition = greeting_game({"part": Part})
    told = lines({"do": "part"}, *map(answer, answers))
    record = Record(Header(1, "expeditions", {}, {}, 0, {}, "0"), told, 0, False)
    again = decode(b"".join(convert(record, definition, PRINTED)))
    assert replay(again, definition, PRINTED)[1] is None
    return [line.data["to"] for line in again.lines[1:]]


def test_an_answer_to_what_nobody_asks_any_more_is_not_taken_for_another() -> None:
    """Both fit the question that is left: the second is meant."""
    assert parted(7, 3, ["red", "none"]) == [3, {"left": "red", "right": "none"}]


def test_a_row_goes_to_the_fields_in_order() -> None:
    assert parted(7, 3, ["none", "red"])[1] == {"left": "none", "right": "red"}
    with pytest.raises(Refused):
        parted(7, 3, ["none", "red", "red"])
