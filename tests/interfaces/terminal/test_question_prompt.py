"""What a typed line means: options by their shortest beginning, rows of letters, forms in one line, and refusals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from automarium.engine.message import Refused
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import parse_answer, parse_fields, parse_words
from automarium.interfaces.terminal.option_names import OptionNames
from automarium.interfaces.terminal.question_prompt import (
    GONE,
    NO_COMMAND,
    Prompt,
    could_answer,
    format_question,
)
from automarium.interfaces.terminal.screen import InputEnded, Screen
from tests.interfaces.terminal.kit import type_lines

COLOURS = ("red", "yellow", "blue", "black", "white")
ROW = Several(
    about="prompt.none",
    options=COLOURS,
    most=6,
    limits={"red": 2, "black": 1},
    family="marble",
    default=[],
)
ORDER = Several(
    about="prompt.none",
    options=("red", "yellow", "blue"),
    most=3,
    exactly=3,
    limits=dict.fromkeys(("red", "yellow", "blue"), 1),
    family="district",
)
EFFECTS = Several(
    about="?", options=("gain-1", "gain-2", "vp-1", "vp-1-per-level", "study-1", "student-1"), most=6, family="effect"
)
NAMES = ("work", "golem", "study", "artifact", "rabbi")
SYNAGOGUE = Form(
    about="prompt.none",
    fields=tuple(
        Field(name, Several(about="?", options=COLOURS, most=6, family="marble", default=[])) for name in NAMES
    ),
)
MECH = Form(
    about="prompt.none",
    fields=(
        Field("at", Pick(about="?", options=("N1", "N2", "N3"))),
        Field("human", Pick(about="?", options=("N1", "N2", "N3", "basecamp"), default="basecamp")),
        Field("steps", Count(about="?", low=0, high=3, default=0)),
        Field("what", Pick(about="?", options=("map", "corruption"), default="map")),
    ),
)


def translator(lang: str = "en") -> Translator:
    return Translator(lang, [os.path.join(os.path.dirname(plugins.__file__), "golem")])


def understood(question: AnyQuestion, text: str, lang: str = "en") -> Answer:
    return parse_answer(question, text, translator(lang))


def refused(question: AnyQuestion, text: str) -> str:
    with pytest.raises(Refused) as fault:
        understood(question, text)
    assert fault.value.where == ""
    return fault.value.message.key


# ------------------------------------------------------------------------------------------------------ several of them


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
        ("-", []),
        ("=", []),
        ("rwbyw", ["red", "white", "blue", "yellow", "white"]),
        ("2rw", ["red", "red", "white"]),
        ("rw bw", ["red", "white", "blue", "white"]),
    ],
)
def test_several_by_the_shortest_beginning_or_as_a_row_of_letters(text: str, found: list[str]) -> None:
    assert understood(ROW, text) == found


@pytest.mark.parametrize(
    ("question", "text", "key"),
    [
        (ROW, "bl", "prompt.ambiguous"),
        (ROW, "red bl", "prompt.ambiguous"),
        (ROW, "2bl", "prompt.ambiguous"),
        (ROW, "green", "answer.option"),
        (ROW, "red 2", "answer.option"),
        (ROW, "rwx", "answer.option"),
        (ROW, "3red", "answer.limit"),
        (ROW, "3r", "answer.limit"),
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


def test_every_option_of_a_row_has_a_letter_of_its_own() -> None:
    for lang in LANGUAGES:
        letters = OptionNames(ROW, translator(lang)).assign_letters()
        assert sorted(map(str, letters.values())) == sorted(COLOURS)
        row = "".join(letters)
        assert understood(ROW, row, lang) == list(letters.values())
        for letter, option in letters.items():
            words = str(translator(lang).term("marble", option))
            assert any(
                one.startswith(words) and (words.startswith(letter) or f"({letter})" in one)
                for one in OptionNames(ROW, translator(lang)).list_lettered()
            ), "a letter that nobody would guess is shown"


def test_a_name_with_a_number_in_it_is_no_count() -> None:
    assert understood(EFFECTS, "gain-2 vp-1") == ["gain-2", "vp-1"]
    assert understood(EFFECTS, "vp-1-per-level vp-1") == ["vp-1-per-level", "vp-1"], "the whole name beats a beginning"
    assert understood(EFFECTS, "2gain-1") == ["gain-1", "gain-1"]
    assert refused(EFFECTS, "st") == "prompt.ambiguous"
    assert understood(EFFECTS, "stude") == ["student-1"]


def test_an_option_may_be_given_by_words_of_several_words_or_its_number() -> None:
    assert translator().term("effect", "gain-2") == "2 resources"
    assert understood(EFFECTS, "2 resources") == ["gain-2"]
    assert understood(EFFECTS, "2 resources 1 VP") == ["gain-2", "vp-1"]
    assert understood(Pick(about="?", options=("base", "A4", "A5"), family="effect"), "base") == "base"
    assert OptionNames(EFFECTS, translator()).list_options()[1] == "2) 2 resources"
    assert understood(EFFECTS, "2 3") == ["gain-2", "vp-1"], "by the numbers of the list"
    assert refused(EFFECTS, "7") == "answer.option"


@pytest.mark.parametrize(("lang", "text"), [("uk", "червона червона біла"), ("ru", "красный красный белый")])
def test_several_in_the_persons_language(lang: str, text: str) -> None:
    assert understood(ROW, text, lang) == ["red", "red", "white"]
    assert understood(ROW, "2red white", lang) == ["red", "red", "white"], "and by the names that never change"
    first = text.split()[0]
    assert understood(ROW, f"2{first}", lang) == ["red", "red"]


def test_rows_of_several_questions_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    answer, prompt = asked(ROW, "2rw/y/-\n")
    assert answer == ["red", "red", "white"]
    assert prompt.ask(ROW) == ["yellow"]
    assert prompt.ask(ROW) == []
    assert prompt.ahead == []


def test_numbers_are_shown_unless_all_words_give_them() -> None:
    class Speaking(Translator):
        def term(self, family: str, value: object) -> str:
            return f"level {value}" if family == "level" else f"up {int(str(value)) % 2 + 1} on the track"

    levels, cards = (Pick(about="?", options=(1, 2), family=family) for family in ("level", "card"))
    assert OptionNames(levels, Speaking("en")).list_options() == ["level 1", "level 2"]
    assert OptionNames(cards, Speaking("en")).list_options() == ["1) up 2 on the track", "2) up 1 on the track"]


def test_in_a_list_a_slash_ends_it() -> None:
    assert parse_words(ROW, ["red", "w", "/", "3"], translator()) == (["red", "white"], 3)
    assert parse_words(Series(about="?", low=1, high=9, most=5), ["4", "3", "/", "y"], translator()) == ([4, 3], 3)


# ------------------------------------------------------------------------------------------------------ how it is asked


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("question", [ROW, ORDER, EFFECTS, Pick(about="?", options=COLOURS * 2, family="marble")])
def test_options_never_lose_their_words(
    lang: str, question: Pick | Several, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bare number is never all that is shown."""
    with type_lines(""), pytest.raises(InputEnded):
        Prompt(Screen(translator(lang))).ask(question)
    shown = capsys.readouterr().out
    for option in question.options:
        assert str(translator(lang).term(question.family, option)) in shown
    assert "{" not in shown


