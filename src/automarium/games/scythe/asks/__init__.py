"""The decisions that can be asked alone: ``move``, ``turn``, ``combat`` and ``score``.

A program gives all facts (``facts``). A person fills in a form for each side (``forms``).
"""

from __future__ import annotations

from automarium.games.scythe.asks import facts, forms
from automarium.kernel.ask import Ask, Asks, one_form

ASKS: Asks = {
    "move": Ask(facts.MoveFacts, facts.move, forms.move),
    "turn": Ask(facts.TurnFacts, facts.turn, forms.turn),
    "combat": Ask(facts.CombatFacts, facts.combat, one_form(facts.CombatFacts, "ask.combat")),
    "score": Ask(facts.ScoreFacts, facts.score, one_form(facts.ScoreFacts, "ask.score")),
}
