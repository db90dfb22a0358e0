"""A turn as data with its text: its cards, the lines to carry out between questions, its steps and its reasons.

What must be put back after undo is a list of the same lines. Gauges are the Automa's numbers that are always visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

import msgspec

from automarium.engine.choice.trace import Trace, compares, deciding
from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.display import Cell, DrawnTrack, Gauge, News, Standing
from automarium.engine.game.playthrough import Playthrough, Run
from automarium.engine.game.undo import find_due_hands, find_last_undo_hands, find_undo_hands
from automarium.engine.layout import Change, Hand, PlacedPieces, TrackValue
from automarium.engine.message import Term, capitalise, message, term
from automarium.engine.play.command import NEXT, Command
from automarium.engine.play.event import Step
from automarium.i18n.explanation import Comparison, compare_finalists, describe_rule, sum_up
from automarium.views.game import StepView, View, has_reasons
from automarium.views.turn_lines import Line, build_line, find_sign, find_turned, group_hands

NONE = "–"
LONG = 6  # lines: a longer list has headings, and those that are done fold away


class CardIcon(msgspec.Struct, frozen=True):
    """An icon or text on a card, the text beside it, and the words that are read out."""

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
    """One space of a track: its icon, the name below it, whether the marker is there, whether it is shaded; ``laid`` is
    a thing on it."""

    sign: str = ""
    name: str = ""
    here: bool = False
    zone: bool = False
    laid: Term | None = None


class TrackView(msgspec.Struct, frozen=True):
    """``pips`` are filled from the left; otherwise a marker is on one of the spaces."""

    spaces: tuple[TrackSpace, ...]
    says: str
    pips: bool = False


class GaugeView(msgspec.Struct, frozen=True):
    """A number of the Automa; ``number`` is the line that changed it, ``adjust`` the fields that correct it. With a
    ``track`` it is drawn as one, with ``of`` as so many of its most (4 of 6)."""

    name: str
    text: str
    at: str
    sign: str
    number: int | None
    adjust: dict[str, str] | None
    track: TrackView | None = None
    of: tuple[int, int] | None = None


class StandingView(msgspec.Struct, frozen=True):
    """One side with its gauges; ``name`` is its faction, or empty. ``notes`` are the name, the text, the sign and the
    highest value of each number that the page notes."""

    side: str
    name: str
    colour: str
    gauges: tuple[GaugeView, ...]
    notes: tuple[tuple[str, str, str, int], ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """``segments`` are the lines up to each question, and after the last; only the last is new. ``remarks`` must be
    read though no line shows them."""

    index: int
    title: str
    cards: tuple[CardView, ...]
    segments: tuple[tuple[Line, ...], ...]
    story: tuple[StepView, ...]
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Line]:
        return [line for segment in self.segments for line in segment]

    @property
    def before(self) -> list[Line]:
        """The lines before the last question, which are done already."""
        return [line for segment in self.segments[:-1] for line in segment]

    @property
    def folds(self) -> bool:
        """Whether the lines that are done fold into one: the list is long and there is more to do."""
        return bool(self.before) and bool(self.segments[-1]) and len(self.lines) > LONG

    @property
    def at_once(self) -> int:
        """How many lines are on the screen."""
        return len(self.lines) - len(self.before) + 1 if self.folds else len(self.lines)


def find_turn_to_show(view: View, *, automas_turn: bool = False) -> int | None:
    """Return the index of the last run with hands or reasons; with ``automas_turn``, of the Automa's last turn."""
    for index in range(len(view.game.runs) - 1, 0, -1):
        run = view.game.runs[index]
        if automas_turn and run.input is not None and run.input.name() != NEXT:
            continue
        if any(segment.hands for segment in run.segments) or any(map(has_reasons, run.steps)):
            return index
    return None


def build_turn(view: View, index: int) -> Turn:
    run = view.game.runs[index]
    segments: list[tuple[Line, ...]] = []
    first, number = 0, 1
    for at, segment in enumerate(run.segments):
        steps = range(first, segment.steps)
        lines = []
        hands = find_due_hands(view.game, run, at)
        turned, todo = find_turned(hands), group_hands(view, hands, segment.shown)
        described_by = []
        for those in todo:
            of_it = range(steps.stop) if those[0].track in view.game.definition.table.waits else steps
            described_by.append(
                [step + 1 for step in of_it if any(_is_changed_by(hand, run.changes[step]) for hand in those)]
            )
        in_order = list(_sort_by_step(view, zip(todo, described_by, strict=True), segment.steps))
        for nth, (those, by) in enumerate(in_order, 1):
            reasons = tuple(step for step in by if has_reasons(run.steps[step - 1]))
            aside = view.game.definition.table.aside(those[0], [run.steps[step - 1].event for step in by])
            words = "" if aside is None else view.translator.sentence(aside)
            first_turned, headed = those[0] in turned, len(todo) > LONG
            later = [hand for more, _ in in_order[nth:] for hand in more]
            line = build_line(
                view, number, those, segment.shown, reasons, words, turned=first_turned, headed=headed, later=later
            )
            lines.append(line)
            number += 1
        segments.append(tuple(lines))
        first = segment.steps
    story = tuple(view.steps(run.steps))
    return Turn(index, view.title(run), build_cards(view, run), tuple(segments), story, find_remarks(view, run))