def test_long_lists_of_options_keep_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    tiles = Pick(about="?", options=tuple(f"tile-{number}" for number in range(12)), default="tile-0")
    words = {f"tile-{number}": f"tile with {number} menorahs" for number in range(12)}

    class Speaking(Translator):
        def term(self, family: str, value: object) -> str:
            return words[str(value)]

    with type_lines("12\n"):
        assert Prompt(Screen(Speaking("en"))).ask(Pick(about="?", options=tiles.options, family="tile")) == "tile-11"
    shown = capsys.readouterr().out
    for number, option in enumerate(tiles.options, 1):
        assert f"{number}) {words[str(option)]}" in shown


def test_what_is_ambiguous_is_explained_in_words() -> None:
    colour = Pick(about="?", options=COLOURS, family="marble")
    assert parse_answer(colour, "ч", translator("uk")) == "red"
    assert parse_answer(colour, "о", translator("uk")) == "black"
    with pytest.raises(Refused) as fault:
        parse_answer(colour, "bl", translator())
    assert translator().sentence(fault.value.message) == "“bl” could mean several things: blue, black."


def test_a_default_is_shown_in_words() -> None:
    effect = Pick(about="?", options=EFFECTS.options, family="effect", default="gain-2")
    assert "[Enter: 2 resources]" in format_question(effect, translator())
    assert "[Enter: red, white]" in format_question(
        msgspec.structs.replace(ROW, default=["red", "white"]), translator()
    )


