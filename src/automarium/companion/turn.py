"""A turn as a person meets it: the card, then what to move, line by line with its reason, leg by leg between questions;
the story behind it comes last. What was taken back is a list of the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from automarium.companion.view import ToldStep, View, capital, has_reasons
from automarium.kernel.again import changes_by_step, table_if
from automarium.kernel.catalogue import catalogue_of
from automarium.kernel.command import NEXT, Command, Respond
from automarium.kernel.game import Run
from automarium.kernel.hands import Change, Hand, Layout, Lies, Reads, hands
from automarium.kernel.room import Cell
from automarium.kernel.saying import term
from automarium.kernel.table import Step
from automarium.voice import Voice
from automarium.voice.why import because, short

MOST_WORDS = 300  # of a rule that stands for a reason in one sentence
COLOUR = re.compile(r"[a-z]+")  # in what a track reads: "red 4, orange 4"
NONE = "–"


class Line(msgspec.Struct, frozen=True):
    """One thing to do, numbered as on the picture; ``steps`` are those that explain it, counted from 1. ``group`` is
    the heading it stands under, ``aside`` a small line below it."""

    number: int
    hand: Hand
    text: str
    sign: str
    steps: tuple[int, ...] = ()
    group: str = ""
    aside: str = ""


class CardIcon(msgspec.Struct, frozen=True):
    """What is shown (a sign, or words), what stands beside it, and what is read out."""

    words: str
    sign: str
    beside: str


class CardCell(msgspec.Struct, frozen=True):
    about: str
    icons: tuple[CardIcon, ...]


class CardView(msgspec.Struct, frozen=True):
    corner: str
    under: str
    cells: tuple[CardCell, ...]


class GaugeView(msgspec.Struct, frozen=True):
    """A number of hers in words; ``number`` is that of the line which changed it; ``adjust`` corrects it."""

    text: str
    at: str
    sign: str
    number: int | None
    adjust: dict[str, str] | None


class Turn(msgspec.Struct, frozen=True):
    """``legs`` are the lines up to each question, and after the last; only the last leg is new."""

    index: int
    title: str
    cards: tuple[CardView, ...]
    legs: tuple[tuple[Line, ...], ...]
    story: tuple[ToldStep, ...]

    @property
    def lines(self) -> list[Line]:
        return [line for leg in self.legs for line in leg]


def turn_to_show(view: View, *, hers: bool = False) -> int | None:
    """The run that is on the table: the last that left something to do or has reasons to give; ``hers``: the last of
    the Automa's turns."""
    for index in range(len(view.game.runs) - 1, 0, -1):
        run = view.game.runs[index]
        if hers and run.input is not None and run.input.name() != NEXT:
            continue
        if any(leg.hands for leg in run.legs) or any(map(has_reasons, run.steps)):
            return index
    return None


def turn(view: View, index: int) -> Turn:
    run = view.game.runs[index]
    changed = changes_by_step(view.game, run)
    legs: list[tuple[Line, ...]] = []
    first, number = 0, 1
    for leg in run.legs:
        steps = range(first, min(leg.steps, len(changed)))
        lines = []
        turned = turned_first(leg.hands)
        for hand in grouped(view, leg.hands):
            told_by = [step + 1 for step in steps if _touches(hand, changed[step])]
            reasons = tuple(step for step in told_by if has_reasons(run.steps[step - 1]))
            aside = view.game.room.aside(hand, [run.steps[step - 1].event for step in told_by])
            words = "" if aside is None else view.voice.sentence(aside)
            lines.append(_line(view, number, hand, reasons, words, turned=hand in turned))
            number += 1
        legs.append(tuple(lines))
        first = leg.steps
    return Turn(index, view.title(run), cards(view, run), tuple(legs), tuple(view.steps(run.steps)))


def taken_back(view: View) -> list[Line]:
    """What has to be put back after undo, of a whole turn all of it; nothing otherwise."""
    game = view.game
    if not game.undone or game.position is None:
        return []
    back: Sequence[Hand] = game.hands
    last = game.undone[-1]
    if isinstance(last, Command):
        answers = takewhile(lambda one: isinstance(one, Respond), reversed(game.undone[:-1]))
        told = table_if(game, last, [one for one in answers if isinstance(one, Respond)])
        back = hands(told, game.layout())
    turned = turned_first(back)
    return [_line(view, number, hand, turned=hand in turned) for number, hand in enumerate(grouped(view, back), 1)]


def grouped(view: View, hands: Iterable[Hand]) -> list[Hand]:
    """Hands under one heading beside each other, the headings as they first come. What is said in the same words is
    done at once: one line; so is turning a piece that goes on then."""
    game, hands = view.game, list(hands)
    turned = [_turning(hand) for hand in turned_first(hands)]
    groups: dict[str, dict[str, Hand]] = {}
    for hand in hands:
        if hand.at and _turning(hand) in turned:
            continue
        groups.setdefault(game.room.group(game.shown, hand), {}).setdefault(view.hand(hand), hand)
    return [hand for those in groups.values() for hand in those.values()]


def turned_first(hands: Iterable[Hand]) -> list[Hand]:
    """Those pieces that go somewhere and are turned before they go."""
    hands = list(hands)
    turnings = [_turning(hand) for hand in hands if hand.at]
    return [hand for hand in hands if hand.piece and not hand.at and _turning(hand) in turnings]


def _turning(hand: Hand) -> tuple[object, ...]:
    """Which piece, where, how it stands then: the same for turning it and for going with it."""
    at, state = (hand.at, hand.to) if hand.at else (hand.from_, hand.state)
    return hand.side, hand.piece, at, state, hand.count


