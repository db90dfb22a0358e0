"""What lies on the table, as far as the app keeps it; the kernel makes the list of hands of it.

Of cards, dice and Marks nobody knows how many there are, so nothing here is moved from pile to pile: what she has are
tracks, and what the person does for her without a lasting trace on her side is counted (``deeds``). Cards of the
app's own deck lie on nobody's table.
"""

from __future__ import annotations

from automarium.games.penumbra.events import IN_CLASS
from automarium.games.penumbra.position import TOME, Card, Position
from automarium.kernel.hands import Hand, Layout
from automarium.kernel.saying import Saying, saying, term

TOTALS = ("sparks", "arcana", "light", "dark")


def layout(position: Position) -> Layout:
    table = Layout()
    for number, stack in enumerate(position.slots, 1):
        table.mark("automa", f"slot-{number}", ", ".join(_id(card) for card in stack if card.id is None))
    for colour in position.colours:
        table.mark("automa", f"mark-{colour}", position.marks.count(colour))
    for what in TOTALS:
        table.mark("automa", what, getattr(position, what))
    for colour in position.colours:
        table.mark("automa", f"card-{colour}", sum(of == colour for of, _ in position.class_cards))
    # The starting spell, and what was corrected without a word about its Class.
    table.mark("automa", "other-cards", position.cards - len(position.class_cards) + 1)
    table.mark("automa", "contracts", ", ".join(map(str, position.contracts)))
    table.mark("automa", "trials", ", ".join(map(str, position.trials)))
    for deed, times in position.deeds.items():
        table.mark("table", deed, times)
    return table


def _id(card: Card) -> str:
    """``red 2`` is a red card with the symbol of the second slot."""
    return f"{card.colour} {TOME if card.symbol is None else card.symbol + 1}"


def hand_words(position: Position, hand: Hand) -> Saying | None:
    """What is there now, and for a deed what to do; what was taken back is said as such."""
    track = hand.track
    if hand.side == "table":
        more = int(hand.to or 0) - int(hand.from_ or 0)
        said = deed_words(track, abs(more))
        return said if more > 0 else saying("hand.back", what=said)
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


def deed_words(deed: str, times: int) -> Saying:
    """What the person does for her. The name of a deed is its kind and what it is done with."""
    kind, _, rest = deed.partition(":")
    match kind:
        case "die":
            location, _, rest = rest.partition(":")
            colour, _, value = rest.rpartition(":")
            die = "spark" if location == "spark" else colour
            return saying(
                f"hand.die.{location}" if location in IN_CLASS else "hand.die",
                count=times,
                die=term("die", die),
                colour=term("colour", colour),
                location=term("location", location),
                value=value,
            )
        case "shop":
            return saying("hand.shop", count=times, side=term("side", rest))
        case "rest":
            return saying(f"hand.rest.{rest.replace(':', '.')}", count=times)
        case "unique":
            return saying("hand.unique", note=rest)
        case "under":
            return saying("hand.under", count=times)
        case _:
            return saying(f"hand.{kind}.{rest}")
