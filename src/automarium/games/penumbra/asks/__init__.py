"""The decisions that can be asked alone: ``rest``, ``instruction``, ``contract``, ``trial``, ``class`` and ``take``.

A program gives all facts (``facts``). A person fills in a form or two (``forms``): the board and the slot first, then
what that list looks at.
"""

from __future__ import annotations

from automarium.games.penumbra.asks import facts, forms
from automarium.kernel.ask import Ask, Asks

ASKS: Asks = {
    "rest": Ask(facts.RestFacts, facts.rest, forms.rest),
    "instruction": Ask(facts.InstructionFacts, facts.instruction, forms.instruction),
    "contract": Ask(facts.ContractFacts, facts.contract, forms.contract),
    "trial": Ask(facts.TrialFacts, facts.trial, forms.trial),
    "class": Ask(facts.ClassFacts, facts.school_class, forms.school_class),
    "take": Ask(facts.TakeFacts, facts.take),
}
