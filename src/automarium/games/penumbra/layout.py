"""The table, and the words for what a person must move.

The number of cards, dice and Marks in the supplies is unknown, so nothing moves from pile to pile: what the Automa has
is a track, and what the player does for it on the common table is counted. Every track exists from the beginning.
Cards of the app's deck are not on the table.
"""

from __future__ import annotations

from automarium.engine.definition import TableLayout
from automarium.engine.display import Chip, Joint
from automarium.engine.layout import Hand, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.games.penumbra.events import IN_CLASS
from automarium.games.penumbra.position import SPARK, TOME, UNSEEN, Card, Position

TOTALS = ("sparks", "arcana", "light", "dark")
LOCATIONS = ("guild", "shop", "brewery")
DEEDS = (
    "shop-left",
    "shop-right",
    "refill-class",
    "refill-shop",
    "refill-contracts",
    "refresh-potions",
    "refresh-rest",
    "refresh-trial",
    "refresh-turn",
    "rest-dice",
    "rest-spark",
    "rest-her-dice",
    "rest-her-spark",
    "under",
)
UNIQUE = "unique-"


class PenumbraTable(TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        table = Layout()
        for number, stack in enumerate(position.slots, 1):
            table.mark("automa", f"slot-{number}", _join([_id(card) for card in stack if card.id is None]))
        for colour in position.colours:
            table.mark("automa", f"mark-{colour}", position.marks.count(colour))
        for what in TOTALS:
            table.mark("automa", what, getattr(position, what))
        colours = [colour for colour, _ in position.class_cards]
        for colour in position.colours:
            table.mark("automa", f"card-{colour}", colours.count(colour))
        # The starting spell, and cards of an unknown Class.
        table.mark("automa", "other-cards", position.cards - len(position.class_cards) + 1)
        table.mark("automa", "contracts", _join(map(str, position.contracts)))
        table.mark("automa", "trials", _join(map(str, position.trials)))
        for location in (*LOCATIONS, *(f"class-{colour}" for colour in position.colours)):
            table.mark("table", location, _join(position.laid.get(location, ())))
        for deed in (*DEEDS, *_unique(position)):
            table.mark("table", deed, position.deeds.get(deed, 0))
        return table

    def hand_words(self, position: Position, hand: Hand) -> Message | None:
        """Return what is there now, for a deed what to do, or what is taken back."""
        track = hand.track
        if hand.side == "table":
            return _done(position, hand)
        if track.startswith("slot-"):
            return _slot(position, int(track.removeprefix("slot-")) - 1, str(hand.from_), str(hand.to))
        if track.startswith("mark-"):
            colour = term("colour", track.removeprefix("mark-"))
            return message("hand.mark", colour=colour, old=hand.from_, new=hand.to, level=position.level)
        if track.startswith("card-"):
            return _class_cards(position, track.removeprefix("card-"), int(hand.from_ or 0), int(hand.to or 0))
        if track in ("contracts", "trials"):
            return _row_cards(position, track, str(hand.from_))
        return None

    def reads(self, thing: TrackValue) -> Message | None:
        """Return cards by colour and symbol, dice by their value."""
        if not isinstance(thing.at, str) or not thing.at:
            return None
        if thing.track.startswith("slot-"):
            return message("reads.list", things=[_card_there(one) for one in thing.at.split(", ")])
        if thing.track in LOCATIONS or thing.track.startswith("class-"):
            return message("reads.list", things=[_die_there(thing.track, one) for one in thing.at.split(", ")])
        return None

    def joint(self, position: Position, hand: Hand) -> Joint | None:
        """Join taking a card and refilling, clearing the slots, and taking dice from the Locations."""
        track, said = hand.track, self.hand_words(position, hand)
        if said is None or _is_back(hand):
            return None
        if track.startswith("slot-"):
            slot = term("slot", position.board.slots[int(track.removeprefix("slot-")) - 1])
            return None if hand.to else Joint("empty", message("part.slot", slot=slot))
        if track == "under" and not any(position.slots):
            return Joint("empty", message("part.under", count=int(hand.to or 0) - int(hand.from_ or 0)))
        if track in RESTING:
            return Joint("resting", message(f"part.{track}", count=int(hand.to or 0) - int(hand.from_ or 0)))
        name = "class" if track.startswith("card-") else TAKEN.get(track) or FILLED.get(track)
        return None if name is None else Joint(name, said)

    def chip(self, hand: Hand) -> Chip | None:
        """Return the sign of a card in a slot or a coloured die in a location."""
        old, new = hand.from_, hand.to
        if not isinstance(old, str) or not isinstance(new, str) or new.count(", ") != old.count(", ") + bool(old):
            return None
        what, _, on = new.rpartition(", ")[2].rpartition(" ")
        if hand.track.startswith("slot-"):
            return Chip(term("colour", what), "upright", "T" if on == TOME else on) if what else None
        if what == SPARK or not (hand.track in LOCATIONS or hand.track.startswith("class-")):
            return None
        colour = what if hand.track in LOCATIONS else hand.track.removeprefix("class-")
        return Chip(term("colour", colour), "square", "" if on == "?" else on)

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        if not isinstance(thing, TrackValue) or thing.side != "automa":
            return None
        if thing.track in (*TOTALS, "contracts", "trials"):
            return {"what": thing.track}
        if thing.track.startswith("mark"):
            return {"what": "mark"}
        if thing.track.startswith("card-") or thing.track == "other-cards":
            return {"what": "cards"}
        return {"what": "put"} if thing.track.startswith("slot-") else None


_join = ", ".join


def _id(card: Card) -> str:
    """Return ``red 2`` for a red card with the symbol of the second slot."""
    if card.colour == UNSEEN:
        return UNSEEN
    return f"{card.colour} {TOME if card.symbol is None else card.symbol + 1}"


def _unique(position: Position) -> list[str]:
    """Return the unique effects of the board in use, each once."""
    effects = (effect for lines in position.board.lists for line in lines for effect in line.do)
    return list(dict.fromkeys(f"{UNIQUE}{effect.note}" for effect in effects if effect.effect == "unique"))


# --------------------------------------------------------------------------------------------------------------- words


def _card_there(card: str) -> Message:
    colour, _, symbol = card.partition(" ")
    named = term("colour", colour)
    return message("hand.tome", colour=named) if symbol == TOME else message("reads.card", colour=named, symbol=symbol)


def _die_there(where: str, die: str) -> Message:
    what, _, value = die.rpartition(" ")
    named = SPARK if what == "spark" else what if where in LOCATIONS else where.removeprefix("class-")
    return message("reads.die", die=term("die", named), value=value)


# A card that is taken, and the market or row that is filled up after it.
TAKEN = {"shop-left": "shop", "shop-right": "shop", "contracts": "contracts"}
FILLED = {"refill-shop": "shop", "refill-class": "class", "refill-contracts": "contracts"}
RESTING = ("rest-dice", "rest-spark", "rest-her-dice", "rest-her-spark")


def _is_back(hand: Hand) -> bool:
    if isinstance(hand.to, int):
        return hand.to < int(hand.from_ or 0)
    return not hand.track.startswith("slot-") and len(str(hand.to)) < len(str(hand.from_))


def _slot(position: Position, index: int, old: str, new: str) -> Message:
    """Return what is in a slot now; if cards were added to others, only those."""
    slot = term("slot", position.board.slots[index])
    if not new:
        return message("hand.slot.empty", slot=slot)
    more = bool(old) and new.startswith(f"{old}, ")
    cards = new.removeprefix(f"{old}, ") if more else new
    return message("hand.slot.more" if more else "hand.slot", slot=slot, cards=list(map(_card, cards.split(", "))))


def _card(card: str) -> Message:
    colour, _, symbol = card.partition(" ")
    if colour == UNSEEN:
        return message("hand.any-card")
    return message("hand.tome" if symbol == TOME else "hand.card", colour=term("colour", colour))


def _class_cards(position: Position, colour: str, old: int, new: int) -> Message:
    sides = [side for of, side in position.class_cards if of == colour][old:new]
    if new > old:
        return message("hand.class", colour=term("colour", colour), sides=term("side", sides), total=position.cards + 1)
    return message("hand.class.back", colour=term("colour", colour), count=old - new, total=position.cards + 1)


def _row_cards(position: Position, track: str, old: str) -> Message:
    """Return which card of the row is the Automa's now, or the whole row if more changed."""
    kind, vps = track.removesuffix("s"), getattr(position, track)
    before = [int(vp) for vp in old.split(", ")] if old else []
    places = getattr(position, f"{kind}_places")[len(before) :]
    if len(vps) <= len(before) or vps[: len(before)] != before or 0 in places:
        return message(f"hand.{track}", vps=vps or message("hand.none"))
    taken = zip(places, vps[len(before) :], strict=True)
    cards = [message(f"offer.{kind}.taken", number=place, vp=vp) for place, vp in taken]
    return message(f"hand.{kind}", cards=cards, vps=vps)


def _done(position: Position, hand: Hand) -> Message:
    """Return what the person does for the Automa on the common table."""
    if isinstance(hand.to, str):
        old, new = str(hand.from_), hand.to
        back = len(new) < len(old)
        more = (old.removeprefix(new) if back else new.removeprefix(old)).removeprefix(", ").split(", ")
        dice = [_die(hand.track, die) for die in more]
        return message("hand.back", what=dice) if back else message("hand.dice", dice=dice)
    times = int(hand.to or 0) - int(hand.from_ or 0)
    said = _deed(hand.track, abs(times))
    return said if times > 0 else message("hand.back", what=said)


def _die(where: str, die: str) -> Message:
    """``red 4`` in a location, ``spark 3`` in a Class: return the section, or the colour of the die."""
    what, _, value = die.rpartition(" ")
    if where in LOCATIONS:
        location = term("location", where)
        if value == "?":  # rolled on the table; its value does not matter
            return message("hand.die.rolled", die=term("die", what), location=location)
        return message("hand.die", die=term("die", what), location=location, value=value)
    assert what in IN_CLASS
    colour = where.removeprefix("class-")
    named = term("die", SPARK if what == "spark" else colour)
    return message(f"hand.die.{what}", die=named, colour=term("colour", colour), value=value)


def _deed(deed: str, times: int) -> Message:
    if deed.startswith(UNIQUE):
        return message("hand.unique", note=deed.removeprefix(UNIQUE))
    if deed.startswith("shop-"):
        return message("hand.shop", count=times, side=term("side", deed.removeprefix("shop-")))
    return message(f"hand.{deed}", count=times)