def test_what_a_list_says_in_full_the_default_says_in_short() -> None:
    """Regression: the longest option of a list was printed twice, once as the default."""
    own = (
        "no: everything that is not printed anywhere is ours",
        "yes: ask me for printed values when they are needed",
    )
    assert format_question(Pick(about="?", options=own, default=own[0]), translator()) == "? [Enter: no]"
    tiles = ("one gold, two coal and a book of any colour", "one gold, two coal and nothing else")
    assert tiles[1] in format_question(Pick(about="?", options=tiles, default=tiles[1]), translator()), (
        "no shorter than is clear"
    )


def test_enter_takes_the_only_thing_there_is() -> None:
    """Regression: with a single option Enter was refused."""
    only = Pick(about="?", options=("A4",))
    assert "[Enter: A4]" in format_question(only, translator())
    assert understood(only, "") == "A4"
    assert refused(Pick(about="?", options=("A4", "A5")), "") == "prompt.choose"


PLACES = ("A4 (forest)", "A5 (tundra)", "the base")


@pytest.mark.parametrize(
    ("options", "numbered"),
    [
        (COLOURS, False),
        (PLACES, False),
        (("N1", "N2", "N3", "N4", "not in this row"), False),
        (("yes, it's free", "taken", "there is no such die in the supply"), True),
        (("Autometta, easy", "Automa, normal", "Automaszyna, hard"), True),
    ],
)
def test_a_short_list_with_a_phrase_in_it_has_numbers(options: tuple[str, ...], numbered: bool) -> None:
    """Regression: in one form some lists had numbers and others refused them."""
    question = Pick(about="?", options=options)
    assert OptionNames(question, translator()).numbered is numbered
    if numbered:
        assert understood(question, "2") == options[1]
        assert understood(question, "2)") == options[1]
    assert understood(question, options[1].split()[0].rstrip(",")) == options[1]


def test_what_is_not_understood_is_told_in_short_what_would_be() -> None:
    with pytest.raises(Refused) as fault:
        parse_answer(ROW, "rwx", translator())
    assert "red, yellow, blue, black (k), white" in translator().sentence(fault.value.message), (
        "with the letters of a row"
    )
    options = [*(f"gain-{n}" for n in range(1, 9)), *(f"vp-{n}" for n in range(1, 11)), "study-1", "study-2", "study-3"]
    many = Several(about="?", options=tuple(options), most=6, family="effect")
    with pytest.raises(Refused) as fault:
        parse_answer(many, "x", translator())
    assert "Choose from: 1 resource … 8 resources, 1 VP … 10 VP, " in translator().sentence(fault.value.message)


# ------------------------------------------------------------------------------------------------------ the other kinds


def test_the_other_kinds_of_question() -> None:
    assert understood(Pick(about="?", options=("work", "golem"), family="row"), "g") == "golem"
    assert refused(Pick(about="?", options=("golem-1", "golem-2")), "gol") == "prompt.ambiguous"
    levels = Pick(about="?", options=(1, 2, 10, 12))
    assert understood(levels, "1") == 1, "the number itself, not those that begin with it"
    assert understood(levels, "12") == 12
    assert refused(levels, "3") == "answer.option"
    assert understood(Count(about="?", low=-5, high=20), "−5") == -5
    assert understood(Count(about="?", low=0, high=20), "+2") == 2
    assert understood(Series(about="?", low=1, high=5, most=5), "2,1 3") == [2, 1, 3]
    assert refused(Series(about="?", low=1, high=5, most=5), "2red") == "answer.number"
    assert understood(Words(about="?"), "Turn her lamp.") == "Turn her lamp."
    assert refused(Count(about="?", low=0, high=20), "2 3") == "prompt.too-much"


def test_the_other_keyboard_layout() -> None:
    assert understood(Pick(about="?", options=("N3", "N4")), "т4") == "N4"
    assert understood(Pick(about="?", options=("A3", "A4")), "А4") == "A4", "with a Cyrillic letter that looks like it"


def test_in_a_command_a_list_takes_all_the_words() -> None:
    def fields(given: Mapping[str, Any]) -> Field | None:
        return find_missing_field([Field("what", Pick(about="?", options=("row",))), Field("to", ROW)], given)

    assert parse_fields(["row", "2red", "w"], fields, translator()) == (
        {"what": "row", "to": ["red", "red", "white"]},
        [],
    )


