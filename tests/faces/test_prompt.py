"""What a typed line means: options by their shortest beginning, several of them, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from automarium.kernel.filling import next_missing

from automarium.faces.terminal.prompt import described, parse, parse_fields, wording
from automarium.games.golem.room import ROOM
from automarium.kernel.room import Field
from automarium.kernel.saying import Refused
from automarium.kernel.table import Count, Pick, Series, Several
from automarium.voice import LANGUAGES, Voice

COLOURS = ("red", "yellow", "blue", "black", "white")
ROW = Several(
    about="ask.row",
    params={"row": "work"},
    options=COLOURS,
    most=6,
    limits={"red": 2, "black": 1},
    family="marble",
    default=[],
)
ORDER = Several(
    about="just.order",
    options=("red", "yellow", "blue"),
    most=3,
    exactly=3,
    limits=dict.fromkeys(("red", "yellow", "blue"), 1),
    family="district",
)
CRITERIA = Several(about="just.column", options=("most", "work", "left", "right"), most=4, family="criterion")
EFFECTS = Several(
    about="?", options=("gain-1", "gain-2", "vp-1", "vp-1-per-level", "study-1", "student-1"), most=6, family="effect"
)


def voice(lang: str = "en") -> Voice:
    return Voice(lang, [ROOM.folder])


def understood(question: Any, text: str, lang: str = "en") -> Any:
    return parse(question, text, voice(lang))


def refused(question: Any, text: str) -> str:
    with pytest.raises(Refused) as fault:
        understood(question, text)
    assert fault.value.where == ""
    return fault.value.message.key


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("red", ["red"]),
        ("red red", ["red", "red"]),
        ("2red", ["red", "red"]),
        ("2r", ["red", "red"]),
        ("2r,3w", ["red", "red", "white", "white", "white"]),
        ("r, y blu bla", ["red", "yellow", "blue", "black"]),
        ("WHITE Red", ["white", "red"]),
        ("w 2y w", ["white", "yellow", "yellow", "white"]),
        ("", []),
        ("  ", []),
    ],
)
def test_several_by_the_shortest_beginning(text: str, found: list[str]) -> None:
    assert understood(ROW, text) == found


@pytest.mark.parametrize(
    ("question", "text", "key"),
    [
        (ROW, "b", "prompt.ambiguous"),
        (ROW, "red bl", "prompt.ambiguous"),
        (ROW, "2b", "prompt.ambiguous"),
        (ROW, "green", "answer.option"),
        (ROW, "red 2", "answer.option"),
        (ROW, "3red", "answer.limit"),
        (ROW, "black black", "answer.limit"),
        (ROW, "7white", "answer.long"),
        (ROW, "99999999999999999999w", "answer.long"),
        pytest.param(ROW, "9" * 5000 + "w", "answer.long", id="a number too long to be read"),
        (ORDER, "red blue", "answer.exactly"),
        (ORDER, "", "answer.exactly"),
        (ORDER, "red red blue", "answer.limit"),
        (ORDER, "red blue yellow red", "answer.long"),
        (ROW, "-1red", "answer.option"),
    ],
)
def test_several_that_do_not_fit(question: Several, text: str, key: str) -> None:
    assert refused(question, text) == key


def test_a_name_with_a_number_in_it_is_no_count() -> None:
    assert understood(EFFECTS, "gain-2 vp-1") == ["gain-2", "vp-1"]
    assert understood(EFFECTS, "vp-1-per-level vp-1") == ["vp-1-per-level", "vp-1"], "the exact name beats a beginning"
    assert understood(EFFECTS, "2gain-1") == ["gain-1", "gain-1"]
    assert refused(EFFECTS, "st") == "prompt.ambiguous"
    assert understood(EFFECTS, "stude") == ["student-1"]


def test_an_option_may_be_given_by_words_of_several_words() -> None:
    assert voice().term("effect", "gain-2") == "2 resources"
    assert understood(EFFECTS, "2 resources") == ["gain-2"]
    assert understood(EFFECTS, "2 resources 1 VP") == ["gain-2", "vp-1"]


@pytest.mark.parametrize(("lang", "text"), [("uk", "червона червона біла"), ("ru", "красный красный белый")])
def test_several_in_the_persons_language(lang: str, text: str) -> None:
    assert understood(ROW, text, lang) == ["red", "red", "white"]
    assert understood(ROW, "2red w", lang) == ["red", "red", "white"], "and by the names that never change"
    first = text.split()[0]
    assert understood(ROW, f"2{first}", lang) == ["red", "red"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_are_asked_with_their_options(lang: str) -> None:
    text = wording(ROW, voice(lang))
    assert "{" not in text
    for option in COLOURS:
        named = voice(lang).term("marble", option)
        assert named in text or option in text or any(named in words for _, words in described(ROW, voice(lang)))
    assert wording(ORDER, voice(lang)) != wording(ORDER, voice("uk" if lang != "uk" else "en"))


def test_in_a_command_several_take_all_the_words() -> None:
    def fields(given: dict[str, Any]) -> Field | None:
        return next_missing([Field("what", Pick(about="?", options=("row",))), Field("to", ROW)], given)

    assert parse_fields(["row", "2red", "w"], fields, voice()) == (
        {"what": "row", "to": ["red", "red", "white"]},
        [],
    )


def test_the_other_kinds_of_question() -> None:
    assert understood(Pick(about="?", options=("work", "golem"), family="row"), "g") == "golem"
    assert refused(Pick(about="?", options=("golem-1", "golem-2")), "gol") == "prompt.ambiguous"
    levels = Pick(about="?", options=(1, 2, 10, 12))
    assert understood(levels, "1") == 1, "the number itself, not those that begin with it"
    assert understood(levels, "12") == 12
    assert understood(Count(about="?", low=-5, high=20), "−5") == -5
    assert understood(Series(about="?", low=1, high=5, most=5), "2,1 3") == [2, 1, 3]
    assert refused(Series(about="?", low=1, high=5, most=5), "2red") == "answer.number"
