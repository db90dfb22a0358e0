"""Everything that Golem can say has its words in three languages, and nothing shows a name of the code."""

from __future__ import annotations

import re
from typing import Any

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import find_missing_field
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Step
from automarium.engine.question import AnyQuestion, Pick, Several
from automarium.games.golem.commands import Next
from automarium.games.golem.corrections import UPGRADE_IDS, WHAT, Adjust
from automarium.games.golem.effects import PLAIN_VOCABULARY, VOCABULARY, parse_effect
from automarium.games.golem.events import GolemMoves, Neighbourhood
from automarium.games.golem.fact_questions import QUESTIONS, build_question
from automarium.games.golem.odds import compute_odds
from automarium.games.golem.position import PRINTED, Position
from automarium.games.golem.rules.effects import DEEDS
from automarium.i18n.explanation import explain
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.golem.kit import DEFINITION, new_desk, position
from tests.proof import scale

DEFAULTS = settle(DEFINITION.rulings, {})
FIELDS_OF_EFFECTS = {
    "effects", "income", "better", "reward", "immediate", "left", "right", *(f"benefit_{n}" for n in range(1, 5)),
}  # fmt: skip


class Strict(Translator):
    """A voice for which a missing message is a fault at once."""

    def say(self, key: str, /, **params: Any) -> str:
        said = super().say(key, **params)
        count = params.get("count")
        assert self.look_up(key, count if isinstance(count, int) else None), f"{self.lang}: no message {key}"
        return said


def translator(lang: str) -> Strict:
    return Strict(lang, [DEFINITION.folder])


def has_words(text: str, lang: str) -> None:
    """No id of the code in a sentence: in Cyrillic no Latin word at all, in English nothing like ``gain-2``."""
    bare = re.sub(r"GOL-[A-Z]+-?\d+|[“«].*?[”»]", "", text)
    if lang == "en":
        assert not re.search(r"\b[a-z]+-\d|-per-|_", bare), text
    else:
        assert not re.search(r"[a-z]{2,}", bare), text


def words_of_packs() -> set[str]:
    found: set[str] = set()
    for layer in (PRINTED.printed, PRINTED.house):
        for section, entries in layer.items():
            for fields in entries.values() if isinstance(entries, dict) and section != "character_pairs" else ():
                for name, value in fields.items() if isinstance(fields, dict) else ():
                    if name in FIELDS_OF_EFFECTS and isinstance(value, list):
                        found |= set(value)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_effect_has_its_name(lang: str) -> None:
    names = {word: translator(lang).look_up(f"effect.{word}") for word in VOCABULARY}
    assert [word for word, name in names.items() if not name] == []
    assert len(set(names.values())) == len(names), "two effects with the same name could not be told apart"
    for name in names.values():
        has_words(name, lang)


def test_the_packs_speak_the_vocabulary_and_every_deed_is_there() -> None:
    words = words_of_packs()
    assert len(words) > 30
    assert words <= set(VOCABULARY)
    for word in VOCABULARY:
        assert parse_effect(word).kind in DEEDS, word
    assert set(PLAIN_VOCABULARY) < set(VOCABULARY)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_can_be_asked_for_in_words(lang: str) -> None:
    """Each hole of the printed pack has a question whose wording and options are words."""
    speaking = translator(lang)
    asked = set()
    for path in PRINTED.holes():
        section, _, field = path.split(".")
        assert (section, field) in QUESTIONS, path
        if (section, field) in asked:
            continue
        asked.add((section, field))
        about = build_question(path)
        has_words(speaking.say(about.about, **about.params), lang)
        options_have_words(about, speaking)
    assert len(asked) > 30


def test_a_section_is_asked_about_as_the_board_names_it() -> None:
    """Regression: "section 8" beside a picture that says VIII."""
    about = build_question("toll.8.knowledge")
    assert translator("en").say(about.about, **about.params) == "How much knowledge does a step into section VIII cost?"


def options_have_words(about: AnyQuestion, speaking: Translator) -> None:
    if isinstance(about, (Pick, Several)) and about.family:
        for option in about.options:
            assert speaking.look_up(f"{about.family}.{option}"), f"{speaking.lang}: {about.family}.{option}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_and_corrections_are_asked_in_words(lang: str) -> None:
    speaking = translator(lang)
    given: dict[str, Any] = {}
    while (field := find_missing_field(DEFINITION.setup.option_fields(given, DEFAULTS, PRINTED), given)) is not None:
        options_have_words(field.question, speaking)
        given[field.name] = field.question.default
    table = position("red 4 lying", "blue 2")
    for what in WHAT:
        for field in Adjust.fields(table, {"what": what}):
            has_words(speaking.say(field.question.about, **field.question.params), lang)
            if field.question.about != "ask.adjust.to" or what not in ("golem",):
                options_have_words(field.question, speaking)
    for ids in UPGRADE_IDS.values():
        for id_ in ids:
            assert speaking.look_up(f"upgrade.{id_}"), id_