def test_a_mech_takes_its_workers_along_on_the_same_line() -> None:
    places = ("a1", "b2", "c3")
    go = [
        Field("unit", Pick(about="?", options=("mech", "worker"))),
        Field("from", Pick(about="?", options=places[:1], default="a1")),
        Field("to", Pick(about="?", options=places)),
        Field("workers", Count(about="?", low=0, high=3, default=0)),
    ]

    def fields(given: Mapping[str, Any]) -> Field | None:
        return find_missing_field(go, given)

    moved = {"unit": "mech", "from": "a1", "to": "b2"}
    assert parse_fields(["mech", "a1", "b2", "+2"], fields, translator()) == ({**moved, "workers": 2}, [])
    assert parse_fields(["mech", "b2", "+2"], fields, translator()) == ({**moved, "workers": 2}, [])
    assert parse_fields(["mech", "a1", "b2"], fields, translator()) == (moved, [])
    assert parse_fields(["mech", "a1", "b2", "0", "4", "3"], fields, translator())[1] == ["4", "3"], (
        "for the questions that follow"
    )


def test_in_a_command_a_known_thing_is_passed_over_if_the_word_is_none_of_it() -> None:
    places = Pick(about="?", options=("C3", "C4"), default="C3")
    tokens = Series(about="?", low=1, high=20, most=5)

    def fields(given: Mapping[str, Any]) -> Field | None:
        return find_missing_field([Field("at", places), Field("tokens", tokens)], given)

    assert parse_fields(["4", "3"], fields, translator()) == ({"at": "C3", "tokens": [4, 3]}, [])
    assert parse_fields(["C4", "3"], fields, translator()) == ({"at": "C4", "tokens": [3]}, [])
    with pytest.raises(Refused, match=r"prompt\.asked.*could mean several things"):
        parse_fields(["C", "3"], fields, translator())


# ---------------------------------------------------------------------------------------------------------------- forms


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("", {}),
        ("rw/y/-/bw/rwbyw", {"work": ["red", "white"], "golem": ["yellow"], "study": [], "artifact": ["blue", "white"],
                             "rabbi": ["red", "white", "blue", "yellow", "white"]}),
        ("rw//-", {"work": ["red", "white"], "study": []}),
        ("2red w / y / = / black", {"work": ["red", "red", "white"], "golem": ["yellow"], "artifact": ["black"]}),
        ("rw y", {"work": ["red", "white"], "golem": ["yellow"]}),
        ("= y", {"golem": ["yellow"]}),
        ("3=rw", {"study": ["red", "white"]}),
        ("3=rw 5=-", {"study": ["red", "white"], "rabbi": []}),
        ("r y - w red blue", {"work": ["red"], "golem": ["yellow"], "study": [], "artifact": ["white"],
                              "rabbi": ["red", "blue"]}),
    ],
)  # fmt: skip
def test_rows_in_one_line(text: str, given: dict[str, Any]) -> None:
    assert understood(SYNAGOGUE, text) == given


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("N1", {"at": "N1"}),
        ("N1 N2 3 corr", {"at": "N1", "human": "N2", "steps": 3, "what": "corruption"}),
        ("N1 2", {"at": "N1", "steps": 2}),
        ("N1 map", {"at": "N1", "what": "map"}),
        ("N1 = = corruption", {"at": "N1", "what": "corruption"}),
        ("4=corruption 1=N2", {"at": "N2", "what": "corruption"}),
        ("4=corruption N2", {"at": "N2", "what": "corruption"}),
        ("N1/N3/2", {"at": "N1", "human": "N3", "steps": 2}),
        ("N1 N3 / 2", {"at": "N1", "human": "N3", "steps": 2}),
        ("N1 / / 2", {"at": "N1", "steps": 2}),
    ],
)
def test_a_form_takes_its_fields_in_order(text: str, given: dict[str, Any]) -> None:
    assert understood(MECH, text) == given


@pytest.mark.parametrize(
    ("form", "text", "number", "key"),
    [
        (SYNAGOGUE, "rw/x", 2, "answer.option"),
        (SYNAGOGUE, "4=bl", 4, "prompt.ambiguous"),
        (MECH, "N9", 1, "answer.option"),
        (MECH, "N1 N2 9", 3, "answer.number"),
        (MECH, "N1 N", 2, "prompt.ambiguous"),
    ],
)
def test_a_form_says_which_field_is_wrong(form: Form, text: str, number: int, key: str) -> None:
    with pytest.raises(Refused) as fault:
        understood(form, text)
    assert fault.value.message.params["number"] == number
    assert fault.value.message.params["fault"].key == key


