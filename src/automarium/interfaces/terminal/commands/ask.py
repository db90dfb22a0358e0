"""``automarium ask``: one decision from only the facts that it needs."""

from __future__ import annotations

import argparse

from automarium.box import box
from automarium.engine.message import Refused
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands.play import parse_rulings
from automarium.interfaces.terminal.commands.records import open_packs
from automarium.interfaces.terminal.question_prompt import Prompt
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.views.question import PersonDecision


def ask(parsed: argparse.Namespace, screen: Screen) -> int:
    """Ask for the facts of one decision and print it with its reasons. Nothing is stored."""
    definition = plugins.load_definition(parsed.game)
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    prompt = Prompt(screen)
    which = Pick(
        about="ask.which", options=tuple(definition.decisions), family="ask", default=next(iter(definition.decisions))
    )
    name = parsed.ask or str(prompt.ask(which))
    pack = box.pack_of(definition, open_packs(parsed))
    asking = PersonDecision(definition, name, pack, parse_rulings(parsed.ruling))
    while asking.question is not None:
        answer = prompt.ask(asking.question)
        assert answer is not None
        try:
            for step in asking.answer(answer):
                screen.sentence(step.event, "bold")
        except Refused as refused:
            screen.line(screen.translator.sentence(refused.message), "bold red")
    prompt.drop_rest()
    for sentence in asking.sentences(screen.translator):
        screen.line(sentence, "bold")
    for line in asking.reasons(screen.translator):
        screen.line(line, indent=INDENT)
    return 0
