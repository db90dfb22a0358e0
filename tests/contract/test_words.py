"""Every game has messages for everything it says, in every language, with the forms that are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from automarium.engine.content.clauses import REFERENCE, load_catalogue
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused
from automarium.engine.play.event import Event
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.languages import load_catalogue as load_messages
from automarium.interfaces.terminal.command_names import COMMANDS
from automarium.views.game import View
from automarium.views.turn import build_turn, compare_two, find_reason, write_headline
from tests.contract.kit import (
    StrictTranslator,
    definitions,
    find_key_prefixes,
    find_message_keys,
    list_levels,
    list_sources,
    make_view,
    new_game,
    play_inputs,
)

every_room = pytest.mark.parametrize("name", definitions())
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_room
@every_language
def test_everything_that_a_game_shows_has_words(name: str, lang: str) -> None:
    """A whole game at the first and the last level: steps, reasons, hands, questions, commands, undo, board, odds."""
    definition = plugins.load_definition(name)
    for level in dict.fromkeys((list_levels(definition)[0], list_levels(definition)[-1])):
        for count, (game, input_) in enumerate(play_inputs(definition, level)):
            view = make_view(game, lang)
            assert view.stage
            for told in view.steps(game.runs[-1].steps):
                assert told.text
                view.reasons(told.step)
                find_reason(view, told.step)
                compare_two(view, told.step)
            assert not game.runs[-1].steps or write_headline(view, build_turn(view, len(game.runs) - 1))
            view.hands()
            _ = view.question, view.commands(), view.undo, view.redo
            if input_ is not None:
                view.describe_input(input_)
            if game.position is not None and game.question is None and count % 10 == 0:
                definition.words.text(game.position, game.rulings, view.translator.say, 200)
                definition.draw(game.position, game.rulings, view.translator.say)
                if not definition.is_over(game.position):
                    look_at_odds(view)
                    assert view.coming
        view.score()
        view.setup()
        for said in definition.words.overview(game.position):
            view.translator.sentence(said)


def look_at_odds(view: View) -> None:
    try:
        view.odds()
    except Refused as refused:  # the rest of the player's own deck is unknown
        view.translator.refusal(refused)


@every_room
@every_language
def test_every_command_has_its_words(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for command in definition.commands:
        for kind in ("command", "tell", "help"):
            assert translator.say(f"{kind}.{command}")
        assert translator.look_up(f"input.{command}") or has_key(definition, lang, f"input.{command}."), command


@every_room
@every_language
def test_no_two_commands_have_the_same_name(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    words = [
        StrictTranslator(lang, definition).say(f"command.{command}") for command in (*COMMANDS, *definition.commands)
    ]
    assert len(set(words)) == len(words)
    assert all(" " not in word for word in words)


@every_room
@every_language
def test_every_event_has_its_sentence(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for event in list_events(definition):
        tag = str(event.__struct_config__.tag)
        assert translator.look_up(tag) or has_key(definition, lang, f"{tag}."), f"{event.__name__}: no message {tag}"


@every_room
@every_language
def test_every_narrowing_and_every_question_that_the_code_names_has_its_words(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for about in find_arguments(definition, "choose", "about"):
        assert translator.look_up(f"why.about.{about}"), f"why.about.{about}"
    for kind in ("Pick", "Count", "Series", "Several", "Words", "Form"):
        for about in find_arguments(definition, kind, "about"):
            assert translator.look_up(about), about


@every_room
@every_language
def test_every_message_that_the_game_names_is_its_own_or_common(name: str, lang: str) -> None:
    """Where only the beginning of a key is in the code (``f"verdict.{winner}"``), some message begins with it."""
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for key, place in find_message_keys(list_sources(definition)):
        assert (
            translator.look_up(key) or has_key(definition, lang, f"{key}.") or translator.look_up(f"why.about.{key}")
        ), f"{place}: {key}"
    for beginning, place in find_key_prefixes(list_sources(definition)):
        assert has_key(definition, lang, beginning), f"{place}: {beginning}…"


@every_room
@every_language
def test_every_choice_of_a_ruling_and_every_clause_that_is_cited_has_its_words(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for ruling in definition.rulings.rulings():
        for choice in ruling.choices:
            assert translator.look_up(f"ruling.{ruling.id}.{choice}"), f"{ruling.id}: {choice}"
    clauses = load_catalogue(definition.folder).clauses
    for file in Path(definition.folder, "rules").glob("*.py"):  # what they cite is shown as a reason
        for cited in CITED.findall(file.read_text("utf-8")):
            assert cited not in clauses or translator.look_up(f"clause.{cited}"), f"{file.name} cites {cited}"


@every_room
@every_language
def test_every_option_of_a_new_game_has_words(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    for level in list_levels(definition):
        game = new_game(definition, level)
        for field in definition.setup.option_fields(game.options, game.rulings, game.pack):
            assert translator.say(field.question.about, **field.question.params)
            for option in getattr(field.question, "options", ()):
                assert translator.term(field.question.family, option)  # type: ignore[union-attr]


@every_room
def test_every_clause_and_ruling_has_its_text_in_every_language(name: str) -> None:
    definition = plugins.load_definition(name)
    catalogue = load_catalogue(definition.folder)
    chapters = {chapter.id for chapter in catalogue.chapters}
    for entry in catalogue.entries.values():
        texts = [entry.text[lang] for lang in LANGUAGES]
        assert all(texts), entry.id
        references = [sorted(REFERENCE.findall(text)) for text in texts]
        assert all(one == references[0] for one in references), entry.id
        assert all(one in catalogue.entries for one in references[0]), entry.id
        assert entry.chapter in chapters, entry.id


@every_room
def test_the_rulings_of_the_catalogue_are_those_of_the_code(name: str) -> None:
    definition = plugins.load_definition(name)
    catalogue = load_catalogue(definition.folder)
    for ruling in definition.rulings.rulings():
        assert tuple(choice.id for choice in catalogue.rulings[ruling.id].choice) == ruling.choices, ruling.id
        assert set(ruling.clauses) <= set(catalogue.rulings[ruling.id].clauses), ruling.id
    known = {ruling.id for ruling in definition.rulings.rulings()}
    assert all(one.kind == "differ" for one in catalogue.rulings.values() if one.id not in known)


# -------------------------------------------------------------------------------------------------------------- looking


def has_key(definition: AnyDefinition, lang: str, beginning: str) -> bool:
    catalogue = load_messages(definition.folder, lang)
    keys = (key[0] if isinstance(key, tuple) else key for key in catalogue._catalog)  # type: ignore[attr-defined]
    return any(key.startswith(beginning) for key in keys)


def list_events(definition: AnyDefinition) -> Iterator[type[Event]]:
    package = definition.table.layout.__module__.rpartition(".")[0]
    for file in list_sources(definition):
        module = import_module(".".join((package, *file.relative_to(definition.folder).with_suffix("").parts)))
        for thing in vars(module).values():
            is_event = isinstance(thing, type) and issubclass(thing, Event) and thing.__module__ == module.__name__
            if is_event and not thing.__subclasses__():
                yield thing


def find_arguments(definition: AnyDefinition, function: str, argument: str) -> Iterator[str]:
    """Return every text that calls of a function in the game's code pass for an argument."""
    for file in list_sources(definition):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == function:
                for keyword in node.keywords:
                    if keyword.arg == argument and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value)


CITED = re.compile(r'"([A-Z]{3}-[A-Z]+-?\d+[a-z]?)"')


@every_room
@every_language
def test_stand_ins_and_the_pace_have_words(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    translator = StrictTranslator(lang, definition)
    ours = "automarium" in definition.folder and "examples" not in definition.folder
    assert len(definition.lab.rivals) >= (3 if ours else 1)
    for rival in definition.lab.rivals if ours else ():
        assert translator.say(f"rival.{rival}")
    assert not ours or translator.say("pace.mark", number=1)
