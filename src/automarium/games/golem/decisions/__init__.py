"""The sixteen decisions that can be asked alone: facts in, one decision out.

A program gives all facts; a person is asked for what the decision looks at, on one screen wherever that is possible.
"""

from __future__ import annotations

from automarium.engine.play.decision import Ask, Asks, one_form
from automarium.games.golem.decisions import books, golems, points, turn, upgrades
from automarium.games.golem.decisions.shared import GolemsFacts

ASKS: Asks = {
    "turn-type": Ask(turn.TurnTypeFacts, turn.turn_type, turn.ask_turn_type),
    "marble": Ask(turn.MarbleFacts, turn.marble, turn.ask_marble),
    "rabbi": Ask(turn.RabbiFacts, turn.rabbi, turn.ask_rabbi),
    "step": Ask(golems.StepFacts, golems.step, golems.ask_step),
    "work": Ask(golems.WorkFacts, golems.work, golems.ask_work),
    "create": Ask(GolemsFacts, golems.create, golems.ask_create),
    "kill": Ask(GolemsFacts, golems.kill, golems.ask_kill),
    "student": Ask(golems.StudentFacts, golems.student, golems.ask_student),
    "book": Ask(books.BookFacts, books.book, books.ask_book),
    "mirror": Ask(GolemsFacts, turn.mirror, turn.ask_mirror),
    "upgrade-type": Ask(upgrades.UpgradeTypeFacts, upgrades.upgrade_type, upgrades.ask_upgrade_type),
    "upgrade": Ask(upgrades.UPGRADE_FACTS, upgrades.upgrade, upgrades.ask_upgrade),
    "slash": Ask(books.SlashFacts, books.slash, books.ask_slash),
    "character": Ask(points.CharacterFacts, points.character, points.ask_character),
    "pay": Ask(points.PayFacts, points.pay, one_form(points.PayFacts, "ask.pay")),
    "score": Ask(points.ScoreFacts, points.score, points.ask_score),
}
