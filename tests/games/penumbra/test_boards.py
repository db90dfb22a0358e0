"""Boards as data: tables and lines of text, good errors, loops, and a synthetic board that uses everything."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused, term
from automarium.engine.play.command import find_next_field
from automarium.engine.question import Count, Pick, Several, Words
from automarium.games.penumbra.boards.board import AutomaBoard, find_circle, read_board
from automarium.games.penumbra.boards.editor import SCORINGS, BoardEditor
from automarium.games.penumbra.boards.line import EFFECTS, TOKENS, Effect, Entry, When, read_line, write_line
from automarium.games.penumbra.boards.lint import find_oddities
from automarium.games.penumbra.commands import Counted
from automarium.games.penumbra.events import AllUnder, Line, Reveal
from automarium.games.penumbra.position import PRINTED
from automarium.games.penumbra.rules.turn import play_turn
from automarium.games.penumbra.score import COUNTED
from automarium.games.penumbra.text import describe_line
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.penumbra.kit import DEFINITION, HOUSE, TRANSLATOR, Played, board, desk_for, position, tell, turn
from tests.games.penumbra.strategies import NAMES, AnyAnswers, any_boards, boards, entries

SLOTS = ("a", "b", "c", "d")
GOOD: dict[str, Any] = {
    "slots": ["a", "b", "c", "d"],
    "tome_slot": "d",
    "mark_places": 5,
    "scoring": {"per": "contract", "vp": 1},
    "lists": {slot: ["arcana"] for slot in SLOTS},
}


def with_list(slot: str, *lines: Any) -> dict[str, Any]:
    return {**GOOD, "lists": {**GOOD["lists"], slot: list(lines)}}


# ---------------------------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("arcana", Entry((Effect("arcana"),))),
        ("=1: contract", Entry((Effect("contract"),), When(cards="==1"))),
        ("=2 first L3: trial", Entry((Effect("trial"),), When(cards="==2", order="first", min_level=3))),
        ("2+ later: mark", Entry((Effect("mark_and_card"),), When(cards=">=2", order="second+"))),
        ("=1@c: potions", Entry((Effect("refresh_potions"),), When(cards="==1", slot="c"))),
        ("to b", Entry((Effect("substitution", "b"),))),
        ("l2: to b, fill", Entry((Effect("substitution", "b"), Effect("fill")), When(min_level=2))),
        ("artifact, arcana", Entry((Effect("buy_artifact"), Effect("arcana")))),
        ("unique Take it: all, now", Entry((Effect("unique", note="Take it: all, now"),))),
        ("first: unique: bow", Entry((Effect("unique", note="bow"),), When(order="first"))),
        ("jok", Entry((Effect("joker"),))),
    ],
)
def test_a_line_of_text(text: str, entry: Entry) -> None:
    assert read_line(text, SLOTS) == entry
    assert read_line(write_line(entry), SLOTS) == entry


def test_a_slot_may_have_a_name_of_several_words() -> None:
    slots = ("left hand", "right hand", "c", "d")
    entry = read_line("=2@left_hand: to right hand, fill", slots)
    assert entry == Entry((Effect("substitution", "right hand"), Effect("fill")), When(cards="==2", slot="left hand"))
    assert read_line(write_line(entry), slots) == entry


@given(entries)
def test_every_line_can_be_written_and_read_again(entry: Entry) -> None:
    assert read_line(write_line(entry), NAMES) == entry


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("frst: card", "board.condition"),
        ("=3: card", "board.condition"),
        ("first later: card", "board.condition-twice"),
        ("=1 2+: card", "board.condition-twice"),
        ("contrct", "board.effect"),
        ("c", "board.effect"),
        ("card,", "board.comma"),
        ("card fill", "board.effect-more"),
        ("", "board.no-effect"),
        ("first:", "board.no-effect"),
        ("to", "board.substitution"),
        ("to z", "board.slot"),
        ("=1@z: card", "board.slot"),
        ("unique", "board.unique"),
    ],
)
def test_a_line_that_cannot_be_says_what_would_be_right(text: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        read_line(text, SLOTS, "ruby.lists.a[0]")
    assert refused.value.message.key == key
    assert refused.value.where == "ruby.lists.a[0]"
    assert not re.search(r"[{}]", TRANSLATOR.refusal(refused.value))


# --------------------------------------------------------------------------------------------------------------- boards


def test_tables_and_text_mean_the_same() -> None:
    tables = with_list(
        "a",
        {"when": {"cards": "==1", "order": "first", "min_level": 3}, "do": ["contract", "arcana"]},
        {"when": {"cards": ">=2", "slot": "b"}, "do": {"effect": "substitution", "slot": "c"}},
        {"do": "fill"},
    )
    text = with_list("a", "=1 first L3: contract, arcana", "2+@b: to c", "fill")
    assert read_board("x", tables) == read_board("x", text)


@given(boards)
def test_every_board_can_be_written_and_read_again(one: AutomaBoard) -> None:
    certain = [line for lines in one.lists for line in lines[:-1] if line.when == When()]
    if certain:
        return  # a line without a condition in the middle
    table = {
        "slots": list(one.slots),
        "tome_slot": one.slots[one.tome],
        "mark_places": one.mark_places,
        "scoring": msgspec.to_builtins(one.scoring),
        "instructions": {"first": one.regular.first, "later": one.regular.later},
        "lists": {slot: [write_line(line) for line in lines] for slot, lines in zip(one.slots, one.lists, strict=True)},
    }
    assert read_board("any", table) == one
    assert EDITOR.made(EDITOR.answers(table)) == table or one.scoring not in SCORINGS.values()


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"slots": ["a", "b", "c"]}, "x.slots", "read.short"),
        ({"slots": ["a", "b", "c", "d", "e"]}, "x.slots", "read.long"),
        ({"slots": ["a", "b", "c", "A"]}, "x.slots[3]", "board.slot-twice"),
        ({"slots": ["a", "b", "c", "tome"]}, "x.slots[3]", "board.slot-name"),
        ({"tome_slot": "e"}, "x.tome_slot", "board.slot"),
        ({"mark_places": 0}, "x.mark_places", "read.range"),
        ({"mark_places": "five"}, "x.mark_places", "read.kind"),
        ({"scoring": {"per": "potion", "vp": 1}}, "x.scoring.per", "read.choice"),
        ({"colour": "red"}, "x.colour", "read.unknown"),
        ({"lists": {"a": ["arcana"], "b": ["arcana"], "c": ["arcana"]}}, "x.lists", "board.no-list"),
        (with_list("a", "=1: card"), "x.lists.a[0]", "board.no-end"),
        (with_list("a"), "x.lists.a", "board.no-end"),
        (with_list("a", "card", "arcana"), "x.lists.a[0]", "board.early-end"),
        (with_list("a", "arcana", "first: crd", "card"), "x.lists.a[1]", "board.effect"),
        (with_list("a", {"do": "crd"}), "x.lists.a[0].do", "read.choice"),
        (with_list("a", {"do": []}), "x.lists.a[0].do", "board.no-effect"),
        (with_list("a", {"do": "substitution"}), "x.lists.a[0].do", "board.substitution"),
        (with_list("a", {"do": {"effect": "card", "slot": "b"}}), "x.lists.a[0].do", "board.effect-slot"),
        (with_list("a", {"do": {"effect": "card", "note": "b"}}), "x.lists.a[0].do", "board.note"),
        (with_list("a", {"when": {"slot": "b"}, "do": "card"}), "x.lists.a[0].when", "board.slot-alone"),
        (with_list("a", {"when": {"level": 3}, "do": "card"}), "x.lists.a[0].when.level", "read.unknown"),
        ({"lists": {**GOOD["lists"], "e": ["arcana"]}}, "x.lists.e", "board.slot"),
    ],
)
def test_a_board_that_cannot_be_is_refused_where_it_is_wrong(change: dict[str, Any], where: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        read_board("x", {**GOOD, **change}, "x")
    assert (refused.value.where, refused.value.message.key) == (where, key)


@pytest.mark.clause("PEN-AMB-37")
@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ({"a": ["to a"]}, ["a"]),
        ({"a": ["to b"], "b": ["to a"]}, ["a", "b"]),
        ({"a": ["to b"], "b": ["to c"], "c": ["to a"]}, ["a", "b", "c"]),
    ],
)
def test_an_unconditional_circle_of_substitutions_is_an_error_of_the_board(
    lists: dict[str, list[str]], found: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        read_board("x", {**GOOD, "lists": {**GOOD["lists"], **lists}})
    assert refused.value.message.key == "board.circle"
    assert refused.value.message.params["slots"] == term("slot", [*found, found[0]])


@pytest.mark.clause("PEN-AMB-37", "PEN-SPECIAL-21")
@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ({"a": ["=1: to b", "card"], "b": ["to a"]}, ["a", "b"]),
        ({"a": ["to b"], "b": ["to c"], "c": ["L2: to a", "card"]}, ["a", "b", "c"]),
        ({"a": ["to b"], "b": ["L3: card", "to a"]}, ["a", "b"]),
        ({"b": ["later: to c", "card"], "c": ["later: to b", "card"]}, ["b", "c"]),
    ],
)
def test_a_circle_that_hangs_on_conditions_can_be_played_and_is_told(
    lists: dict[str, list[str]], found: list[str]
) -> None:
    """PEN-AMB-37 says what happens then: the card stays."""
    one = read_board("x", {**GOOD, "lists": {**GOOD["lists"], **lists}})
    (odd,) = find_oddities(one)
    assert (odd.key, odd.params["slots"]) == ("board.round", term("slot", [*found, found[0]]))
    played = turn(position(one, level=2), f"red {found[0]}", f"red {found[0]}", rolls=[1, 1])
    assert played.tags.count("stays") >= 1


def test_first_and_later_together_are_no_circle() -> None:
    lists = {**GOOD["lists"], "a": ["first: to b", "card"], "b": ["later: to a", "card"]}
    assert find_circle(read_board("x", {**GOOD, "lists": lists})) == []


@pytest.mark.parametrize(
    ("lines", "odd"),
    [
        (["=1: card", "=1 first: arcana", "fill"], [(2, 1)]),
        (["2+: card", "=2: arcana", "fill"], [(2, 1)]),
        (["L2: card", "L3 first: arcana", "fill"], [(2, 1)]),
        (["=1: contract", "=1: arcana", "fill"], []),
        (["=2: card", "2+: arcana", "fill"], []),
        (["first: card", "arcana"], []),
    ],
)
def test_lines_that_are_never_reached_are_told(lines: list[str], odd: list[tuple[int, int]]) -> None:
    found = find_oddities(board(lines))
    assert [(one.params["number"], one.params["above"]) for one in found] == odd


@pytest.mark.parametrize(
    ("lines", "odd"),
    [
        (["=1: card", "2+: arcana", "fill"], [(3, [1, 2])]),
        (["first: card", "later: arcana", "fill"], [(3, [1, 2])]),
        (["=1: card", "=2: arcana", "2+: joker", "fill"], [(4, [1, 2, 3])]),
        (["first: contract", "later: arcana", "fill"], []),
        (["=1 first: card", "2+: arcana", "later: joker", "fill"], [(4, [1, 2, 3])]),
        (["=1: mark", "=1: card", "2+: fill", "arcana"], [(4, [1, 2, 3])]),
        (["=1@b: card", "2+@b: arcana", "fill"], []),
    ],
)
def test_lines_that_several_others_leave_nothing_are_told(lines: list[str], odd: list[tuple[int, list[int]]]) -> None:
    """Of an own slot the card just placed is one: =1 and 2+ are all there is. Of another slot there may be none."""
    found = find_oddities(board(lines))
    assert [(one.params["number"], one.params["above"]) for one in found] == odd
    for one in found:
        assert "lines 1, 2" in TRANSLATOR.sentence(one)


def test_a_level_that_the_board_has_no_places_for_is_told() -> None:
    (odd,) = find_oddities(board(["L9: trial", "L5: card", "arcana"], marks=5))
    assert (
        TRANSLATOR.sentence(odd)
        == "A, line 1 is never reached: Level 9 is too high, as the board has 5 spaces for Marks."
    )


@pytest.mark.clause("PEN-TRIAL-09")
def test_what_stands_after_a_trial_is_told() -> None:
    (odd,) = find_oddities(board(["L2: trial, arcana", "arcana, trial", "card"]))
    assert (odd.key, odd.params["number"]) == ("board.after-trial", 1)


@pytest.mark.parametrize(
    "lists",
    [
        (["artifact"], ["artifact"], ["artifact"], ["first: card", "artifact"]),
        (["to b"], ["artifact"], ["to a"], ["=1: card", "artifact, arcana"]),
        (["contract", "artifact"], ["trial", "artifact"], ["mark", "to a"], ["L9: to a", "artifact"]),
    ],
)
def test_buying_without_an_end_is_told(lists: tuple[list[str], ...]) -> None:
    """Also by way of Substitutions, and if it hangs on what cannot be done."""
    one, two, three, four = lists
    assert [odd.key for odd in find_oddities(board(one, two, three, four))] == ["board.endless"]
    assert find_oddities(board(one, two, three, ["arcana"])) == []


@given(any_boards())
def test_what_is_told_to_be_unreached_never_fires(one: AutomaBoard) -> None:
    told = {(odd.params["slot"].value, odd.params["number"]) for odd in find_oddities(one) if "number" in odd.params}
    after_trial = {
        (o.params["slot"].value, o.params["number"]) for o in find_oddities(one) if o.key == "board.after-trial"
    }
    for seed in range(4):
        on = position(one, level=1 + seed % one.mark_places, slots=[seed % 3, 1, 0, seed % 2], turn=seed)
        desk = desk_for(on, seed=seed, stand_in=AnyAnswers([seed, 3, 5, 8], artifacts=4).answer)
        play_turn(desk)
        fired = {(step.event.slot, step.event.number) for step in desk.steps if isinstance(step.event, Line)}
        assert not fired & (told - after_trial)


def test_our_own_boards_are_sound() -> None:
    assert sorted(HOUSE) == ["beginner", "contracts", "standard", "trials"]
    for one in HOUSE.values():
        assert find_oddities(one) == []
        assert one.house
    used = {effect.effect for one in HOUSE.values() for lines in one.lists for line in lines for effect in line.do}
    assert used == set(EFFECTS) - {"unique", "discard_all"}, "between them they know every effect of the rulebook"


# ----------------------------------------------------------------------------------------------- everything fires

SYNTHETIC = board(
    [
        "=1 first L3: contract",
        "=1 first: mark_and_card",
        "=2: trial",
        "2+ later: joker",
        "2+: to b",
        "card",
    ],
    ["first: buy_artifact", "L2: arcana", "refresh_potions"],
    ["=1: fill", "=2: unique bow", "discard"],
    ["2+@a first: arcana, fill", "refresh_potions"],
    marks=4,
)


def fired(played: Played) -> list[str]:
    return [f"{line.slot}{line.number}" for line in played.all(Line)]


def test_the_synthetic_board_fires_every_condition_and_effect() -> None:
    seen: set[str] = set()

    def play(
        expected: list[str], *cards: str, level: int = 1, slots: tuple[int, ...] = (0, 0, 0, 0), **said: Any
    ) -> None:
        first = said.pop("turn_no", 1)
        on = position(SYNTHETIC, level=level, slots=slots, turn=first)
        found = fired(turn(on, *cards, **said))
        assert found == expected
        seen.update(found)

    row: dict[str, Any] = {"contracts": [2], "sides": "light"}
    play(["a1", "c1"], "a", "c", "d", level=3, rolls=[1], **row)
    play(["a2", "c2"], "a", "c", slots=(0, 0, 1, 0), rolls=[1])
    play(["c3", "d2"], "c", "d", slots=(0, 0, 2, 0), rolls=[1])
    play(["a3"], "a", slots=(1, 0, 0, 0), level=3, trials=[1], trial_vps=[2])
    play(["b1", "a4", "c1"], "b", "a", "d", slots=(2, 1, 0, 1), rolls=[1], turn_no=0)
    play(["a5", "b1"], "a", "red tome", slots=(2, 1, 0, 1), place="none", level=2, turn_no=0)
    play(["d2", "a6"], "d", "a", slots=(0, 1, 0, 1), rolls=[1, 1])
    play(["d2", "b2"], "d", "b", level=2, rolls=[1])
    play(["d2", "b3"], "d", "b", rolls=[1, 1])
    play(["d1"], "d", "a", slots=(2, 0, 0, 0), turn_no=0)
    every = {
        f"{slot}{number}"
        for slot, lines in zip(SLOTS, SYNTHETIC.lists, strict=True)
        for number in range(1, len(lines) + 1)
    }
    assert seen == every
    effects = {effect.effect for lines in SYNTHETIC.lists for line in lines for effect in line.do}
    assert effects == set(EFFECTS)
    whens = [line.when for lines in SYNTHETIC.lists for line in lines]
    assert {when.cards for when in whens} == {None, "==1", "==2", ">=2"}
    assert {when.order for when in whens} == {None, "first", "second+"}
    assert any(when.slot for when in whens)
    assert any(when.min_level for when in whens)


# --------------------------------------------------------------------------------------------------------------- editor

EDITOR = BoardEditor()
ANSWERS: dict[str, Any] = {
    "slots": "conduit, mantle, ring, amulet",
    "tome": "ring",
    "marks": 6,
    "scoring": ["trial"],
    "first": 1,
    "later": 2,
    "levels": "",
    "conduit:1": "=1 first: contract",
    "conduit:2": "arcana",
    "mantle:1": "contract",
    "mantle:2": "",
    "ring:1": "2+: to conduit",
    "ring:2": "unique Take both cards.",
    "amulet:1": "card",
}


def filled(answers: dict[str, Any], known: dict[str, Any] | None = None) -> dict[str, Any]:
    given: dict[str, Any] = {}
    while (field := EDITOR.field(given, known or {})) is not None:
        given[field.name] = answers[field.name]
    return given


def test_the_editor_asks_for_a_board_and_makes_its_entry() -> None:
    given = filled(ANSWERS)
    assert list(given) == list(ANSWERS), "each thing once, the lists line by line"
    entry = EDITOR.made(given)
    assert EDITOR.check("ruby", entry) == []
    made = read_board("ruby", entry)
    assert made.lists[2][0] == Entry((Effect("substitution", "conduit"),), When(cards=">=2"))
    assert [len(lines) for lines in made.lists] == [2, 1, 2, 1]
    assert msgspec.to_builtins(made.scoring) == {"per": "trial", "vp": 3}


@pytest.mark.parametrize(
    ("lang", "typed", "kept"),
    [
        ("ru", "=1 первая У3: контракт", "=1 first L3: contract"),
        ("ru", "2+ далее: в ring, аркана", "2+ later: to ring, arcana"),
        ("ru", "исп", "trial"),
        ("ru", "особая: Возьмите карту", "unique Возьмите карту"),
        ("uk", "Р2: Зілля", "L2: refresh_potions"),
        ("uk", "=1 first L3: contract", "=1 first L3: contract"),
        ("en", "later: mark", "later: mark_and_card"),
    ],
)
def test_lines_may_be_typed_in_the_persons_language(lang: str, typed: str, kept: str) -> None:
    say = Translator(lang, [DEFINITION.folder]).say
    assert EDITOR.heard("ring:1", typed, {"slots": ANSWERS["slots"]}, say) == kept
    assert EDITOR.heard("marks", 6, {}, say) == 6
    assert EDITOR.heard("ring:2", "", {"slots": ANSWERS["slots"]}, say) == ""
    with pytest.raises(Refused):
        EDITOR.heard("ring:1", "абракадабра", {"slots": ANSWERS["slots"]}, say)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_a_line_can_be_typed_in_every_language(lang: str) -> None:
    say = Translator(lang, [DEFINITION.folder]).say
    local = [say(f"token.{token}").casefold() for token in TOKENS]
    assert len(set(local)) == len(TOKENS)
    assert all(len(word.split()) == 1 for word in local)
    assert len(say("token.L")) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@given(entries)
def test_what_is_shown_can_be_typed(lang: str, entry: Entry) -> None:
    """The notation of the board that is shown, whatever the case, with its number or without."""
    say = Translator(lang, [DEFINITION.folder]).say
    given = {"slots": ", ".join(NAMES)}
    shown = describe_line(entry, say)
    for typed in (shown, shown.upper(), shown.casefold(), f"   2. {shown}"):
        kept = str(EDITOR.heard("a:1", typed, given, say))
        assert kept.replace("BOW", "bow") == write_line(entry)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_shown_of_our_own_boards_can_be_typed(lang: str) -> None:
    say = Translator(lang, [DEFINITION.folder]).say
    for one in HOUSE.values():
        for lines in one.lists:
            for line in lines:
                typed = describe_line(line, say)
                assert EDITOR.heard("1:1", typed, {"slots": "1, 2, 3, 4"}, say) == write_line(line)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("=2@Left Hand 1st: → right hand + Fill", "=2@left_hand first: to right hand, fill"),
        ("2+@left_hand L3: TO RIGHT HAND", "2+@left_hand L3: to right hand"),
        ("“Take it: all” + Arcana", "unique “Take it: all”, arcana"),
        ("arcana, unique Take it: all, now", "arcana, unique Take it: all, now"),
        ("FIRST: Contract + Trial", "first: contract, trial"),
        ("→right hand", "to right hand"),
    ],
)
def test_shown_lines_with_long_names_and_texts(typed: str, kept: str) -> None:
    slots = "left hand, right hand, c, d"
    assert EDITOR.heard("c:1", typed, {"slots": slots}, TRANSLATOR.say) == kept
    assert EDITOR.heard("c:1", kept, {"slots": slots}, TRANSLATOR.say) == kept


def test_a_list_may_end_without_another_line_only_after_one_that_may_be_impossible() -> None:
    given: dict[str, Any] = {}
    ends = []
    while (field := EDITOR.field(given, {})) is not None:
        if field.may_end:
            ends.append(field.name)
        given[field.name] = ANSWERS[field.name]
    assert ends == ["levels", "mantle:2"]


def test_an_entered_board_comes_back_as_what_enter_gives() -> None:
    entry = EDITOR.made(filled(ANSWERS))
    known = EDITOR.answers(entry)
    assert known == {name: answer for name, answer in ANSWERS.items() if answer != ""}
    assert EDITOR.made(filled({**known, "mantle:2": "", "levels": ""}, known)) == entry


def test_a_board_of_which_little_is_known_gives_that_little() -> None:
    """What the board scores is a guess of ours until it was entered: PEN-AMB-14."""
    assert EDITOR.answers(PRINTED.entry("board", "amethyst")) == {"tome": "conduit", "first": 1, "later": 2}


@pytest.mark.parametrize(
    ("name", "answer", "key"),
    [
        ("slots", "a, b, c", "board.four-slots"),
        ("slots", "a, b, c, c", "board.slot-twice"),
        ("slots", "a, b, c, tome", "board.slot-name"),
        ("conduit:1", "=1 contract", "board.effect"),
        ("conduit:1", "=9: contract", "board.condition"),
        ("ring:1", "to ringg", "board.slot"),
    ],
)
def test_a_slip_is_refused_at_once(name: str, answer: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        filled({**ANSWERS, name: answer})
    assert refused.value.message.key == key


def test_the_editors_questions_have_words() -> None:
    kinds = set()
    given: dict[str, Any] = {}
    while (field := EDITOR.field(given, {})) is not None:
        kinds.add(type(field.question))
        assert TRANSLATOR.say(field.question.about, **field.question.params) != field.question.about
        given[field.name] = ANSWERS[field.name]
    assert kinds == {Words, Pick, Count, Several}


def test_a_board_is_shown_in_lines() -> None:
    shown = EDITOR.show("ruby", EDITOR.made(filled(ANSWERS)), TRANSLATOR.say)
    assert "   1. =1 1st: Contract" in shown
    assert "ring (tome):" in shown
    assert "   2. “Take both cards.”" in shown


def test_the_schema_is_that_of_the_table() -> None:
    schema = EDITOR.schema()
    assert set(schema["$defs"]["BoardTable"]["required"]) == {"slots", "tome_slot", "mark_places", "scoring", "lists"}


@pytest.mark.parametrize("name", ["circle", "intro", "key", "holes", "endless", "fine", "round", "unreached"])
def test_no_name_of_a_board_is_a_message(name: str) -> None:
    """Regression: a board of such a name was called by a sentence about boards."""
    for lang in LANGUAGES:
        assert Translator(lang, [DEFINITION.folder]).term(EDITOR.family, name) == name
    assert TRANSLATOR.term(EDITOR.family, "ruby") == "Ruby"
    on = position(read_board(name, GOOD))
    assert f"Board: {name}." in [TRANSLATOR.sentence(one) for one in DEFINITION.words.overview(on)]


# ------------------------------------------------------------------------------ what the rulebook leaves to the boards


@pytest.mark.clause("PEN-CARD-07", "PEN-CARD-08", "PEN-CARD-09", "PEN-INSTR-16")
def test_an_instruction_that_discards_all_cards() -> None:
    on = position(board(["2+: discard, arcana", "fill"]), slots=[1, 2, 0, 1])
    played = turn(on, "red a", "violet c")
    assert played.tags == ["reveal", "line", "all-under", "gains-arcana", "reveal", "line", "gains-arcana"]
    assert played.the(AllUnder).count == 5, "the card itself among them"
    assert [len(stack) for stack in on.slots] == [0, 0, 1, 0]
    assert played.clauses(AllUnder) == ("PEN-CARD-08", "PEN-CARD-09")
    gone = turn(position(board(["discard, to b"], ["arcana"]), turn=0), "red a")
    assert gone.tags == ["reveal", "line", "all-under"], "a card that is gone goes nowhere"


@pytest.mark.clause("PEN-INSTR-03")
@pytest.mark.parametrize(("level", "number"), [(1, 2), (3, 2), (4, 3), (5, 3), (6, 1)])
def test_a_number_of_instructions_that_depends_on_the_level(level: int, number: int) -> None:
    given = filled({**ANSWERS, "levels": "4: 3, Level 6 = 1"})
    entry = EDITOR.made(given)
    assert EDITOR.answers(entry)["levels"] == "4: 3, 6: 1"
    assert EDITOR.made({**given, "levels": EDITOR.answers(entry)["levels"]}) == entry
    made = msgspec.structs.replace(board(), regular=read_board("x", entry).regular)
    assert len(turn(position(made, level=level), *["red a"] * 4).all(Reveal)) == number
    first = position(made, level=level, turn=0)
    assert len(turn(first, *["red a"] * 4).all(Reveal)) == 1, "her first turn is as it is"
    assert "From Level 4 on: 3" in EDITOR.show("x", entry, TRANSLATOR.say)


@pytest.mark.parametrize("levels", ["4", "4: x", "0: 3", "4: 0", "99: 1"])
def test_a_level_that_cannot_be_is_refused(levels: str) -> None:
    with pytest.raises(Refused):
        filled({**ANSWERS, "levels": levels})


@pytest.mark.clause("PEN-SCORE-03", "PEN-SCORE-04")
def test_a_fourth_kind_of_scoring_is_entered_counted_and_told() -> None:
    answers = {**ANSWERS, "scoring": ["other"], "scoring-what": "Pet", "scoring-vp": 2}
    entry = EDITOR.made(filled(answers))
    assert entry["scoring"] == {"per": "other", "vp": 2, "what": "Pet"}
    assert EDITOR.made(filled({**answers, **EDITOR.answers(entry)})) == entry
    assert "Additional VP: 2 for each Pet" in EDITOR.show("x", entry, TRANSLATOR.say)
    on = position(read_board("x", entry))
    field = find_next_field(Counted, on, dict.fromkeys(COUNTED, 0))
    assert field is not None
    assert "“Pet” (2 VP each)" in TRANSLATOR.say(field.question.about, **field.question.params)
    tell(on, Counted(1, 0, 0, 0, 0, extra=3))
    (line,) = [
        line
        for line in DEFINITION.scoring.score(on, settle(DEFINITION.rulings, {})).lines
        if line.what == "extra.other"
    ]
    assert line.points == 6
    with pytest.raises(Refused) as refused:
        tell(position(), Counted(1, 0, 0, 0, 0, extra=3))
    assert refused.value.where == "extra", "other boards count themselves"


@pytest.mark.parametrize("scoring", [{"per": "other", "vp": 2}, {"per": "trial", "vp": 3, "what": "Pet"}])
def test_only_a_scoring_of_its_own_has_words(scoring: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        read_board("x", {**GOOD, "scoring": scoring}, "x")
    assert refused.value.where == "x.scoring.what"


def test_a_pack_with_a_wrong_board_is_refused() -> None:
    entry = EDITOR.made(filled(ANSWERS))
    DEFINITION.content.check_pack(Pack(PRINTED.printed, PRINTED.house, {"board": {"ruby": entry}}))
    entry["lists"]["ring"] = ["first: card"]
    with pytest.raises(Refused) as refused:
        DEFINITION.content.check_pack(Pack(PRINTED.printed, PRINTED.house, {"board": {"ruby": entry}}))
    assert refused.value.where == "board.ruby.lists.ring[0]"
    with pytest.raises(Refused) as refused:
        DEFINITION.content.check_pack(Pack(PRINTED.printed, PRINTED.house, {"dice": {"colours": {"list": []}}}))
    assert refused.value.where == "dice.colours.list"


@given(st.text(max_size=30))
def test_any_text_is_a_line_or_refused(text: str) -> None:
    try:
        entry = read_line(text, SLOTS)
    except Refused:
        return
    assert entry.do
