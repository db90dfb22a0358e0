"""``python -m benchmarks.questions``: questions, taps and lines of hands per Automa turn in whole games against rivals,
for every game, level and deck, and the first games of an owner with an empty box; exit code 1 if a budget is missed.

A screen with one "Done" is one question; questions about printed components ("My box") are counted apart. A tap is a
value that is entered; prefilled values cost none. Both are averages over the Automa's turns, including what is asked
between them. Consecutive questions, lines, and lines shown at once (``screen``: what was done before a question is
folded into one) are counted for each press of "next". The rival ``table`` of a game keeps track of the table; where
there is none the first rival plays. ``--worst`` lists the longest sequences.

A first game of an owner: nothing is known of the printed components, and everything that a screen offers is entered,
with the house values as what is printed; then the same games if the owner enters only what must be entered. A screen
for an Automa card is counted apart; a printed fact that is entered on a screen which comes in any case adds none.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from automarium.box.box import checked_pack, find_holes
from automarium.engine.content.component import is_thing_form
from automarium.engine.content.pack import Pack, fact_at
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Respond
from automarium.engine.question import UNKNOWN, Answer, AnyQuestion, Form, Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.turn import build_turn

KEEPER = "table"
MOST_LINES = 12  # shown at once
MANY = 4  # questions that 99 of 100 turns do not exceed
DECK = "deck"

# Average questions per turn, by deck: the app's or the player's own.
BUDGETS = {
    "expeditions": {"app": 1.0, "mine": 2.0},
    "scythe": {"app": 1.0, "mine": 2.0},
    "golem": {"app": 2.0, "mine": 2.0},
    "penumbra": {"app": 3.0, "mine": 3.0},
}


# A first game of an owner with an empty box, by game: the most taps for a card, screens for everything else that is
# printed, and such screens in one turn.
FIRST_GAME_BUDGETS = {"golem": (25, 10, 1)}


@dataclass
class FirstGame:
    """The screens for printed components in a first game of an owner: the taps of each card (with "Done"), and the
    number of other screens for each press of "next"."""

    card_taps: list[int] = field(default_factory=list)
    screens: list[int] = field(default_factory=list)

    def is_within(self, budget: tuple[int, int, int]) -> bool:
        taps, screens, at_once = budget
        return max(self.card_taps) <= taps and sum(self.screens) <= screens and max(self.screens) <= at_once


@dataclass
class WorkCount:
    """What games asked of a player; ``lines``, ``at_once`` and ``asked`` have an entry for each press of "next"."""

    turns: int = 0  # of the Automa
    asked: list[int] = field(default_factory=list)
    worst: Counter[tuple[str, ...]] = field(default_factory=Counter)  # sequences of at least ``MANY`` questions
    taps: int = 0
    holes: int = 0
    lines: list[int] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)  # lines shown together
    beside: int = 0  # questions about the player's own moves

    @property
    def questions(self) -> float:
        return (sum(self.asked) + self.beside) / self.turns

    @property
    def few(self) -> float:
        """The share of presses with at most ``MANY`` questions."""
        return sum(1 for count in self.asked if count <= MANY) / len(self.asked)


def list_options(definition: AnyDefinition) -> Iterator[dict[str, Any]]:
    """Yield the options of every level with every deck."""
    pack, rulings = checked_pack(definition, {}), settle(definition.rulings, {})
    (level,) = [one for one in definition.setup.option_fields({}, rulings, pack) if one.name == "level"]
    assert isinstance(level.question, Pick)
    for option in level.question.options:
        for deck in ("app", "mine"):
            yield fill_options(definition, {"level": option, DECK: deck}, rulings, pack)


def play(definition: AnyDefinition, options: dict[str, Any], seed: int, work: WorkCount) -> None:
    """Play a whole game and count."""
    pack = checked_pack(definition, {})
    game = Playthrough(definition, dict(options), {}, seed, pack)
    rival = (definition.lab.rivals.get(KEEPER) or definition.lab.rival)(pack, Chance(seed + 1))
    view = View(game, Translator("en", [definition.folder]))
    while game.question is not None:  # set-up
        game.put(Respond(rival.answer(game.question)))
    while not definition.is_over(game.position):
        for input_ in rival.turn(lambda: game.position):
            game.put(input_)
            asked: list[str] = []
            while (question := game.question) is not None:
                answer = rival.answer(question)
                work.taps += count_taps(question, answer)
                if find_holes(question):
                    work.holes += 1
                else:
                    asked.append(name_question(question))
                game.put(Respond(answer))
            if input_.name() == NEXT:
                work.asked.append(len(asked))
                shown = build_turn(view, len(game.runs) - 1)
                work.lines.append(len(shown.lines))
                work.at_once.append(shown.at_once)
                if len(asked) >= MANY:
                    work.worst[tuple(asked)] += 1
            else:
                work.beside += len(asked)
            if definition.is_over(game.position):
                break
    work.turns += definition.status(game.position).turn


def play_first_game(definition: AnyDefinition, level: Answer, seed: int, *, brief: bool = False) -> FirstGame:
    """Play a whole game with own components and an empty box, and count the screens for what is printed."""
    pack = checked_pack(definition, {})
    options = fill_options(definition, {"own": "mine", "level": level}, settle(definition.rulings, {}), pack)
    game = Playthrough(definition, options, {}, seed, pack)
    rival = definition.lab.rivals[KEEPER](pack, Chance(seed + 1))
    counted = FirstGame()

    def answer_all() -> int:
        screens = 0
        while (question := game.question) is not None:
            told = rival.answer(question)
            if find_holes(question):
                told = read_print(question, told, pack, brief=brief)
            if is_thing_form(question) and _is_card(question):
                counted.card_taps.append(count_taps(question, told) + 1)
            else:
                screens += is_thing_form(question)
            game.put(Respond(told))
        return screens

    counted.screens.append(answer_all())
    while not definition.is_over(game.position):
        for input_ in rival.turn(lambda: game.position):
            game.put(input_)
            counted.screens.append(answer_all())
            if definition.is_over(game.position):
                break
    return counted


def _is_card(question: AnyQuestion) -> bool:
    return all(path.startswith("card.") for path in find_holes(question))


def read_print(question: AnyQuestion, answer: Answer, pack: Pack, *, brief: bool = False) -> Answer:
    """Return an answer in which the printed facts are those of the house. ``brief``: without those that may stay
    unknown."""
    if not isinstance(question, Form) or not isinstance(answer, dict):
        return answer
    read: dict[str, Any] = {}
    for one in question.fields:
        path = None if one.question.hole is None else one.question.hole.format_map(answer)
        value = None if path is None else fact_at(pack.house, path)
        if path is None:
            read[one.name] = answer[one.name] if not is_thing_form(question) else one.question.default
        elif not one.is_asked(read):
            continue
        elif value not in (None, UNKNOWN) and not (brief and one.question.default == UNKNOWN):
            read[one.name] = value
        else:
            read[one.name] = one.question.default
    return read


def name_question(question: AnyQuestion) -> str:
    """Return what a question is about, with the fields of a form."""
    if isinstance(question, Form):
        return f"{question.about}({', '.join(one.name for one in question.fields)})"
    return question.about


def count_taps(question: AnyQuestion, answer: Answer) -> int:
    """Return how many values must be entered: each item of a list, each field that is not prefilled."""
    if isinstance(question, Form) and isinstance(answer, dict):
        given = {one.name: one.question for one in question.fields}
        return sum(count_taps(given[name], value) for name, value in answer.items())
    if answer == question.default:
        return 0
    return len(answer) if isinstance(answer, list) else 1


def measure(definition: AnyDefinition, options: dict[str, Any], count: int) -> WorkCount:
    work = WorkCount()
    for seed in range(count):
        play(definition, options, seed, work)
    return work


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.questions", description="Questions, taps and lines per turn."
    )
    parser.add_argument("--games", type=int, default=20, help="whole games per line (20)")
    parser.add_argument("--game", choices=sorted(BUDGETS), help="one game alone")
    parser.add_argument("--worst", type=int, default=0, help="how many of the longest to list")
    parsed = parser.parse_args()
    print(
        f"{'':<34}{'questions':>10}{'≤ 4':>7}{'worst':>7}{'taps':>7}"
        f"{'lines':>7}{'most':>6}{'screen':>8}{'holes':>7}{'budget':>8}"
    )
    missed = False
    for name in [parsed.game] if parsed.game else sorted(BUDGETS):
        definition = plugins.load_definition(name)
        for options in list_options(definition):
            work = measure(definition, options, parsed.games)
            budget = BUDGETS[name][options[DECK]]
            over = work.questions > budget or work.few < 0.99 or max(work.at_once) > MOST_LINES
            missed = missed or over
            tapped, lines = work.taps / work.turns, sum(work.lines) / len(work.lines)
            print(
                f"{name + ' ' + str(options['level']) + ', deck ' + options[DECK]:<34}{work.questions:>10.2f}"
                f"{work.few:>7.1%}{max(work.asked):>7}{tapped:>7.1f}{lines:>7.1f}"
                f"{max(work.lines):>6}{max(work.at_once):>8}{work.holes / parsed.games:>7.1f}{budget:>8g}"
                f"{'  MISSED' if over else ''}"
            )
            for asked, times in sorted(work.worst.items(), key=lambda one: (-len(one[0]), -one[1]))[: parsed.worst]:
                print(f"    {times} × {' → '.join(asked)}")
    for name, first_budget in FIRST_GAME_BUDGETS.items():
        if parsed.game in (None, name):
            for brief in (False, True):
                missed = _print_first_games(name, first_budget, parsed.games, brief=brief) or missed
    return 1 if missed else 0


def _print_first_games(name: str, budget: tuple[int, int, int], count: int, *, brief: bool) -> bool:
    """Print the first games of an owner and return whether the budget is missed."""
    definition = plugins.load_definition(name)
    games = [play_first_game(definition, seed % 4 + 1, seed, brief=brief) for seed in range(count)]
    taps, screens = max(max(one.card_taps) for one in games), [sum(one.screens) for one in games]
    over = not all(one.is_within(budget) for one in games)
    how = "only what must be entered" if brief else "everything"
    print(
        f"{name}, first game of an owner who enters {how}: "
        f"{max(len(one.card_taps) for one in games)} cards at most {taps} taps each, "
        f"{sum(screens) / len(screens):.1f} other screens a game, at most {max(screens)}, "
        f"at most {max(max(one.screens) for one in games)} in a turn; budget {budget}{'  MISSED' if over else ''}"
    )
    return over


if __name__ == "__main__":
    sys.exit(main())
