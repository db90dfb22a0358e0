"""The lines of a turn: what a person must do. Hands that are carried out together are one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from automarium.engine.display import ChipShape
from automarium.engine.layout import PLENTY, SUPPLY, Hand, PlacedPieces, TrackValue
from automarium.engine.message import Message, capitalise, term
from automarium.i18n.translator import Translator
from automarium.views.game import View


class ChipView(msgspec.Struct, frozen=True):
    """A coloured piece: the name of its colour in pictures, its shape, its letter, the text on it."""

    colour: str
    shape: ChipShape
    letter: str
    on: str


class Line(msgspec.Struct, frozen=True):
    """A line with its number in the picture and its ``hands``. ``steps`` explain it, counted from 1; ``group`` is the
    heading above it, ``aside`` a small line below it, ``chip`` the look of its piece."""

    number: int
    hands: tuple[Hand, ...]
    text: str
    sign: str
    steps: tuple[int, ...] = ()
    group: str = ""
    aside: str = ""
    chip: ChipView | None = None

    @property
    def hand(self) -> Hand:
        return self.hands[0]


def group_hands(view: View, hands: Iterable[Hand], shown: object) -> list[list[Hand]]:
    """Return the hands of each line, by headings in the game's order, for the position ``shown`` with them. Hands with
    the same text are one line, also those that the game joins; so are turning a piece and moving it then."""
    game, hands = view.game, list(hands)
    going = find_turned(hands)
    turned = [_turning_key(hand) for hand in going]
    groups: dict[str, dict[str, list[Hand]]] = {name: {} for name in game.definition.table.groups}
    for hand in hands:
        if hand.at and _turning_key(hand) in turned:
            continue
        joint = game.definition.table.joint(shown, hand)
        state = hand.state if hand in going else ""  # pieces turned to the same side are one line
        words = f"{view.describe_hand(hand, shown)} {state}" if joint is None else f"joint {joint.name} {state}"
        group = groups.setdefault(game.definition.table.group(hand), {})
        if joint is not None or words not in group:
            group.setdefault(words, []).append(hand)
    return [those for group in groups.values() for those in group.values()]


def find_turned(hands: Iterable[Hand]) -> list[Hand]:
    """Return the moves of pieces that are turned before they move."""
    hands = list(hands)
    turnings = [_turning_key(hand) for hand in hands if hand.at]
    return [hand for hand in hands if hand.piece and not hand.at and _turning_key(hand) in turnings]


def _turning_key(hand: Hand) -> tuple[object, ...]:
    """Return the same key for turning a piece and for moving it in that state."""
    at, state = (hand.at, hand.to) if hand.at else (hand.from_, hand.state)
    return hand.side, hand.piece, at, state, hand.count


def build_line(
    view: View,
    number: int,
    hands: Sequence[Hand],
    shown: object,
    steps: tuple[int, ...] = (),
    aside: str = "",
    *,
    turned: bool = False,
    headed: bool = False,
    later: Sequence[Hand] = (),
) -> Line:
    """Return a line. ``turned``: the piece is turned before it moves; ``headed``: the list has headings; ``later``:
    hands of later lines, which its total leaves out."""
    first, group = hands[0], view.game.definition.table.group(hands[0])
    head = view.translator.say(f"group.{group}") if group and headed else ""
    text = _describe_joint(view, hands, shown) if len(hands) > 1 else _describe_one(view, first, shown, later)
    if turned:
        text = view.translator.say("hand.turned", hand=text, state=term("state", first.state))
    sign = find_sign(view, first.piece or first.track)
    return Line(number, tuple(hands), text, sign, steps, head, aside, _build_chip(view, first))


def _build_chip(view: View, hand: Hand) -> ChipView | None:
    """Return the look of the piece of a hand, if the game gives its shape and colour."""
    definition, chip = view.game.definition, view.game.definition.table.chip(hand)
    if chip is None:
        return None
    family, value = chip.colour.family, str(chip.colour.value)
    if (colour := definition.page.colours.get(family, {}).get(value)) is None:
        return None
    return ChipView(colour, chip.shape, view.translator.look_up(f"{family}.{value}@letter"), chip.on)


def _describe_one(view: View, hand: Hand, shown: object, later: Iterable[Hand]) -> str:
    """Return the text of a hand; its total leaves out what later hands move to the same place."""
    said = view.hand_message(hand, shown)
    total = said.params.get("total")
    if hand.piece and isinstance(total, int):
        kind = _kind_of_piece(hand)
        more = sum(one.count for one in later if one.to == hand.to and _kind_of_piece(one) == kind)
        said = Message(said.key, {**said.params, "total": total - more})
    return view.translator.sentence(said)


def _kind_of_piece(hand: Hand) -> str:
    """Return the kind of a numbered piece (``corruption-4``)."""
    return hand.piece.partition("-")[0]


def _describe_joint(view: View, hands: Sequence[Hand], shown: object) -> str:
    """Return several hands that the game joins as one sentence."""
    joints = [joint for hand in hands if (joint := view.game.definition.table.joint(shown, hand)) is not None]
    parts = [joint.part for joint in joints]
    return view.translator.sentence(Message(f"hand.together.{joints[0].name}", {"parts": parts}))


def find_sign(view: View, name: str) -> str:
    """Return the game's icon for a thing, or that of its kind (``corruption-4``)."""
    signs = view.game.definition.page.signs
    return signs.get(name) or signs.get(name.rpartition("-")[0]) or signs.get(name.partition("-")[0], "")


NONE = "–"


def describe_thing(view: View, thing: PlacedPieces | TrackValue) -> str:
    """Return a thing on the table as text: its name, number and place, or its value."""
    translator = view.translator
    if isinstance(thing, TrackValue):
        name = _track_name(translator, thing) or translator.term("track", f"{thing.side}.{thing.track}")
        reads = view.game.definition.table.reads(thing)
        value = (str(thing.at) if reads is None else translator.say(reads.key, **reads.params)) or NONE
    else:
        name = translator.term("piece", f"{thing.side}.{thing.piece}")
        many = f"{thing.count} × " if thing.count > 1 else ""
        state = f", {translator.term('state', thing.state)}" if thing.state else ""
        alone = translator.look_up(f"place.{thing.at}@alone")  # no article after a number
        place = alone or translator.term("place", thing.at)
        value = f"{many}{place}{state}"
    return f"{capitalise(name)}: {value}"


def list_layout(view: View) -> list[PlacedPieces | TrackValue]:
    """Return everything on the table that has a name, with tile 2 before tile 10. A supply of unknown size is left
    out."""
    lines = view.game.layout().lines()
    pieces = [one for one in lines if isinstance(one, PlacedPieces) and (one.at != SUPPLY or one.count <= PLENTY // 2)]
    pieces.sort(key=lambda one: (one.side, *(_natural_key(part) for part in (one.piece, one.at, one.state))))
    return [*pieces, *(one for one in lines if isinstance(one, TrackValue) and _track_name(view.translator, one))]


def _natural_key(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", name)]


def _track_name(translator: Translator, read: TrackValue) -> str:
    """Return the name of a track, or of the place of its pieces; empty if it has neither."""
    return translator.look_up(f"track.{read.side}.{read.track}") or translator.look_up(f"place.{read.track}")
