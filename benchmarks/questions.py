"""``python -m benchmarks.questions``: how much work she is. Questions, taps and lines of hands a turn of hers, over
whole games with the stand-ins, for every game, level and deck; exit code 1 if a budget is missed.

A screen with one "Done" is one question; what is asked about printed components ("My box") is counted apart. A tap is a
thing that is named: what stays as it is filled in costs none. Lines are those that a face shows. A turn is a press of
the one button that goes on (in Golem morning and evening too); what the person's own moves ask is counted with them. A
room's stand-in ``table`` keeps a table of its own; where there is none the first one answers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from automarium import games
from automarium.companion.box import checked_pack, holes_of
from automarium.companion.protocol import filled_options
from automarium.companion.turn import turn
from automarium.companion.view import View
from automarium.kernel.chance import Chance
from automarium.kernel.command import NEXT, Respond
from automarium.kernel.game import Game
from automarium.kernel.room import AnyRoom
from automarium.kernel.ruling import settle
from automarium.kernel.table import Answer, AnyQuestion, Form, Pick
from automarium.voice import Voice

KEEPER = "table"
MANY = 4  # questions in a turn: 99 of 100 turns have no more
DECK = "deck"

# Questions a turn on average, by the deck: the app's or the person's own.
BUDGETS = {
    "expeditions": {"app": 1.0, "mine": 2.0},
    "scythe": {"app": 1.0, "mine": 2.0},
    "golem": {"app": 2.0, "mine": 2.0},
    "penumbra": {"app": 3.0, "mine": 3.0},
}


@dataclass
class Work:
    """What some games asked of a person; of ``lines`` and ``asked`` an entry a turn."""

    asked: list[int] = field(default_factory=list)
    taps: int = 0
    holes: int = 0
    lines: list[int] = field(default_factory=list)
    beside: int = 0  # questions of the person's own moves

    @property
    def questions(self) -> float:
        return (sum(self.asked) + self.beside) / len(self.asked)

    @property
    def few(self) -> float:
        """The part of the turns with no more than ``MANY`` questions."""
        return sum(1 for count in self.asked if count <= MANY) / len(self.asked)


def ways(room: AnyRoom) -> Iterator[dict[str, Any]]:
    """Every level with every deck, as options."""
    pack, rulings = checked_pack(room, {}), settle(room.rulings, {})
    (level,) = [one for one in room.option_fields({}, rulings, pack) if one.name == "level"]
    assert isinstance(level.question, Pick)
    for option in level.question.options:
        for deck in ("app", "mine"):
            yield filled_options(room, {"level": option, DECK: deck}, rulings, pack)


def play(room: AnyRoom, options: dict[str, Any], seed: int, work: Work) -> None:
    """A whole game, counted."""
    pack = checked_pack(room, {})
    game = Game(room, dict(options), {}, seed, pack)
    rival = (room.rivals.get(KEEPER) or room.rival)(pack, Chance(seed + 1))
    view = View(game, Voice("en", [room.folder]))
    while game.question is not None:  # of the set-up
        game.put(Respond(rival.answer(game.question)))
    while not room.is_over(game.position):
        for input_ in rival.turn(lambda: game.position):
            game.put(input_)
            count = 0
            while (question := game.question) is not None:
                answer = rival.answer(question)
                work.taps += taps(question, answer)
                is_hole = bool(holes_of(question))
                work.holes += is_hole
                count += not is_hole
                game.put(Respond(answer))
            if input_.name() == NEXT:
                work.asked.append(count)
                work.lines.append(len(turn(view, len(game.runs) - 1).lines))
            else:
                work.beside += count
            if room.is_over(game.position):
                break


def taps(question: AnyQuestion, answer: Answer) -> int:
    """What has to be named: of a list every thing, of a form what is not filled in already."""
    if isinstance(question, Form) and isinstance(answer, dict):
        given = {one.name: one.question for one in question.fields}
        return sum(taps(given[name], value) for name, value in answer.items())
    if answer == question.default:
        return 0
    return len(answer) if isinstance(answer, list) else 1


def measure(room: AnyRoom, options: dict[str, Any], count: int) -> Work:
    work = Work()
    for seed in range(count):
        play(room, options, seed, work)
    return work


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.questions", description="Questions, taps and lines a turn."
    )
    parser.add_argument("--games", type=int, default=20, help="whole games a line (20)")
    parser.add_argument("--room", choices=sorted(BUDGETS), help="one game alone")
    parsed = parser.parse_args()
    print(f"{'':<34}{'questions':>10}{'≤ 4':>7}{'worst':>7}{'taps':>7}{'lines':>7}{'most':>6}{'holes':>7}{'budget':>8}")
    missed = False
    for name in [parsed.room] if parsed.room else sorted(BUDGETS):
        room = games.room(name)
        for options in ways(room):
            work = measure(room, options, parsed.games)
            budget = BUDGETS[name][options[DECK]]
            over = work.questions > budget or work.few < 0.99
            missed = missed or over
            turns = len(work.asked)
            print(
                f"{name + ' ' + str(options['level']) + ', deck ' + options[DECK]:<34}{work.questions:>10.2f}"
                f"{work.few:>7.1%}{max(work.asked):>7}{work.taps / turns:>7.1f}{sum(work.lines) / turns:>7.1f}"
                f"{max(work.lines):>6}{work.holes / parsed.games:>7.1f}{budget:>8g}{'  MISSED' if over else ''}"
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