class Hearing:
    """A table's stand-in that puts every question into words before the rival answers it."""

    def __init__(self, chance: Chance, speaking: list[Strict]) -> None:
        self.rival = DEFINITION.lab.rival(PRINTED, chance)
        self.speaking = speaking

    def answer(self, about: AnyQuestion) -> Any:
        for one in self.speaking:
            has_words(one.say(about.about, **about.params), one.lang)
            options_have_words(about, one)
        return self.rival.answer(about)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_games_are_told_and_explained_in_words(lang: str) -> None:
    """Questions, what happens, the cards, why, odds, the board, the score: of games of all kinds."""
    speaking = translator(lang)
    said: set[str] = set()
    for seed in range(scale(4, 8)):
        chance = Chance(seed)
        table = Table(chance, stand_in=Hearing(chance, [speaking]).answer)
        own = {"board": "printed", "cards": "printed"} if seed % 4 == 3 else {}
        desk = new_desk({"level": seed % 4 + 1, **own}, table)
        end = desk.position
        for saying, _ in DEFINITION.setup.checklist(end, DEFAULTS):
            has_words(speaking.sentence(saying), lang)
        while not end.over:
            Next().carry_out(desk)
            if not own:
                tell_table(end, speaking)
        for step in table.steps:
            tell_step(step, speaking)
            said.add(str(step.event.__struct_config__.tag))
        for line in DEFINITION.scoring.score(end, DEFAULTS).lines:
            has_words(speaking.say(f"score.{line.what}"), lang)
    assert len(said) > 35, "most of what can happen has happened"


def tell_step(step: Step, speaking: Strict) -> None:
    has_words(speaking.sentence(step.event), speaking.lang)
    for detail in DEFINITION.words.details(step.event, PRINTED):
        has_words(speaking.sentence(detail), speaking.lang)
    for line in explain(step, DEFINITION.rulings.rulings(), DEFAULTS.chosen(), speaking):
        has_words(line, speaking.lang)
    for clause in step.clauses:
        assert clause in DEFAULTS.chosen() or speaking.look_up(f"clause.{clause}"), f"{clause} without words"


def tell_table(table: Position, speaking: Strict) -> None:
    for saying in DEFINITION.words.overview(table):
        has_words(speaking.sentence(saying), speaking.lang)
    for line in DEFINITION.words.text(table, DEFAULTS, speaking.say, 80):
        has_words(line, speaking.lang)
    for tally in compute_odds(table, PRINTED, DEFAULTS).tallies:
        event = tally.outcome[0]
        key = f"short.{event.key()}"
        text = speaking.say(key, **event.params()) if speaking.look_up(key) else speaking.sentence(event)
        has_words(text, speaking.lang)


def test_only_a_golem_that_lay_is_said_to_rise() -> None:
    """Regression: every step was told with "and stands", also that of a golem which had stood already."""
    translator = Strict("en", [DEFINITION.folder])
    for to, lay in ((2, False), (2, True), (4, False), (4, True)):
        said = translator.say(GolemMoves("red", 3, to, lay).key(), district="red", **{"from": "III", "to": "IV"})
        assert ("stands up" in said, "back" in said) == (lay, to == 2)


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_the_price_of_a_tile_is_told_from_what_it_buys(lang: str) -> None:
    """Regression: "pay 1, 1 gold ingot" read as if both were paid."""
    event, words = Neighbourhood("yellow", 3, 3, ("pay-1", "gold-1", "gain-3")), translator(lang)
    price, bought = words.say("effect.pay-1"), ", ".join(words.say(f"effect.{one}") for one in event.effects[1:])
    said = words.say(event.key(), **event.params())
    assert f"{price}, {bought}" not in said
    assert (price in said, bought in said) == (True, True)


@pytest.mark.parametrize(
    ("stage", "place", "played", "goes_on"),
    [
        ("round", 1, 0, True),
        ("turns", 1, 0, True),
        ("turns", 2, 0, False),
        ("turns", None, 0, False),
        ("turns", 1, 1, False),
        ("evening", 1, 3, False),
        ("evening", 2, 3, True),
        ("evening", None, 3, False),
    ],
)
def test_who_begins_a_round_and_who_ends_it(stage: str, place: int | None, played: int, goes_on: bool) -> None:
    """Regression: after the morning the button said "Done, my turn", though she was the first."""
    here = position(stage=stage, order_place=place, types=["marble"] * played)
    assert ((DEFINITION.status(here).does or {}).get("do") == "next") is goes_on
