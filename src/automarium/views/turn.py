"""A turn as a person meets it: the card, then what to move, line by line with its reason, from question to question;
the story behind it comes last. What was taken back is a list of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

import msgspec

from automarium.engine.display import Cell, DrawnTrack, Gauge
from automarium.engine.game.playthrough import Playthrough, Run
from automarium.engine.game.replay import find_due_hands, find_last_undo_hands, find_undo_hands
from automarium.engine.layout import Change, Hand, PlacedPieces, TrackValue
from automarium.engine.message import Term
from automarium.engine.play.command import NEXT, Command
from automarium.views.game import ToldStep, View, has_reasons
from automarium.views.turn_lines import Line, handfuls, line_of, sign_of, turned_first

NONE = "–"
LONG = 6  # lines: a longer list has headings, and those that are done fold away


class CardIcon(msgspec.Struct, frozen=True):
    """What is shown (a sign, or words), what stands beside it, and what is read out."""

    words: str
    sign: str
    beside: str
    used: bool = True


class CardCell(msgspec.Struct, frozen=True):
    about: str
    icons: tuple[CardIcon, ...]


class CardView(msgspec.Struct, frozen=True):
    corner: str
    under: str
    cells: tuple[CardCell, ...]


class TrackSpace(msgspec.Struct, frozen=True):
    """One space of a track: what is drawn on it, written under it, whether her marker stands there and whether it
    belongs to the shaded part; ``laid`` is a thing that lies there."""

    sign: str = ""
    name: str = ""
    here: bool = False
    zone: bool = False
    laid: Term | None = None


class TrackView(msgspec.Struct, frozen=True):
    """``pips`` are filled from the left; otherwise a marker stands on one of the spaces."""

    spaces: tuple[TrackSpace, ...]
    says: str
    pips: bool = False


class GaugeView(msgspec.Struct, frozen=True):
    """A number of hers in words; ``number`` is that of the line which changed it; ``adjust`` corrects it. With a
    ``track`` it is drawn as one."""

    text: str
    at: str
    sign: str
    number: int | None
    adjust: dict[str, str] | None
    track: TrackView | None = None


class Turn(msgspec.Struct, frozen=True):
    """``segments`` are the lines up to each question, and after the last; only the last is new. ``remarks`` are what a
    person must hear of it though no line shows it."""

    index: int
    title: str
    cards: tuple[CardView, ...]
    segments: tuple[tuple[Line, ...], ...]
    story: tuple[ToldStep, ...]
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Line]:
        return [line for segment in self.segments for line in segment]

    @property
    def before(self) -> list[Line]:
        """What was to be done before the last question: done already."""
        return [line for segment in self.segments[:-1] for line in segment]

    @property
    def folds(self) -> bool:
        """Whether what is done already folds into one line, because there is much of it and more to do; a turn that
        ends with an answer is shown whole."""
        return bool(self.before) and bool(self.segments[-1]) and len(self.lines) > LONG

    @property
    def at_once(self) -> int:
        """How many lines stand on the screen."""
        return len(self.lines) - len(self.before) + 1 if self.folds else len(self.lines)


def turn_to_show(view: View, *, hers: bool = False) -> int | None:
    """The run that is on the table: the last that left something to do or has reasons to give; ``hers``: the last of
    the Automa's turns."""
    for index in range(len(view.game.runs) - 1, 0, -1):
        run = view.game.runs[index]
        if hers and run.input is not None and run.input.name() != NEXT:
            continue
        if any(segment.hands for segment in run.segments) or any(map(has_reasons, run.steps)):
            return index
    return None


def turn(view: View, index: int) -> Turn:
    run = view.game.runs[index]
    segments: list[tuple[Line, ...]] = []
    first, number = 0, 1
    for at, segment in enumerate(run.segments):
        steps = range(first, segment.steps)
        lines = []
        hands = find_due_hands(view.game, run, at)
        turned, todo = turned_first(hands), handfuls(view, hands, segment.shown)
        told_by = []
        for those in todo:
            of_it = range(steps.stop) if those[0].track in view.game.definition.table.waits else steps
            told_by.append([step + 1 for step in of_it if any(_touches(hand, run.changes[step]) for hand in those)])
        in_order = list(_as_it_happened(view, zip(todo, told_by, strict=True), segment.steps))
        for nth, (those, by) in enumerate(in_order, 1):
            reasons = tuple(step for step in by if has_reasons(run.steps[step - 1]))
            aside = view.game.definition.table.aside(those[0], [run.steps[step - 1].event for step in by])
            words = "" if aside is None else view.translator.sentence(aside)
            first_turned, headed = those[0] in turned, len(todo) > LONG
            later = [hand for more, _ in in_order[nth:] for hand in more]
            told = line_of(
                view, number, those, segment.shown, reasons, words, turned=first_turned, headed=headed, later=later
            )
            lines.append(told)
            number += 1
        segments.append(tuple(lines))
        first = segment.steps
    story = tuple(view.steps(run.steps))
    return Turn(index, view.title(run), cards(view, run), tuple(segments), story, remarks(view, run))