def _line(
    view: View, number: int, hand: Hand, steps: tuple[int, ...] = (), aside: str = "", *, turned: bool = False
) -> Line:
    group = view.game.room.group(view.game.shown, hand)
    head = view.voice.say(f"group.{group}") if group else ""
    text = view.hand(hand)
    if turned:
        text = view.voice.say("hand.turned", hand=text, state=term("state", hand.state))
    return Line(number, hand, text, sign_of(view, hand.piece or hand.track), steps, head, aside)


def sign_of(view: View, name: str) -> str:
    """The room's sign for a thing; things of a numbered kind (``corruption-4``) share that of the kind."""
    signs = view.game.room.signs
    return signs.get(name) or signs.get(name.rpartition("-")[0]) or signs.get(name.partition("-")[0], "")


def _touches(hand: Hand, changes: Iterable[Change]) -> bool:
    """Whether a step changed the thing that a hand moves."""
    if hand.track:
        return any(change.thing == (hand.side, hand.track) for change in changes)
    ends = {hand.from_, hand.to, hand.at}
    return any(
        len(change.thing) == 4 and change.thing[:2] == (hand.side, hand.piece) and change.thing[2] in ends
        for change in changes
    )


# --------------------------------------------------------------------------------------------------------- card, gauges


def cards(view: View, run: Run) -> tuple[CardView, ...]:
    """The cards that a run turned up, as one sees them."""
    game, say = view.game, view.voice.say
    found = []
    for step in run.steps:
        card = game.room.card(step.event, game.shown, game.pack)
        if card is not None:
            under = "" if card.under is None else say(card.under.key, **card.under.params)
            found.append(CardView(card.corner, under, tuple(_cell(view, cell) for cell in card.cells)))
    return tuple(found)


def _cell(view: View, cell: Cell) -> CardCell:
    say = view.voice.say
    icons = tuple(CardIcon(say(one.words.key, **one.words.params), one.sign, one.beside) for one in cell.icons)
    return CardCell(say(cell.about.key, **cell.about.params), icons)


def gauges(view: View, lines: Sequence[Line] = ()) -> list[GaugeView]:
    """What of hers is always in sight, with the number of the line that changed it."""
    game = view.game
    if game.shown is None:
        return []
    found = []
    for one in game.room.gauges(game.shown):
        number = next((line.number for line in lines if _counts(one.thing, line.hand)), None)
        most = "" if one.most is None else f"/{one.most}"
        text = view.voice.say(f"gauge.{one.name}")
        found.append(GaugeView(text, f"{one.at}{most}", sign_of(view, one.name), number, correction(view, one.thing)))
    return found


def _counts(thing: Lies | Reads, hand: Hand) -> bool:
    if isinstance(thing, Reads):
        return (thing.side, thing.track) == (hand.side, hand.track)
    piece = hand.piece.partition("-")[0] if "-" not in thing.piece else hand.piece
    return thing.side == hand.side and thing.piece in (piece, hand.piece) and thing.at in (hand.from_, hand.to)


def correction(view: View, thing: Lies | Reads) -> dict[str, str] | None:
    """The fields of ``adjust`` that a thing is corrected with, where it can be."""
    game = view.game
    if game.position is None or game.question is not None:
        return None
    given = game.room.corrects(game.position, thing)
    return None if given is None else {name: str(value) for name, value in given.items()}


# ------------------------------------------------------------------------------------------------------------ reasons


def reason(view: View, step: Step) -> str:
    """Why, in one sentence without an id: how it was narrowed down, or the rule that it follows."""
    game, voice = view.game, view.voice
    chosen = game.rulings.chosen()
    told = [because(trace, chosen, voice) for trace in step.traces]
    if any(told):
        return " ".join(dict.fromkeys(one for one in told if one))
    words = [short(clause, chosen, voice) for clause in step.clauses]
    if any(words):
        text = "; ".join(dict.fromkeys(word for word in words if word))
        return f"{text[:1].upper()}{text[1:]}."
    entries = catalogue_of(game.room.folder).clauses
    texts = [entries[clause].in_(voice.lang) for clause in step.clauses if clause in entries]
    return texts[0][:MOST_WORDS] if texts else ""


def thing_words(voice: Voice, thing: Lies | Reads) -> str:
    """A thing on the table: what it is, how many there are and where, or what it reads."""
    if isinstance(thing, Reads):
        name = _track_name(voice, thing) or voice.term("track", f"{thing.side}.{thing.track}")
        value = COLOUR.sub(lambda word: voice.term("colour", word[0]), str(thing.at)) or NONE
    else:
        name = voice.term("piece", f"{thing.side}.{thing.piece}")
        many = f"{thing.count} × " if thing.count > 1 else ""
        state = f", {voice.term('state', thing.state)}" if thing.state else ""
        value = f"{many}{voice.term('place', thing.at)}{state}"
    return f"{capital(name)}: {value}"


def layout_lines(view: View) -> list[Lies | Reads]:
    """Everything that lies on the table; not what only the app counts, for which the table has no name."""
    layout: Layout = view.game.layout()
    return [one for one in layout.lines() if not isinstance(one, Reads) or _track_name(view.voice, one)]


def _track_name(voice: Voice, read: Reads) -> str:
    """A track has a name of its own, or that of the place where its things lie; empty if it has neither."""
    return voice.look_up(f"track.{read.side}.{read.track}") or voice.look_up(f"place.{read.track}")
