"""A line of a list: its conditions, its effects, and the short text that it is written as.

The words of the text are English, as in a pack; the person may type those of their own language (``words``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from automarium.kernel.saying import Saying, refuse, saying, term

SLOTS = 4  # PEN-CARD-10

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
    "unique",
]
EFFECTS: tuple[EffectName, ...] = EffectName.__args__  # type: ignore[attr-defined]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Conditions of a line; all that are named must hold (PEN-COND-07). ``slot`` names another slot for ``cards``
    than the one above the list (PEN-COND-08)."""

    cards: Cards | None = None
    slot: str | None = None
    order: Order | None = None
    min_level: Whole | None = None


ALWAYS = When()


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``slot`` is where a substitution puts the card, ``note`` the printed text of a unique effect."""

    effect: EffectName
    slot: str | None = None
    note: str = ""

    def said(self) -> Saying:
        return saying(f"effect.{self.effect}", slot=term("slot", self.slot), note=self.note)


class Entry(msgspec.Struct, frozen=True):
    """One line of a list."""

    do: tuple[Effect, ...]
    when: When = ALWAYS

    def needs(self, effect: EffectName) -> bool:
        do = self.do
        return do[0].effect == effect if len(do) == 1 else any(one.effect == effect for one in do)


# What cannot always be carried out, so that the lines below it may be reached: PEN-INSTR-06.
MAY_BE_IMPOSSIBLE: tuple[EffectName, ...] = ("mark_and_card", "contract", "trial")


def known_slot(name: str, slots: tuple[str, ...], where: str) -> int:
    if name not in slots:
        raise refuse("board.slot", where, given=name, options=list(slots))
    return slots.index(name)


def check_effect(effect: Effect, slots: tuple[str, ...], where: str) -> None:
    if effect.effect == "substitution":
        if effect.slot is None:
            raise refuse("board.substitution", where, options=list(slots))
        known_slot(effect.slot, slots, where)
    elif effect.slot is not None:
        raise refuse("board.effect-slot", where, effect=effect.effect)
    if effect.effect == "unique" and not effect.note.strip():
        raise refuse("board.unique", where)
    if effect.effect != "unique" and effect.note:
        raise refuse("board.note", where, effect=effect.effect)


# ------------------------------------------------------------------------------------------------- a line as text

CARDS: dict[str, Cards] = {"=1": "==1", "=2": "==2", "2+": ">=2", "==1": "==1", "==2": "==2", ">=2": ">=2"}
ORDERS: dict[str, Order] = {"first": "first", "later": "second+", "second+": "second+"}
# Other words for an effect than the beginning of its own name.
SYNONYMS: dict[str, EffectName] = {
    "potions": "refresh_potions",
    "artifact": "buy_artifact",
    "to": "substitution",
    "mark": "mark_and_card",
}
LEVEL = "L"
RESERVED = ("tome", "empty", "none", "bone")  # words that stand for something else where a slot may be named


TOKENS = ("first", "later", LEVEL, *SYNONYMS, "card", "contract", "trial", "joker", "fill", "arcana", "unique")
Words: TypeAlias = Mapping[str, str]  # what the person may type instead of a token, in small letters
NO_WORDS: Words = {}


def read_line(text: str, slots: tuple[str, ...], where: str = "", words: Words = NO_WORDS) -> Entry:
    """``"=1 first L3: contract, arcana"``; without a colon the line has no condition."""
    conditions, colon, effects = text.partition(":")
    if not colon or [_token(word, words) for word in conditions.split()[:1]] == ["unique"]:
        conditions, effects = "", text
    return Entry(_read_effects(effects, slots, where, words), _read_when(conditions, slots, where, words))


def _token(word: str, words: Words) -> str:
    return words.get(word.casefold(), word)


def _read_when(text: str, slots: tuple[str, ...], where: str, words: Words) -> When:
    found: dict[str, Any] = {}
    for word in text.split():
        cards, at, slot = word.partition("@")
        order, level = _token(word, words), _token(word[:1], words)
        if cards in CARDS:
            part: dict[str, Any] = {"cards": CARDS[cards]}
            if at:  # a line is read word by word, so a name of several words has its spaces underlined
                named = next((one for one in slots if one.replace(" ", "_") == slot), slot)
                known_slot(named, slots, where)
                part["slot"] = named
        elif order in ORDERS:
            part = {"order": ORDERS[order]}
        elif level.upper() == LEVEL and word[1:].isdecimal():
            part = {"min_level": int(word[1:])}
        else:
            raise refuse("board.condition", where, given=word)
        if part.keys() & found.keys():
            raise refuse("board.condition-twice", where, given=word)
        found |= part
    return When(**found)


def _read_effects(text: str, slots: tuple[str, ...], where: str, words: Words) -> tuple[Effect, ...]:
    found: list[Effect] = []
    rest = text.strip()
    while rest:
        name = rest.split()[0].rstrip(",:")
        effect = _effect_named(name, where, words)
        after = rest[len(name) :].lstrip(" :") if effect == "unique" else rest[len(name) :]
        argument, comma, rest = (after, "", "") if effect == "unique" else after.partition(",")
        argument, rest = argument.strip(), rest.strip()
        if comma and not rest:
            raise refuse("board.comma", where)
        match effect:
            case "substitution":
                one = Effect(effect, slot=argument or None)
            case "unique":
                one = Effect(effect, note=argument)
            case _ if argument:
                raise refuse("board.effect-more", where, effect=effect, given=argument)
            case _:
                one = Effect(effect)
        check_effect(one, slots, where)
        found.append(one)
    if not found:
        raise refuse("board.no-effect", where, options=list(EFFECTS))
    return tuple(found)


def _effect_named(word: str, where: str, words: Words) -> EffectName:
    """By its name, another word for it, a word of the person's language, or the unique beginning of any of these."""
    names: dict[str, EffectName] = {name: name for name in EFFECTS} | SYNONYMS
    names |= {local: names[token] for local, token in words.items() if token in names}
    wanted = word.casefold()
    exact = {names[wanted]} if wanted in names else set()
    found = exact or {names[name] for name in names if wanted and name.startswith(wanted)}
    if len(found) != 1:
        options = [local for local, token in words.items() if token in names] or list(EFFECTS)
        raise refuse("board.effect", where, given=word, options=options)
    return found.pop()


_SHORT_CARDS = {"==1": "=1", "==2": "=2", ">=2": "2+"}


def written(entry: Entry) -> str:
    """A line as text, as short as it can be read again."""
    when, words = entry.when, []
    if when.cards is not None:
        words.append(_SHORT_CARDS[when.cards] + (f"@{when.slot.replace(' ', '_')}" if when.slot is not None else ""))
    if when.order is not None:
        words.append("first" if when.order == "first" else "later")
    if when.min_level is not None:
        words.append(f"L{when.min_level}")
    effects = ", ".join(_written_effect(effect) for effect in entry.do)
    return f"{' '.join(words)}: {effects}" if words else effects


def _written_effect(effect: Effect) -> str:
    if effect.effect == "substitution":
        return f"to {effect.slot}"
    return f"unique {effect.note}" if effect.effect == "unique" else effect.effect