def _sort_by_step(
    view: View, lines: Iterable[tuple[list[Hand], list[int]]], last: int
) -> Iterator[tuple[list[Hand], list[int]]]:
    """Return hands with their steps in the order of the steps, within each heading. Hands without a step belong to the
    ``last`` one."""
    for _, those in groupby(lines, key=lambda line: view.game.definition.table.group(line[0][0])):
        yield from sorted(those, key=lambda line: line[1][0] if line[1] else last)


def find_remarks(view: View, run: Run) -> tuple[str, ...]:
    """Return the remarks of a run since its last question; while one is open, only those to act on before it."""
    known = run.segments[-2].steps if len(run.segments) > 1 else 0
    steps = [step for step in run.steps[known:] if run.question is None or step.event.done_now]
    return tuple(view.remarks(steps))


def list_put_back(view: View) -> list[Line]:
    """Return the lines to put back after undo, of a whole turn if all of it was undone; empty without undo."""
    game = view.game
    if not game.undone or game.position is None:
        return []
    back = find_undo_hands(game) if isinstance(game.undone[-1], Command) else find_last_undo_hands(game)
    turned = find_turned(back)
    lines = sorted(group_hands(view, back, game.shown), key=lambda those: back.index(those[0]))  # in that order
    return [
        build_line(view, number, those, game.shown, turned=those[0] in turned) for number, those in enumerate(lines, 1)
    ]


def _is_changed_by(hand: Hand, changes: Iterable[Change]) -> bool:
    """Return whether the changes of a step include the thing that a hand moves."""
    if hand.track:
        return any(change.thing == (hand.side, hand.track) for change in changes)
    ends = {hand.from_, hand.to, hand.at}
    return any(
        len(change.thing) == 4 and change.thing[:2] == (hand.side, hand.piece) and change.thing[2] in ends
        for change in changes
    )


def build_cards(view: View, run: Run) -> tuple[CardView, ...]:
    """Return the cards that a run turned up."""
    game, say = view.game, view.translator.say
    found = []
    over = [step.event for step in run.steps] if run.question is None else []  # an open question may still decide it
    for step in run.steps:
        card = game.definition.page.card(step.event, game.shown, game.pack, over)
        if card is not None:
            under = "" if card.under is None else say(card.under.key, **card.under.params)
            found.append(CardView(card.corner, under, tuple(_build_cell(view, cell) for cell in card.cells)))
    return tuple(found)


def _build_cell(view: View, cell: Cell) -> CardCell:
    say = view.translator.say
    icons = tuple(
        CardIcon(say(one.words.key, **one.words.params), one.sign, one.beside, one.used) for one in cell.icons
    )
    return CardCell(say(cell.about.key, **cell.about.params), icons)


def build_gauges(view: View, lines: Sequence[Line] = ()) -> list[GaugeView]:
    """Return the gauges, each with the number of the line that changed it."""
    game = view.game
    if game.shown is None:
        return []
    return [_build_gauge(view, one, lines) for one in _find_gauges(game)]


def build_standings(view: View, lines: Sequence[Line] = ()) -> list[StandingView]:
    """Return both sides with their gauges; empty in a game that does not show them so."""
    game = view.game
    if game.shown is None:
        return []
    return [_build_standing(view, one, lines) for one in game.definition.page.standings(game.shown)]


def _build_standing(view: View, one: Standing, lines: Sequence[Line]) -> StandingView:
    name = "" if one.name is None else capitalise(view.translator.term(one.name.family, one.name.value))
    gauges = tuple(_build_gauge(view, gauge, lines) for gauge in one.gauges)
    notes = tuple(
        (note, view.translator.say(f"gauge.{note}"), find_sign(view, note), most) for note, most in one.notes.items()
    )
    return StandingView(one.side, name, one.colour, gauges, notes)


def _build_gauge(view: View, one: Gauge, lines: Sequence[Line]) -> GaugeView:
    most = "" if one.most is None else f"/{one.most}"
    return GaugeView(
        one.name,
        view.translator.say(f"gauge.{one.name}"),
        f"{one.at}{most}",
        find_sign(view, one.name),
        _find_number(one.thing, lines),
        find_correction(view, one.thing),
        None if one.track is None else _build_track(view, one.track, one.at),
        None if one.most is None or not isinstance(one.at, int) else (one.at, one.most),
    )


def find_news(view: View) -> Sequence[News]:
    """Return what has changed the game since the beginning of the Automa's last turn, or of the game."""
    game = view.game
    if game.position is None or game.shown is None:
        return ()
    last = next((run for run in reversed(game.runs) if run.input is not None and run.input.name() == NEXT), None)
    before = game.at_start if last is None else last.start
    return () if before is None else game.definition.page.news(before, game.shown)


