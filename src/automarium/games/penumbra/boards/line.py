"""A line of a list: its conditions and its effects, as data and as text (``=1 first L3: contract, arcana``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from automarium.engine.message import Message, Refused, Say, message, refuse, term

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


CARDS: dict[str, Cards] = {"=1": "==1", "=2": "==2", "2+": ">=2", "==1": "==1", "==2": "==2", ">=2": ">=2"}
ORDERS: dict[str, Order] = {
    "first": "first",
    "1st": "first",
    "later": "second+",
    "second+": "second+",
    "2nd+": "second+",
}
# Other words for an effect than the beginning of its own name.
SYNONYMS: dict[str, EffectName] = {
    "potions": "refresh_potions",
    "artifact": "buy_artifact",
    "to": "substitution",
    "→": "substitution",
    "mark": "mark_and_card",
    "mark+card": "mark_and_card",
    "discard": "discard_all",
}
LEVEL = "L"
QUOTES = {"“": "”", "«": "»", '"': '"'}

# The words of a line; every language has its own for each (``token.…``).
TOKENS = (
    "first",
    "later",
    LEVEL,
    "potions",
    "artifact",
    "to",
    "mark",
    "card",
    "contract",
    "trial",
    "joker",
    "fill",
    "arcana",
    "discard",
    "unique",
)
Words: TypeAlias = Mapping[str, str]  # what the person may type instead of a token or a slot's name, in small letters
NO_WORDS: Words = {}


def list_words(say: Say, slots: Iterable[str]) -> Words:
    """Return what may be typed in a language: its words, and what it prints."""
    words = {say(f"token.{token}"): token for token in TOKENS}
    words |= {say("when.first"): "first", say("when.second+"): "later"}
    for effect in EFFECTS:
        if effect not in ("substitution", "unique"):  # an arrow, and a text in quotation marks, in every language
            words[say(f"effect-short.{effect}")] = effect
    words |= {say("slot-name", slot=term("slot", slot)): slot for slot in slots}
    return {word.casefold(): token for word, token in words.items()}


# -------------------------------------------------------------------------------------------------------------- reading


def read_line(text: str, slots: tuple[str, ...], where: str = "", words: Words = NO_WORDS) -> Entry:
    """Return a line from its text. Without a colon it has no condition; a number with a dot before it is skipped."""
    text = re.sub(r"^\s*\d+\.\s+", "", text).strip()
    conditions, colon, effects = text.partition(":")
    if not colon or _is_effect(conditions, words):
        conditions, effects = "", text
    return Entry(_read_effects(effects, slots, where, words), _read_when(conditions, slots, where, words))


def _token(word: str, words: Words) -> str:
    return words.get(word.casefold(), word.casefold())


def _is_effect(conditions: str, words: Words) -> bool:
    """Return whether the part before a colon is an effect, so that the colon belongs to a printed text."""
    if conditions[:1] in QUOTES:
        return True
    try:
        _effect_named(_first_word(conditions), "", words)
    except Refused:
        return False
    return True


def _first_word(text: str) -> str:
    if text.startswith("→"):
        return "→"
    return text.split()[0].rstrip(",:") if text.split() else ""


def _read_when(text: str, slots: tuple[str, ...], where: str, words: Words) -> When:
    found: dict[str, Any] = {}
    rest = text.strip()
    while rest:
        word = rest.split()[0]
        sign, at, _ = word.partition("@")
        part: dict[str, object]
        if sign in CARDS:
            part, used = {"cards": CARDS[sign]}, len(word)
            if at:
                part["slot"], used = _named_slot(rest[len(sign) + 1 :], slots, where, words)
                used += len(sign) + 1
        else:
            part, used = _order_or_level(word, where, words), len(word)
        if part.keys() & found.keys():
            raise refuse("board.condition-twice", where, given=word)
        found |= part
        rest = rest[used:].strip()
    return When(**found)


def _order_or_level(word: str, where: str, words: Words) -> dict[str, object]:
    token = _token(word, words)
    if token in ORDERS:
        return {"order": ORDERS[token]}
    if _token(word[:1], words) in (LEVEL, LEVEL.casefold()) and word[1:].isdecimal():
        return {"min_level": int(word[1:])}
    raise refuse("board.condition", where, given=word)


def _named_slot(text: str, slots: tuple[str, ...], where: str, words: Words) -> tuple[str, int]:
    """Return the slot that a condition names and the length of the name; its spaces may be underscores."""
    plain = text.replace("_", " ").casefold()
    names = {slot: slot for slot in slots} | {word: slot for word, slot in words.items() if slot in slots}
    for written in sorted(names, key=len, reverse=True):
        name = written.replace("_", " ").casefold()
        if plain.startswith(name) and (len(plain) == len(name) or plain[len(name)].isspace()):
            return names[written], len(name)
    word = text.split()[0] if text.split() else text
    raise refuse("board.slot", where, given=word, options=list(slots))


def _read_effects(text: str, slots: tuple[str, ...], where: str, words: Words) -> tuple[Effect, ...]:
    found: list[Effect] = []
    rest = text.strip()
    while rest:
        if rest[0] in QUOTES:
            effect: EffectName = "unique"
        else:
            name = _first_word(rest)
            effect = _effect_named(name, where, words)
            rest = rest[len(name) :].lstrip(" :") if effect == "unique" else rest[len(name) :]
        argument, separator, rest = _note(rest) if effect == "unique" else _until_separator(rest)
        if separator and not rest:
            raise refuse("board.comma", where)
        found.append(_effect(effect, argument, slots, where, words))
    if not found:
        raise refuse("board.no-effect", where, options=_names(words))
    return tuple(found)


def _until_separator(text: str) -> tuple[str, str, str]:
    """Return the text before the next comma or ``+``, that sign, and the rest."""
    parts = re.split(r"\s*(,|\s\+(?=\s|$))\s*", text, maxsplit=1)
    return (parts[0].strip(), parts[1], parts[2].strip()) if len(parts) == 3 else (text.strip(), "", "")


def _note(text: str) -> tuple[str, str, str]:
    """Split off the text of a unique effect: in quotation marks, or to the end of the line."""
    end = text.find(QUOTES[text[0]], 1) if text[:1] in QUOTES else -1
    if end > 0:
        before, separator, rest = _until_separator(text[end + 1 :])
        if not before:
            return text[1:end].strip(), separator, rest
    return text.strip(), "", ""


def _effect(effect: EffectName, argument: str, slots: tuple[str, ...], where: str, words: Words) -> Effect:
    if effect == "unique":
        one = Effect(effect, note=argument)
    elif effect == "substitution":
        one = Effect(effect, slot=_slot_named(argument, slots, words) or None)
    elif argument:
        raise refuse("board.effect-more", where, effect=Effect(effect).short(), given=argument)
    else:
        one = Effect(effect)
    check_effect(one, slots, where)
    return one


def _slot_named(argument: str, slots: tuple[str, ...], words: Words) -> str:
    named = {slot.casefold(): slot for slot in slots}
    folded = argument.casefold()
    return named.get(folded) or named.get(words.get(folded, "").casefold()) or argument


def list_names(words: Words) -> dict[str, EffectName]:
    """Return every word for an effect: its name, a synonym, or one of the person's language."""
    names: dict[str, EffectName] = {name: name for name in EFFECTS} | SYNONYMS
    return names | {local: names[token] for local, token in words.items() if token in names}