def _as_it_happened(
    view: View, lines: Iterable[tuple[list[Hand], list[int]]], last: int
) -> Iterator[tuple[list[Hand], list[int]]]:
    """Hands with the steps that told them, in the order of these steps; under each heading by itself. What no step told
    came with the ``last`` one, as it did while its question was open."""
    for _, those in groupby(lines, key=lambda line: view.game.definition.table.group(line[0][0])):
        yield from sorted(those, key=lambda line: line[1][0] if line[1] else last)


def remarks(view: View, run: Run) -> tuple[str, ...]:
    """What must be heard of a run since its last question; while one is open, which says the rest itself, only what is
    to be done before it."""
    known = run.segments[-2].steps if len(run.segments) > 1 else 0
    heard = [step for step in run.steps[known:] if run.question is None or step.event.done_now]
    return tuple(view.remarks(heard))


def taken_back(view: View) -> list[Line]:
    """What has to be put back after undo, of a whole turn all of it; nothing otherwise."""
    game = view.game
    if not game.undone or game.position is None:
        return []
    back = find_undo_hands(game) if isinstance(game.undone[-1], Command) else find_last_undo_hands(game)
    turned = turned_first(back)
    lines = sorted(handfuls(view, back, game.shown), key=lambda those: back.index(those[0]))  # as one puts it back
    return [
        line_of(view, number, those, game.shown, turned=those[0] in turned) for number, those in enumerate(lines, 1)
    ]


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
    game, say = view.game, view.translator.say
    found = []
    over = [step.event for step in run.steps] if run.question is None else []  # an open question may still decide it
    for step in run.steps:
        card = game.definition.page.card(step.event, game.shown, game.pack, over)
        if card is not None:
            under = "" if card.under is None else say(card.under.key, **card.under.params)
            found.append(CardView(card.corner, under, tuple(_cell(view, cell) for cell in card.cells)))
    return tuple(found)


def _cell(view: View, cell: Cell) -> CardCell:
    say = view.translator.say
    icons = tuple(
        CardIcon(say(one.words.key, **one.words.params), one.sign, one.beside, one.used) for one in cell.icons
    )
    return CardCell(say(cell.about.key, **cell.about.params), icons)


def gauges(view: View, lines: Sequence[Line] = ()) -> list[GaugeView]:
    """What of hers is always in sight, with the number of the line that changed it."""
    game = view.game
    if game.shown is None:
        return []
    found = []
    for one in _seen_gauges(game):
        number = _number(one.thing, lines)
        most = "" if one.most is None else f"/{one.most}"
        text = view.translator.say(f"gauge.{one.name}")
        sign, track = sign_of(view, one.name), None if one.track is None else _track(view, one.track, one.at)
        found.append(GaugeView(text, f"{one.at}{most}", sign, number, correction(view, one.thing), track))
    return found


def _seen_gauges(game: Playthrough) -> list[Gauge]:
    """Those of the table; what waits for the end of a turn is still where it was when the turn began."""
    run, gauges_of = game.runs[-1], game.definition.page.gauges
    begun = game.shown if game.question is None or run.input is None else run.start
    late = [
        one for one in gauges_of(begun, game.pack) if getattr(one.thing, "track", "") in game.definition.table.waits
    ]
    return [next((old for old in late if old.name == one.name), one) for one in gauges_of(game.shown, game.pack)]


def _track(view: View, track: DrawnTrack, at: int | str) -> TrackView:
    spaces = [
        TrackSpace(track.signs.get(n, ""), track.names.get(n, ""), n == at and not track.filled, n in track.zone, laid)
        for n, laid in zip_longest(range(track.first, track.first + track.spaces), track.laid[: track.spaces])
    ]
    return TrackView(
        tuple(spaces),
        "" if track.says is None else view.translator.say(track.says.key, **track.says.params),
        track.filled,
    )


def _number(thing: PlacedPieces | TrackValue, lines: Sequence[Line]) -> int | None:
    """That of the last line which changed a thing."""
    return next((line.number for line in reversed(lines) if any(_counts(thing, hand) for hand in line.hands)), None)


def _counts(thing: PlacedPieces | TrackValue, hand: Hand) -> bool:
    if isinstance(thing, TrackValue):
        return (thing.side, thing.track) == (hand.side, hand.track)
    piece = hand.piece.partition("-")[0] if "-" not in thing.piece else hand.piece
    return thing.side == hand.side and thing.piece in (piece, hand.piece) and thing.at in (hand.from_, hand.to)


def correction(view: View, thing: PlacedPieces | TrackValue) -> dict[str, str] | None:
    """The fields of ``adjust`` that a thing is corrected with, where it can be."""
    game = view.game
    if game.position is None or game.question is not None:
        return None
    given = game.definition.table.corrects(game.position, thing)
    return None if given is None else {name: str(value) for name, value in given.items()}