def _find_gauges(game: Playthrough) -> list[Gauge]:
    """Return the gauges of the position; tracks that wait for the end of a turn keep the value of its beginning."""
    run, gauges_of = game.runs[-1], game.definition.page.gauges
    begun = game.shown if game.question is None or run.input is None else run.start
    late = [
        one for one in gauges_of(begun, game.pack) if getattr(one.thing, "track", "") in game.definition.table.waits
    ]
    return [next((old for old in late if old.name == one.name), one) for one in gauges_of(game.shown, game.pack)]


def _build_track(view: View, track: DrawnTrack, at: int | str) -> TrackView:
    here = track.first + len(track.laid) - 1 if track.filled else at  # the marker, or what was laid last
    spaces = [
        TrackSpace(track.signs.get(n, ""), track.names.get(n, ""), n == here, n in track.zone, laid)
        for n, laid in zip_longest(range(track.first, track.first + track.spaces), track.laid[: track.spaces])
    ]
    return TrackView(
        tuple(spaces),
        "" if track.says is None else view.translator.say(track.says.key, **track.says.params),
        track.filled,
    )


def _find_number(thing: PlacedPieces | TrackValue, lines: Sequence[Line]) -> int | None:
    """Return the number of the last line that changed a thing."""
    return next(
        (line.number for line in reversed(lines) if any(_is_counted_in(thing, hand) for hand in line.hands)), None
    )


def _is_counted_in(thing: PlacedPieces | TrackValue, hand: Hand) -> bool:
    if isinstance(thing, TrackValue):  # a track of its own, or one of several kinds: mark-red
        return thing.side == hand.side and (thing.track == hand.track or hand.track.startswith(f"{thing.track}-"))
    piece = hand.piece.partition("-")[0] if "-" not in thing.piece else hand.piece
    return thing.side == hand.side and thing.piece in (piece, hand.piece) and thing.at in (hand.from_, hand.to)


def find_correction(view: View, thing: PlacedPieces | TrackValue) -> dict[str, str] | None:
    """Return the fields of ``adjust`` that correct a thing, or None if it cannot be corrected now."""
    game = view.game
    if game.position is None or game.question is not None:
        return None
    given = game.definition.table.corrects(game.position, thing)
    return None if given is None else {name: str(value) for name, value in given.items()}


MOST_WORDS = 300  # of a rule that is given as the reason


def find_reason(view: View, step: Step) -> str:
    """Return a sentence without ids: what settled each choice of a step, or the rule that it follows."""
    game, translator, chosen = view.game, view.translator, view.chosen
    settled = _describe_choices(view, step)
    if settled:
        return " ".join(settled)
    words = [describe_rule(clause, chosen, translator) for clause in step.clauses]
    if any(words):
        return f"{capitalise('; '.join(dict.fromkeys(word for word in words if word)))}."
    entries = load_catalogue(game.definition.folder).clauses
    texts = [text_in(entries[clause].text, translator.lang) for clause in step.clauses if clause in entries]
    return texts[0][:MOST_WORDS] if texts else ""


def _describe_choices(view: View, step: Step) -> list[str]:
    """Return what settled each choice. If the piece stays and both choices follow an order, only the last is named."""
    translator, chosen, made = view.translator, view.chosen, _find_choices(step)
    if not made or not _stays(step):
        return [*dict.fromkeys(words for trace in made if (words := sum_up(trace, chosen, translator)))]
    *before, last = made
    settled = [sum_up(one, chosen, translator) for one in before if not (_is_by_order(one) and _is_by_order(last))]
    settled.append(sum_up(last, chosen, translator, translator.say("why.name", name=term(last.family, last.chosen))))
    return [words for words in settled if words]


def _is_by_order(trace: Trace) -> bool:
    return all(stage.verb == "first" for stage in deciding(trace))


def _stays(step: Step) -> bool:
    return any(way.from_ == way.to for way in step.event.moves())


def compare_two(view: View, step: Step) -> Comparison | None:
    """Return the chosen candidate and the runner-up of the last choice of a step, or None."""
    made = [trace for trace in _find_choices(step) if deciding(trace)]
    return compare_finalists(made[-1], view.chosen, view.translator) if made else None


def write_headline(view: View, turn: Turn) -> str:
    """Return a sentence about the most involved choice of a turn; empty without a step."""
    if not turn.story:
        return ""
    moved = {step for line in turn.lines for step in line.steps}
    best: tuple[tuple[int, ...], str] = ((), "")
    for number, one in enumerate(turn.story, 1):
        stays = _stays(one.step)
        for trace in _find_choices(one.step):
            last = trace is one.step.traces[-1]  # where to rather than with which piece
            words = sum_up(trace, view.chosen, view.translator, one.text if stays and last else "")
            weight = (number in moved, compares(trace), last, len(deciding(trace)), len(trace.candidates))
            if words and weight > best[0]:
                best = (weight, words)
    return best[1] or view.translator.sentence(message("why.no-choice"))


def _find_choices(step: Step) -> Sequence[Trace]:
    """Return the choices after the last that found nothing."""
    failed = [n for n, trace in enumerate(step.traces) if trace.chosen is None]
    return step.traces[failed[-1] + 1 :] if failed else step.traces