def _names(words: Words) -> list[str]:
    """Return the words to be offered in an error."""
    names = list_names(NO_WORDS)
    return [local for local, token in words.items() if token in names and token in TOKENS] or list(EFFECTS)


def _effect_named(word: str, where: str, words: Words) -> EffectName:
    """Return the effect of a whole word, or of the unique beginning of one."""
    names = list_names(words)
    wanted = word.casefold()
    exact = {names[wanted]} if wanted in names else set()
    found = exact or {names[name] for name in names if wanted and name.startswith(wanted)}
    if len(found) != 1:
        raise refuse("board.effect", where, given=word, options=_names(words))
    return found.pop()


# -------------------------------------------------------------------------------------------------------------- writing

_SHORT_CARDS = {"==1": "=1", "==2": "=2", ">=2": "2+"}


def write_line(entry: Entry) -> str:
    """Return a line as the shortest text that can be read again."""
    last = len(entry.do) - 1
    effects = ", ".join(write_effect(effect, number == last) for number, effect in enumerate(entry.do))
    conditions = write_conditions(entry.when)
    return f"{' '.join(conditions)}: {effects}" if conditions else effects


def write_conditions(when: When) -> list[str]:
    words = []
    if when.cards is not None:
        words.append(_SHORT_CARDS[when.cards] + (f"@{when.slot.replace(' ', '_')}" if when.slot is not None else ""))
    if when.order is not None:
        words.append("first" if when.order == "first" else "later")
    if when.min_level is not None:
        words.append(f"L{when.min_level}")
    return words


def write_effect(effect: Effect, last: bool = False) -> str:
    """Return an effect; a printed text that is not the ``last`` of a line needs quotation marks."""
    if effect.effect == "substitution":
        return f"to {effect.slot}"
    if effect.effect == "unique":
        return f"unique {effect.note}" if last else f"unique “{effect.note}”"
    return effect.effect