def test_a_form_of_single_things_and_lists() -> None:
    form = Form(about="prompt.none", fields=(Field("card", Count(about="?", low=1, high=9)), *SYNAGOGUE.fields[:2]))
    given = {"card": 4, "work": ["red", "white"], "golem": ["yellow"]}
    for text in ("4 rw y", "4 rw / y", "4 / rw / yellow", "4 red white / y"):
        assert understood(form, text) == given
    assert understood(form, "4 / - / blue white") == {"card": 4, "work": [], "golem": ["blue", "white"]}


def test_a_form_that_gets_too_much() -> None:
    assert refused(SYNAGOGUE, "r/y/b/w/r/y") == "prompt.too-much"
    assert refused(SYNAGOGUE, "6=r") == "answer.number"
    assert parse_words(MECH, ["N1", "N2", "3", "map", "yes"], translator()) == (
        {"at": "N1", "human": "N2", "steps": 3, "what": "map"},
        4,
    ), "what is left answers the next question"


def asked(question: AnyQuestion, typed: str) -> tuple[Answer | None, Prompt]:
    prompt = Prompt(Screen(translator()))
    with type_lines(typed):
        return prompt.ask(question), prompt


def test_what_nobody_can_leave_empty_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A column of a card has numbers; any other row may be empty."""
    column = Series(about="?", low=1, high=5, most=5, filled=True)
    assert asked(column, "\n3 1\n")[0] == [3, 1]
    assert translator().say("answer.empty") in capsys.readouterr().out
    assert asked(Form(about="?", fields=(Field("rabbi", column),)), "\n\n2\n")[0] == {"rabbi": [2]}
    assert asked(msgspec.structs.replace(column, filled=False), "\n")[0] == []


def test_marbles_that_were_thrown_lie_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Enter at five empty rows is an oversight; one marble is enough."""
    thrown = msgspec.structs.replace(SYNAGOGUE, filled=True)
    assert asked(thrown, "\n-/-/-/-/-\nr\n")[0] == {"work": ["red"]}
    assert capsys.readouterr().out.count(translator().say("answer.no-row")) == 2


def test_what_a_form_does_not_know_is_asked_and_what_it_knows_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    answer, _ = asked(MECH, "\nN2\n")
    assert answer == {"at": "N2"}
    assert capsys.readouterr().out.count("? \n") == 1, "one Enter, then only what is missing"
    answer, _ = asked(SYNAGOGUE, "\n")
    assert answer == {}, "Enter is unchanged"


def test_options_that_rows_share_are_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    asked(SYNAGOGUE, "rw/y\n")
    shown = capsys.readouterr().out
    assert shown.count("yellow") == 1
    assert "rw/y" in shown


def test_and_so_are_those_that_only_some_share(capsys: pytest.CaptureFixture[str]) -> None:
    """Regression: five rows in a form with other fields each listed their options in full."""
    card = Field("card", Pick(about="?", options=(1, 2)))
    rabbis = Field("occupied", Series(about="?", low=1, high=3, most=2, default=[]))
    asked(Form(about="?", fields=(card, *SYNAGOGUE.fields, rabbis)), "1 rw\n")
    shown = capsys.readouterr().out
    assert shown.count("yellow") == 1
    letters = "red, yellow, blue, black (k), white; you can type just the letters, one after another"
    assert f"Options for 2–6: {letters}\n   7. " in shown


def test_what_is_there_once_is_not_offered_twice() -> None:
    options = tuple(f"a tile of many words, number {number}" for number in range(6))
    tiles = Several(about="?", options=options, most=3, limits=dict.fromkeys(options, 1), default=[])
    assert "two of the same" not in format_question(tiles, translator())
    assert "two of the same" in format_question(msgspec.structs.replace(tiles, limits={}), translator())


