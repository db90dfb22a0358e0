"""``automarium play``: go on with a game or begin one, then the prompt."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from automarium.box import box
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse, term
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer, Field, Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import NextField, parse
from automarium.interfaces.terminal.arguments import pair
from automarium.interfaces.terminal.commands.records import list_line, record_as_game, store_of
from automarium.interfaces.terminal.game_prompt import Play
from automarium.interfaces.terminal.question_prompt import Prompt
from automarium.interfaces.terminal.screen import Screen
from automarium.sessions.session import Session, new_session, open_session
from automarium.storage.store import Store, StoredGame
from automarium.storage.store_factory import find_game
from automarium.views.game import View
from automarium.views.turn import build_turn, find_turn_to_show


def play(parsed: argparse.Namespace, screen: Screen) -> int:
    """Go on with a game or begin one, then the prompt until the person leaves."""
    prompt = Prompt(screen)
    store = store_of(parsed, screen)
    session = _resumed(parsed, store, screen, prompt)
    if session is None:
        session = _begun(parsed, store, screen, prompt)
    screen.translator = Translator(screen.translator.lang, [session.definition.folder])
    if session.game.position is not None:
        if session.game.inputs:
            screen.board(session.game)
            _last_turn(View(session.game, screen.translator), screen)
        else:
            screen.checklist(View(session.game, screen.translator))
    screen.say("play.hint", "dim")
    Play(session, screen).run()
    return 0


def _last_turn(view: View, screen: Screen) -> None:
    """What her last turn left to do, once more: nobody remembers it after a night."""
    index = find_turn_to_show(view)
    if index is not None:
        shown = build_turn(view, index)
        screen.say("play.last-turn", "bold", what=shown.title)
        screen.lines(shown.lines)


def _resumed(parsed: argparse.Namespace, store: Store, screen: Screen, prompt: Prompt) -> Session | None:
    if parsed.resume is not None:
        return open_session(store, record_as_game(store, parsed.resume, screen))
    wants_new = ("new", "set", "ruling", "seed")
    if any(getattr(parsed, name) not in (None, False, []) for name in wants_new):
        return None
    wanted = parsed.game
    if wanted is not None and wanted not in plugins.names():
        kept = find_game(store, wanted)
        if kept is not None:
            return open_session(store, kept.key)
        plugins.load_definition(wanted)  # says which games there are
    return _chosen([one for one in store.games() if wanted in (None, one.summary.game)], store, screen, prompt)


def _chosen(kept: Sequence[StoredGame], store: Store, screen: Screen, prompt: Prompt) -> Session | None:
    """One of the games in progress by its number, or None for a new one."""
    going = [one for one in kept if not one.summary.over]
    if not going:
        return None
    screen.say("play.going", "bold")
    for one in going:
        list_line(screen, one)
    numbers = {one.number: one for one in going}
    answer = prompt.ask(Pick(about="play.which", options=("new", *numbers), family="going", default=going[0].number))
    return None if answer == "new" else open_session(store, numbers[int(str(answer))].key)


def _begun(parsed: argparse.Namespace, store: Store, screen: Screen, prompt: Prompt) -> Session:
    definition = plugins.load_definition(_game_to_play(parsed, prompt))
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    rulings = rulings_given(parsed.ruling)
    settled = settle(definition.rulings, rulings)
    pack = box.pack_of(definition, store.packs)

    def next_option(given: Mapping[str, object]) -> Field | None:
        return find_missing_field(definition.setup.option_fields(given, settled, pack), given)

    options = _options_given(definition, next_option, parsed.set, screen.translator)
    screen.say("play.new", "bold", game=term("game", definition.name))
    chosen = prompt.fill(next_option, options)
    assert chosen is not None
    return new_session(store, definition, chosen, rulings, parsed.seed)


def _game_to_play(parsed: argparse.Namespace, prompt: Prompt) -> str:
    if parsed.game is not None:
        return str(parsed.game)
    names = plugins.names()
    return (
        names[0] if len(names) == 1 else str(prompt.ask(Pick(about="play.game", options=tuple(names), family="game")))
    )


def _options_given(
    definition: AnyDefinition, next_option: NextField, pairs: Sequence[str], translator: Translator
) -> dict[str, object]:
    """``--set level=3``: the options that are otherwise asked; once one is given the others take their defaults."""
    texts = dict(pair(text, "--set") for text in pairs)
    for name in texts:
        if name not in definition.setup.option_names:
            raise refuse("option.unknown", f"--set {name}", options=list(definition.setup.option_names))
    given: dict[str, object] = {}
    while texts and (field := next_option(given)) is not None:
        text = texts.get(field.name)
        given[field.name] = field.question.default if text is None else _option(field, text, translator)
    for name in texts:
        if name not in given:
            raise refuse("option.unused", f"--set {name}")
    return given


def _option(field: Field, text: str, translator: Translator) -> Answer:
    try:
        return parse(field.question, text, translator, listed=False)
    except Refused as refused:
        raise Refused(refused.message, f"--set {field.name}") from None


def rulings_given(pairs: Sequence[str]) -> dict[str, str]:
    return dict(pair(text, "--ruling") for text in pairs)
