"""A line of a list: its conditions and its effects, as data. ``line_notation`` reads and writes it as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.engine.message import Message, message, refuse, term

SLOTS = 4  # PEN-CARD-10
# More than any board has.
MOST_MARKS = 30
MOST_INSTRUCTIONS = 9

Cards: TypeAlias = Literal["==1", "==2", ">=2"]
Order: TypeAlias = Literal["first", "second+"]
EffectName: TypeAlias = Literal[
    "mark_and_card",
    "card",
    "refresh_potions",
    "buy_artifact",
    "contract",
    "trial",
    "substitution",
    "joker",
    "fill",
    "arcana",
    "discard_all",
    "unique",
]
EFFECTS: tuple[EffectName, ...] = EffectName.__args__  # type: ignore[attr-defined]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class When(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """Conditions of a line; all that are named must hold (PEN-COND-07). ``slot`` names another slot for ``cards``
    than the one above the list (PEN-COND-08)."""

    cards: Cards | None = None
    slot: str | None = None
    order: Order | None = None
    min_level: Whole | None = None


ALWAYS = When()


class Effect(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """``slot`` is where a substitution puts the card, ``note`` the printed text of a unique effect."""

    effect: EffectName
    slot: str | None = None
    note: str = ""

    def describe(self) -> Message:
        return message(f"effect.{self.effect}", slot=term("slot", self.slot), note=self.note)

    def short(self) -> Message:
        """Return short words, as on a board."""
        return message(f"effect-short.{self.effect}", slot=term("slot", self.slot), note=self.note)


class Entry(msgspec.Struct, frozen=True, cache_hash=True):
    """One line of a list."""

    do: tuple[Effect, ...]
    when: When = ALWAYS

    def needs(self, effect: EffectName) -> bool:
        return any(one.effect == effect for one in self.do)

    @property
    def doubtful(self) -> Sequence[EffectName]:
        """Return the effects that may be impossible, so that the lines below can be reached (PEN-INSTR-06)."""
        wanted = [one.effect for one in self.do]
        return [effect for effect in MAY_BE_IMPOSSIBLE if effect in wanted]


MAY_BE_IMPOSSIBLE: tuple[EffectName, ...] = ("mark_and_card", "contract", "trial")


RESERVED = ("tome", "empty", "none", "bone")  # words with another meaning where a slot may be named


def find_slot_index(name: str, slots: tuple[str, ...], where: str) -> int:
    if name not in slots:
        raise refuse("board.slot", where, given=name, options=list(slots))
    return slots.index(name)


def check_effect(effect: Effect, slots: tuple[str, ...], where: str) -> None:
    if effect.effect == "substitution":
        if effect.slot is None:
            raise refuse("board.substitution", where, options=list(slots))
        find_slot_index(effect.slot, slots, where)
    elif effect.slot is not None:
        raise refuse("board.effect-slot", where, effect=effect.short())
    if effect.effect == "unique" and not effect.note.strip():
        raise refuse("board.unique", where)
    if effect.effect != "unique" and effect.note:
        raise refuse("board.note", where, effect=effect.short())
