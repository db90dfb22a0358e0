"""The sixteen decisions that can be asked alone. A program gives all facts; a person is asked only for what the
decision looks at, on one screen where possible."""

from __future__ import annotations

from automarium.engine.play.decision import Decision, Decisions, make_form
from automarium.games.golem.decisions import books, golems, turn, upgrades
from automarium.games.golem.decisions.shared import GolemsFacts

ASKS: Decisions = {
    "turn-type": Decision(turn.TurnTypeFacts, turn.turn_type, turn.ask_turn_type),
    "marble": Decision(turn.MarbleFacts, turn.marble, turn.ask_marble),
    "rabbi": Decision(turn.RabbiFacts, turn.rabbi, turn.ask_rabbi),
    "step": Decision(golems.StepFacts, golems.step, golems.ask_step),
    "work": Decision(golems.WorkFacts, golems.work, golems.ask_work),
    "create": Decision(GolemsFacts, golems.create, golems.ask_create),
    "kill": Decision(GolemsFacts, golems.kill, golems.ask_kill),
    "student": Decision(golems.StudentFacts, golems.student, golems.ask_student),
    "book": Decision(books.BookFacts, books.book, books.ask_book),
    "mirror": Decision(GolemsFacts, turn.mirror, turn.ask_mirror),
    "upgrade-type": Decision(upgrades.UpgradeTypeFacts, upgrades.upgrade_type, upgrades.ask_upgrade_type),
    "upgrade": Decision(upgrades.UPGRADE_FACTS, upgrades.upgrade, upgrades.ask_upgrade),
    "slash": Decision(books.SlashFacts, books.slash, books.ask_slash),
    "character": Decision(turn.CharacterFacts, turn.character, turn.ask_character),
    "pay": Decision(turn.PayFacts, turn.pay, make_form(turn.PayFacts, "ask.pay")),
    "score": Decision(turn.ScoreFacts, turn.score, turn.ask_score),
}
