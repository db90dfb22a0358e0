"""What lies on the table, as far as the app keeps it; the kernel makes the list of hands of it.

Of cards, dice and Marks nobody knows how many there are, so nothing here goes from pile to pile: what she has are
tracks, and what the person does for her without a lasting trace on her side is counted. Every track is there from the
beginning. Cards of the app's own deck lie on nobody's table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from automarium.games.penumbra.events import IN_CLASS
from automarium.games.penumbra.position import SPARK, TOME, Card, Position
from automarium.kernel.hands import Hand, Layout
from automarium.kernel.saying import Saying, saying, term

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


def layout(position: Position) -> Layout:
    table = Layout()
    for number, stack in enumerate(position.slots, 1):
        table.mark("automa", f"slot-{number}", _joined(_id(card) for card in stack if card.id is None))
    for colour in position.colours:
        table.mark("automa", f"mark-{colour}", position.marks.count(colour))
    for what in TOTALS:
        table.mark("automa", what, getattr(position, what))
    for colour in position.colours:
        table.mark("automa", f"card-{colour}", sum(of == colour for of, _ in position.class_cards))
    # The starting spell, and what was corrected without a word about its Class.
    table.mark("automa", "other-cards", position.cards - len(position.class_cards) + 1)
    table.mark("automa", "contracts", _joined(map(str, position.contracts)))
    table.mark("automa", "trials", _joined(map(str, position.trials)))
    for location in (*LOCATIONS, *(f"class-{colour}" for colour in position.colours)):
        table.mark("table", location, _joined(position.laid.get(location, ())))
    for deed in (*DEEDS, *_unique(position)):
        table.mark("table", deed, position.deeds.get(deed, 0))
    return table


def _joined(things: Sequence[str] | Iterator[str]) -> str:
    return ", ".join(things)


def _id(card: Card) -> str:
    """``red 2`` is a red card with the symbol of the second slot."""
    return f"{card.colour} {TOME if card.symbol is None else card.symbol + 1}"


def _unique(position: Position) -> list[str]:
    """The unique effects of the board in use, each once."""
    effects = (effect for lines in position.board.lists for line in lines for effect in line.do)
    return list(dict.fromkeys(f"{UNIQUE}{effect.note}" for effect in effects if effect.effect == "unique"))


# --------------------------------------------------------------------------------------------------------------- words


def hand_words(position: Position, hand: Hand) -> Saying | None:
    """What is there now, and for a deed what to do; what was taken back is said as such."""
    track = hand.track
    if hand.side == "table":
        return _done(position, hand)
    if track.startswith("slot-"):
        return _slot(position, int(track.removeprefix("slot-")) - 1)
    if track.startswith("mark-"):
        colour = term("colour", track.removeprefix("mark-"))
        return saying("hand.mark", colour=colour, old=hand.from_, new=hand.to, level=position.level)
    if track.startswith("card-"):
        return _class_cards(position, track.removeprefix("card-"), int(hand.from_ or 0), int(hand.to or 0))
    if track in ("contracts", "trials"):
        return _row_cards(position, track, str(hand.from_))
    return None


def _slot(position: Position, index: int) -> Saying:
    cards = [card for card in position.slots[index] if card.id is None]
    slot = term("slot", position.board.slots[index])
    if not cards:
        return saying("hand.slot.empty", slot=slot)
    return saying("hand.slot", slot=slot, cards=[_card(card) for card in cards])


def _card(card: Card) -> Saying:
    return saying("hand.tome" if card.symbol is None else "hand.card", colour=term("colour", card.colour))


def _class_cards(position: Position, colour: str, old: int, new: int) -> Saying:
    sides = [side for of, side in position.class_cards if of == colour][old:new]
    if new > old:
        return saying("hand.class", colour=term("colour", colour), sides=term("side", sides), total=position.cards + 1)
    return saying("hand.class.back", colour=term("colour", colour), count=old - new, total=position.cards + 1)


def _row_cards(position: Position, track: str, old: str) -> Saying:
    """Which one of the row is hers now; what else changed is said as a whole."""
    kind, vps = track.removesuffix("s"), getattr(position, track)
    before = [int(vp) for vp in old.split(", ")] if old else []
    places = getattr(position, f"{kind}_places")[len(before) :]
    if len(vps) <= len(before) or vps[: len(before)] != before or 0 in places:
        return saying(f"hand.{track}", vps=vps or saying("hand.none"))
    taken = zip(places, vps[len(before) :], strict=True)
    cards = [saying(f"offer.{kind}.taken", number=place, vp=vp) for place, vp in taken]
    return saying(f"hand.{kind}", cards=cards, vps=vps)


def _done(position: Position, hand: Hand) -> Saying:
    """What the person does for her on the common table."""
    if isinstance(hand.to, str):
        old, new = str(hand.from_), hand.to
        back = len(new) < len(old)
        more = (old.removeprefix(new) if back else new.removeprefix(old)).removeprefix(", ").split(", ")
        dice = [_die(hand.track, die) for die in more]
        return saying("hand.back", what=dice) if back else saying("hand.dice", dice=dice)
    times = int(hand.to or 0) - int(hand.from_ or 0)
    said = _deed(hand.track, abs(times))
    return said if times > 0 else saying("hand.back", what=said)


def _die(where: str, die: str) -> Saying:
    """``red 4`` in a location, ``spark 3`` in a Class: which section, or the colour of the die."""
    what, _, value = die.rpartition(" ")
    if where in LOCATIONS:
        location = term("location", where)
        if value == "?":  # rolled on the table, and nobody needs to know
            return saying("hand.die.rolled", die=term("die", what), location=location)
        return saying("hand.die", die=term("die", what), location=location, value=value)
    assert what in IN_CLASS
    colour = where.removeprefix("class-")
    named = term("die", SPARK if what == "spark" else colour)
    return saying(f"hand.die.{what}", die=named, colour=term("colour", colour), value=value)


def _deed(deed: str, times: int) -> Saying:
    if deed.startswith(UNIQUE):
        return saying("hand.unique", note=deed.removeprefix(UNIQUE))
    if deed.startswith("shop-"):
        return saying("hand.shop", count=times, side=term("side", deed.removeprefix("shop-")))
    return saying(f"hand.{deed}", count=times)