def test_short_options_that_stand_in_their_line_do_not_point_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Regression: colours on the line of a question were followed by a reference to another field."""
    long = Pick(about="?", options=(*COLOURS, "nothing (there are no cards left in the whole deck now)"), family="")
    short = Several(about="?", options=COLOURS, most=5)
    asked(Form(about="?", fields=(Field("a", long), Field("b", short))), "red r\n")
    assert "the same choice as" not in capsys.readouterr().out


def test_words_typed_ahead_answer_the_questions_to_come(capsys: pytest.CaptureFixture[str]) -> None:
    answer, prompt = asked(Pick(about="?", options=COLOURS, family="marble"), "red N1 N2 3\n")
    assert answer == "red"
    assert prompt.ahead == ["N1", "N2", "3"]
    assert prompt.ask(MECH) == {"at": "N1", "human": "N2", "steps": 3}
    assert prompt.ahead == []
    assert "? N1 N2 3\n" in capsys.readouterr().out, "what was typed ahead is shown where it answers"


def test_of_what_was_typed_ahead_only_what_does_not_fit_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    _, prompt = asked(Pick(about="?", options=COLOURS, family="marble"), "red green 3\n")
    commands: list[str] = []

    def command(text: str) -> str:
        commands.append(text)
        return NO_COMMAND

    with type_lines("white\n"):
        assert prompt.ask(Pick(about="?", options=COLOURS, family="marble"), command) == "white"
    assert commands == [], "words typed ahead are never commands"
    assert prompt.ahead == ["3"], "the rest is for the next question"
    assert "“green” isn't one of the options" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("rw/x/b/w\nyy\n", "b / w"),  # in the middle: before and after it nothing is lost
        ("rw/x/b/zz\nyy\nw\n", "b / zz"),  # and another one after it
        ("rw/x/y\nyy/b/w\n", "y"),  # the rest is typed anew
        ("rw yyz b w\nyy\n", "b w"),
        ("1=rw 2=x 4=w 3=b\nyy\n", "4=w 3=b"),  # numbers stay those of the whole form
    ],
)
def test_of_a_line_for_a_form_only_the_refused_field_is_asked_again(
    typed: str, kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Regression: the line was dropped as a whole."""
    answer, prompt = asked(SYNAGOGUE, typed)
    names = [field.name for field in SYNAGOGUE.fields[:4]]
    assert answer == dict(zip(names, (["red", "white"], ["yellow", "yellow"], ["blue"], ["white"]), strict=True))
    assert prompt.ahead == []
    shown = capsys.readouterr().out
    assert "2. " in shown
    assert translator().say("prompt.kept", given=kept) in shown


def test_a_form_can_be_left_at_its_refused_field() -> None:
    prompt = Prompt(Screen(translator()))
    with type_lines("rw/x/b\nundo\n"):
        assert prompt.ask(SYNAGOGUE, lambda text: GONE if text == "undo" else NO_COMMAND) is None


def test_a_slash_ends_an_answer_of_any_kind() -> None:
    answer, prompt = asked(Count(about="?", low=0, high=9), "3 / red / N1\n")
    assert answer == 3
    assert prompt.ask(Pick(about="?", options=COLOURS, family="marble")) == "red"
    assert prompt.ahead == ["N1"]


@pytest.mark.parametrize(("typed", "colour"), [("к", "red"), ("т", "bone"), ("кра", "red"), ("ко", "bone")])
def test_one_letter_is_one_colour_where_two_words_begin_alike(typed: str, colour: str) -> None:
    penumbra = plugins.load_definition("penumbra")
    question = Pick(about="?", options=("red", "orange", "bone", "unseen"), family="colour")
    names = OptionNames(question, Translator("ru", [penumbra.folder]))
    assert names.find_one(typed) == colour
    assert "костяной (т)" in names.list_lettered()


def test_a_late_word_is_known_for_an_answer() -> None:
    questions: list[AnyQuestion] = [Pick(about="?", options=COLOURS, family="marble"), MECH]
    assert could_answer("red", questions, translator())
    assert could_answer("r", questions, translator())
    assert could_answer("corr", questions, translator()), "of a form as well"
    assert not could_answer("redo", questions, translator())
    assert not could_answer("next", questions, translator())
    assert could_answer("rw", [ROW], translator()), "a row of letters"


def test_where_nothing_is_legal_the_reason_is_given_instead_of_the_options() -> None:
    """They can be typed all the same."""
    stuck = Pick(about="ask.go.to", options=("r1c3", "r1c4"), family="place", likely=())
    words = Translator("en", [plugins.load_definition("scythe").folder])
    assert format_question(stuck, words).startswith("Where to? It stays where it is")
    assert "A3" not in format_question(stuck, words)
