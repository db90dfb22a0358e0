"""``automarium play``: continue a game or start one, then show the prompt."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from automarium.box import box
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.component import put_own_first
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse, term
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer, Field, Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import NextField, parse_answer
from automarium.interfaces.terminal.arguments import parse_pair
from automarium.interfaces.terminal.commands.records import find_or_import, open_store, print_game
from automarium.interfaces.terminal.game_prompt import GamePrompt
from automarium.interfaces.terminal.question_prompt import Prompt
from automarium.interfaces.terminal.screen import Screen
from automarium.sessions.session import Session, new_session, open_session
from automarium.storage.store import Store, StoredGame
from automarium.storage.store_factory import find_game
from automarium.views.game import View
from automarium.views.turn import build_turn, find_turn_to_show


def play(parsed: argparse.Namespace, screen: Screen) -> int:
    """Continue a game or start one, then run the prompt until the player quits."""
    prompt = Prompt(screen)
    store = open_store(parsed, screen)
    session = _resume(parsed, store, screen, prompt)
    if session is None:
        session = _begin(parsed, store, screen, prompt)
    screen.translator = Translator(screen.translator.lang, [session.definition.folder])
    if session.game.position is not None:
        if session.game.inputs:
            screen.board(session.game)
            _show_last_turn(View(session.game, screen.translator), screen)
        else:
            screen.checklist(View(session.game, screen.translator))
    screen.say("play.hint", "dim")
    GamePrompt(session, screen).run()
    return 0


def _show_last_turn(view: View, screen: Screen) -> None:
    index = find_turn_to_show(view)
    if index is not None:
        shown = build_turn(view, index)
        screen.say("play.last-turn", "bold", what=shown.title)
        screen.lines(shown.lines)


def _resume(parsed: argparse.Namespace, store: Store, screen: Screen, prompt: Prompt) -> Session | None:
    if parsed.resume is not None:
        return open_session(store, find_or_import(store, parsed.resume, screen))
    wants_new = ("new", "set", "level", "ruling", "edition", "seed")
    if any(getattr(parsed, name) not in (None, False, []) for name in wants_new):
        return None
    wanted = parsed.game
    if wanted is not None and wanted not in plugins.names():
        kept = find_game(store, wanted)
        if kept is not None:
            return open_session(store, kept.key)
        plugins.load_definition(wanted)  # raises Refused with the names of the games
    return _choose_session([one for one in store.games() if wanted in (None, one.summary.game)], store, screen, prompt)


def _choose_session(kept: Sequence[StoredGame], store: Store, screen: Screen, prompt: Prompt) -> Session | None:
    """Ask for one of the games in progress. Return None for a new game."""
    going = [one for one in kept if not one.summary.over]
    if not going:
        return None
    screen.say("play.going", "bold")
    for one in going:
        print_game(screen, one)
    numbers = {one.number: one for one in going}
    answer = prompt.ask(Pick(about="play.which", options=("new", *numbers), family="going", default=going[0].number))
    return None if answer == "new" else open_session(store, numbers[int(str(answer))].key)


def _begin(parsed: argparse.Namespace, store: Store, screen: Screen, prompt: Prompt) -> Session:
    definition = plugins.load_definition(_choose_game(parsed, prompt))
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    editions = load_catalogue(definition.folder)
    rulings = {} if parsed.edition is None else editions.get_edition(parsed.edition, "--edition").rulings
    rulings = {**rulings, **parse_rulings(parsed.ruling)}
    settled = settle(definition.rulings, rulings)
    pack = box.pack_of(definition, store.packs)

    def next_option(given: Mapping[str, object]) -> Field | None:
        return find_missing_field(definition.setup.option_fields(given, settled, pack), given)

    level = [] if parsed.level is None else [f"level={parsed.level}"]
    options = _parse_options(definition, next_option, [*parsed.set, *level], screen.translator)
    screen.say("play.new", "bold", game=term("game", definition.name))
    if parsed.edition is None and (note := editions.note_for(screen.translator.lang)) is not None:
        screen.say("play.edition", note=note, editions=", ".join(editions.editions))
    last = next((one.summary for one in store.games() if one.summary.game == definition.name), None)
    owns = bool(pack.own) or (last is not None and last.options.get("own") == "mine")

    def next_asked(given: Mapping[str, object]) -> Field | None:
        field = next_option(given)
        return put_own_first(field) if owns and field is not None else field

    chosen = prompt.fill_fields(next_asked, options)
    assert chosen is not None
    return new_session(store, definition, chosen, rulings, parsed.seed)


def _choose_game(parsed: argparse.Namespace, prompt: Prompt) -> str:
    if parsed.game is not None:
        return str(parsed.game)
    names = plugins.names()
    return (
        names[0] if len(names) == 1 else str(prompt.ask(Pick(about="play.game", options=tuple(names), family="game")))
    )


def _parse_options(
    definition: AnyDefinition, next_option: NextField, pairs: Sequence[str], translator: Translator
) -> dict[str, object]:
    """Parse ``--set level=3``: options that are otherwise asked. Once one is given the others take their defaults."""
    texts = dict(parse_pair(text, "--set") for text in pairs)
    for name in texts:
        if name not in definition.setup.option_names:
            raise refuse("option.unknown", f"--set {name}", options=list(definition.setup.option_names))
    given: dict[str, object] = {}
    while texts and (field := next_option(given)) is not None:
        text = texts.get(field.name)
        given[field.name] = field.question.default if text is None else _parse_option(field, text, translator)
    for name in texts:
        if name not in given:
            raise refuse("option.unused", f"--set {name}")
    return given


def _parse_option(field: Field, text: str, translator: Translator) -> Answer:
    try:
        return parse_answer(field.question, text, translator, listed=False)
    except Refused as refused:
        raise Refused(refused.message, f"--set {field.name}") from None


def parse_rulings(pairs: Sequence[str]) -> dict[str, str]:
    return dict(parse_pair(text, "--ruling") for text in pairs)
