"""``automarium ask``: one decision with only the facts that it needs."""

from __future__ import annotations

import argparse

from automarium import games
from automarium.companion import box, home
from automarium.faces.terminal.begin import rulings_given
from automarium.faces.terminal.prompt import Prompt
from automarium.faces.terminal.records import packs_of
from automarium.faces.terminal.screen import Screen
from automarium.kernel.chance import Chance
from automarium.kernel.ruling import settle
from automarium.kernel.saying import refuse
from automarium.kernel.table import Answer, Pick, Table, Unanswered
from automarium.voice import Voice


def ask(parsed: argparse.Namespace, screen: Screen) -> int:
    """One decision with only the facts that it needs; no game is kept."""
    room = games.room(parsed.game)
    screen.voice = Voice(screen.voice.lang, [room.folder])
    prompt = Prompt(screen)
    name = parsed.ask or str(
        prompt.ask(Pick(about="ask.which", options=tuple(room.asks), family="ask", default=next(iter(room.asks))))
    )
    if name not in room.asks:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(room.asks))
    rulings = settle(room.rulings, rulings_given(parsed.ruling))
    pack = box.pack_of(room, packs_of(parsed))
    answers: list[Answer] = []
    shown = 0
    while True:
        table = Table(Chance(0), rulings, answers)
        try:
            verdict = room.asks[name].gather(table, pack)
        except Unanswered as unanswered:
            shown = _tell_new(screen, table, shown)
            answer = prompt.ask(unanswered.question)
            assert answer is not None
            answers.append(answer)
            continue
        _tell_new(screen, table, shown)
        for said in verdict.said if not table.steps else ():
            screen.sentence(said, "bold")
        screen.narrowings(verdict.traces, room.rulings, rulings)
        return 0


def _tell_new(screen: Screen, table: Table, shown: int) -> int:
    for step in table.steps[shown:]:
        screen.sentence(step.event, "bold")
    return len(table.steps)
