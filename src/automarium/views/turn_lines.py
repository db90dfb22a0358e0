"""The lines of a turn: what a person must do, a line for each thing, and what is done at once in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from automarium.engine.display import ChipShape
from automarium.engine.layout import Hand, PlacedPieces, TrackValue
from automarium.engine.message import Message, capitalise, term
from automarium.i18n.translator import Translator
from automarium.views.game import View


class ChipView(msgspec.Struct, frozen=True):
    """A coloured thing as it looks: the name of its colour in pictures, its shape, its letter, what stands on it."""

    colour: str
    shape: ChipShape
    letter: str
    on: str


class Line(msgspec.Struct, frozen=True):
    """One thing to do, numbered as on the picture; ``hands`` are several where they are done at once. ``steps`` are
    those that explain it, counted from 1. ``group`` is the heading it stands under, ``aside`` a small line below it,
    ``chip`` what its thing looks like."""

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
        """The first of them: they are all alike."""
        return self.hands[0]


def handfuls(view: View, hands: Iterable[Hand], shown: object) -> list[list[Hand]]:
    """Hands that are one line each, on the table that was ``shown`` with them: what stands under one heading side by
    side, the headings in the room's order. What is said in the same words is done at once; so is what the room joins,
    and turning a piece that goes on then."""
    game, hands = view.game, list(hands)
    going = turned_first(hands)
    turned = [_turning(hand) for hand in going]
    groups: dict[str, dict[str, list[Hand]]] = {name: {} for name in game.definition.table.groups}
    for hand in hands:
        if hand.at and _turning(hand) in turned:
            continue
        joint = game.definition.table.joint(shown, hand)
        state = hand.state if hand in going else ""  # those that are turned to the same side go together
        words = f"{view.hand(hand, shown)} {state}" if joint is None else f"joint {joint.name} {state}"
        group = groups.setdefault(game.definition.table.group(hand), {})
        if joint is not None or words not in group:
            group.setdefault(words, []).append(hand)
    return [those for group in groups.values() for those in group.values()]


def turned_first(hands: Iterable[Hand]) -> list[Hand]:
    """Those pieces that go somewhere and are turned before they go."""
    hands = list(hands)
    turnings = [_turning(hand) for hand in hands if hand.at]
    return [hand for hand in hands if hand.piece and not hand.at and _turning(hand) in turnings]


def _turning(hand: Hand) -> tuple[object, ...]:
    """Which piece, where, how it stands then: the same for turning it and for going with it."""
    at, state = (hand.at, hand.to) if hand.at else (hand.from_, hand.state)
    return hand.side, hand.piece, at, state, hand.count


def line_of(
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
    """``turned``: it is turned before it goes; ``headed``: the list is long, so that it has headings; ``later``: what
    is done after it, and not yet in its totals."""
    first, group = hands[0], view.game.definition.table.group(hands[0])
    head = view.translator.say(f"group.{group}") if group and headed else ""
    text = _together(view, hands, shown) if len(hands) > 1 else _alone(view, first, shown, later)
    if turned:
        text = view.translator.say("hand.turned", hand=text, state=term("state", first.state))
    sign = sign_of(view, first.piece or first.track)
    return Line(number, tuple(hands), text, sign, steps, head, aside, _chip_of(view, first))


def _chip_of(view: View, hand: Hand) -> ChipView | None:
    """What the thing of a hand looks like, if the room says so and has its colour."""
    definition, chip = view.game.definition, view.game.definition.table.chip(hand)
    if chip is None:
        return None
    family, value = chip.colour.family, str(chip.colour.value)
    if (colour := definition.page.colours.get(family, {}).get(value)) is None:
        return None
    return ChipView(colour, chip.shape, view.translator.look_up(f"{family}.{value}@letter"), chip.on)


def _alone(view: View, hand: Hand, shown: object, later: Iterable[Hand]) -> str:
    """One hand with the total of its own moment: what comes to the same place later is not yet there."""
    said = view.saying_of(hand, shown)
    total = said.params.get("total")
    if hand.piece and isinstance(total, int):
        kind = _kind(hand)
        more = sum(one.count for one in later if one.to == hand.to and _kind(one) == kind)
        said = Message(said.key, {**said.params, "total": total - more})
    return view.translator.sentence(said)


def _kind(hand: Hand) -> str:
    """Of a piece: those of a numbered kind (``corruption-4``) are counted together."""
    return hand.piece.partition("-")[0]


def _together(view: View, hands: Sequence[Hand], shown: object) -> str:
    """Several hands that the room joins, in one sentence."""
    joints = [joint for hand in hands if (joint := view.game.definition.table.joint(shown, hand)) is not None]
    parts = [joint.part for joint in joints]
    return view.translator.sentence(Message(f"hand.together.{joints[0].name}", {"parts": parts}))


def sign_of(view: View, name: str) -> str:
    """The room's sign for a thing; things of a numbered kind (``corruption-4``) share that of the kind."""
    signs = view.game.definition.page.signs
    return signs.get(name) or signs.get(name.rpartition("-")[0]) or signs.get(name.partition("-")[0], "")


NONE = "–"


def thing_words(view: View, thing: PlacedPieces | TrackValue) -> str:
    """A thing on the table: what it is, how many there are and where, or what it reads."""
    translator = view.translator
    if isinstance(thing, TrackValue):
        name = _track_name(translator, thing) or translator.term("track", f"{thing.side}.{thing.track}")
        reads = view.game.definition.table.reads(thing)
        value = (str(thing.at) if reads is None else translator.say(reads.key, **reads.params)) or NONE
    else:
        name = translator.term("piece", f"{thing.side}.{thing.piece}")
        many = f"{thing.count} × " if thing.count > 1 else ""
        state = f", {translator.term('state', thing.state)}" if thing.state else ""
        place = translator.look_up(f"place.{thing.at}@alone") or translator.term(
            "place", thing.at
        )  # no article after a number
        value = f"{many}{place}{state}"
    return f"{capitalise(name)}: {value}"


def layout_lines(view: View) -> list[PlacedPieces | TrackValue]:
    """Everything that lies on the table, tile 2 before tile 10; not what only the app counts, for which the table has
    no name."""
    lines = view.game.layout().lines()
    pieces = [one for one in lines if isinstance(one, PlacedPieces)]
    pieces.sort(key=lambda one: (one.side, *(_counting(part) for part in (one.piece, one.at, one.state))))
    return [*pieces, *(one for one in lines if isinstance(one, TrackValue) and _track_name(view.translator, one))]


def _counting(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", name)]


def _track_name(translator: Translator, read: TrackValue) -> str:
    """A track has a name of its own, or that of the place where its things lie; empty if it has neither."""
    return translator.look_up(f"track.{read.side}.{read.track}") or translator.look_up(f"place.{read.track}")
