"""Every room has words for everything it says, in every language, with the forms that are used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from automarium.engine.content.clauses import REFERENCE, catalogue_of
from automarium.engine.definition import AnyRoom
from automarium.engine.message import Refused
from automarium.engine.play.event import Event
from automarium.games import plugins
from automarium.i18n.translator import LANGUAGES
from automarium.interfaces.terminal.command_names import COMMANDS
from automarium.views.game import View
from automarium.views.reasons import headline, reason, two_compared
from automarium.views.turn import turn
from tests.contract.kit import StrictVoice, begun, levels, new_game, played, rooms, sources, spoken, view_of

every_room = pytest.mark.parametrize("name", rooms())
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_room
@every_language
def test_everything_that_a_game_shows_has_words(name: str, lang: str) -> None:
    """A whole game at the first and the last level: steps, reasons, hands, questions, commands, undo, board, odds."""
    room = plugins.room(name)
    for level in dict.fromkeys((levels(room)[0], levels(room)[-1])):
        for count, (game, input_) in enumerate(played(room, level)):
            view = view_of(game, lang)
            assert view.stage
            for told in view.steps(game.runs[-1].steps):
                assert told.text
                view.reasons(told.step)
                reason(view, told.step)
                two_compared(view, told.step)
            assert not game.runs[-1].steps or headline(view, turn(view, len(game.runs) - 1))
            view.hands()
            _ = view.question, view.commands(), view.undo, view.redo
            if input_ is not None:
                view.said(input_)
            if game.position is not None and game.question is None and count % 10 == 0:
                room.text(game.position, game.rulings, view.voice.say, 200)
                room.draw(game.position, game.rulings, view.voice.say)
                if not room.is_over(game.position):
                    look_at_odds(view)
                    assert view.coming
        view.score()
        view.setup()
        for said in room.overview(game.position):
            view.voice.sentence(said)


def look_at_odds(view: View) -> None:
    try:
        view.odds()
    except Refused as refused:  # of a deck of the person's own nobody knows the rest
        view.voice.refusal(refused)


@every_room
@every_language
def test_every_command_has_its_words(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for command in room.commands:
        for kind in ("command", "tell", "help"):
            assert voice.say(f"{kind}.{command}")
        assert voice.look_up(f"input.{command}") or any_key(room, lang, f"input.{command}."), command


@every_room
@every_language
def test_no_two_commands_have_the_same_name(name: str, lang: str) -> None:
    room = plugins.room(name)
    words = [StrictVoice(lang, room).say(f"command.{command}") for command in (*COMMANDS, *room.commands)]
    assert len(set(words)) == len(words)
    assert all(" " not in word for word in words)


@every_room
@every_language
def test_every_event_has_its_sentence(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for event in events_of(room):
        tag = str(event.__struct_config__.tag)
        assert voice.look_up(tag) or any_key(room, lang, f"{tag}."), f"{event.__name__}: no message {tag}"


@every_room
@every_language
def test_every_narrowing_and_every_question_that_the_code_names_has_its_words(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for about in named(room, "choose", "about"):
        assert voice.look_up(f"why.about.{about}"), f"why.about.{about}"
    for kind in ("Pick", "Count", "Series", "Several", "Words", "Form"):
        for about in named(room, kind, "about"):
            assert voice.look_up(about), about


@every_room
@every_language
def test_every_message_that_the_room_names_is_its_own_or_common(name: str, lang: str) -> None:
    """Where only the beginning of a key stands in the code (``f"verdict.{winner}"``), some message begins with it."""
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for key, place in spoken(sources(room)):
        assert voice.look_up(key) or any_key(room, lang, f"{key}.") or voice.look_up(f"why.about.{key}"), (
            f"{place}: {key}"
        )
    for beginning, place in begun(sources(room)):
        assert any_key(room, lang, beginning), f"{place}: {beginning}…"


@every_room
@every_language
def test_every_choice_of_a_ruling_and_every_clause_that_is_cited_has_its_words(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for ruling in room.rulings.rulings():
        for choice in ruling.choices:
            assert voice.look_up(f"ruling.{ruling.id}.{choice}"), f"{ruling.id}: {choice}"
    clauses = catalogue_of(room.folder).clauses
    for file in Path(room.folder, "rules").glob("*.py"):  # what they cite is a reason that a person reads
        for cited in CITED.findall(file.read_text("utf-8")):
            assert cited not in clauses or voice.look_up(f"clause.{cited}"), f"{file.name} cites {cited}"


@every_room
@every_language
def test_every_option_of_a_new_game_has_words(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    for level in levels(room):
        game = new_game(room, level)
        for field in room.option_fields(game.options, game.rulings, game.pack):
            assert voice.say(field.question.about, **field.question.params)
            for option in getattr(field.question, "options", ()):
                assert voice.term(field.question.family, option)  # type: ignore[union-attr]


@every_room
def test_every_clause_and_ruling_has_its_text_in_every_language(name: str) -> None:
    room = plugins.room(name)
    catalogue = catalogue_of(room.folder)
    chapters = {chapter.id for chapter in catalogue.chapters}
    for entry in catalogue.entries.values():
        texts = [entry.in_(lang) for lang in LANGUAGES]
        assert all(texts), entry.id
        references = [sorted(REFERENCE.findall(text)) for text in texts]
        assert references[0] == references[1] == references[2], entry.id
        assert all(one in catalogue.entries for one in references[0]), entry.id
        assert entry.chapter in chapters, entry.id


@every_room
def test_the_rulings_of_the_catalogue_are_those_of_the_code(name: str) -> None:
    room = plugins.room(name)
    catalogue = catalogue_of(room.folder)
    for ruling in room.rulings.rulings():
        assert tuple(choice.id for choice in catalogue.rulings[ruling.id].choice) == ruling.choices, ruling.id
        assert set(ruling.clauses) <= set(catalogue.rulings[ruling.id].clauses), ruling.id
    known = {ruling.id for ruling in room.rulings.rulings()}
    assert all(one.kind == "differ" for one in catalogue.rulings.values() if one.id not in known)


# -------------------------------------------------------------------------------------------------------------- looking


def any_key(room: AnyRoom, lang: str, beginning: str) -> bool:
    """Whether the room has a message whose key begins with this."""
    catalogue = StrictVoice(lang, room)._catalogues[0]
    keys = (key[0] if isinstance(key, tuple) else key for key in catalogue._catalog)  # type: ignore[attr-defined]
    return any(key.startswith(beginning) for key in keys)


def events_of(room: AnyRoom) -> Iterator[type[Event]]:
    """All events that the room's modules define, but those that only others are made of."""
    package = room.layout.__module__.rpartition(".")[0]
    for file in sources(room):
        module = import_module(".".join((package, *file.relative_to(room.folder).with_suffix("").parts)))
        for thing in vars(module).values():
            is_event = isinstance(thing, type) and issubclass(thing, Event) and thing.__module__ == module.__name__
            if is_event and not thing.__subclasses__():
                yield thing


def named(room: AnyRoom, function: str, argument: str) -> Iterator[str]:
    """Every text that calls of a function in the room's code give for an argument."""
    for file in sources(room):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == function:
                for keyword in node.keywords:
                    if keyword.arg == argument and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value)


CITED = re.compile(r'"([A-Z]{3}-[A-Z]+-?\d+[a-z]?)"')


@every_room
@every_language
def test_stand_ins_and_the_pace_have_words(name: str, lang: str) -> None:
    room = plugins.room(name)
    voice = StrictVoice(lang, room)
    ours = "automarium" in room.folder and "examples" not in room.folder
    assert len(room.rivals) >= (3 if ours else 1)
    for rival in room.rivals if ours else ():
        assert voice.say(f"rival.{rival}")
    assert not ours or voice.say("pace.mark", number=1)
