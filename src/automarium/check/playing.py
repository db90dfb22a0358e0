"""Whole games: everything shown has words, hands add up, what the person reported is not asked back, undo and redo,
every command, single decisions, records, the protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from automarium.box.box import checked_pack
from automarium.check.messages import MissingMessage, StrictTranslator, missing_message
from automarium.check.subject import SEED, EndlessGame, Subject, play_inputs
from automarium.engine.consistency import Finding, finding
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, Lab
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.record import decode, encode, make_header, replay
from automarium.engine.layout import SUPPLY, Change, Hand, Layout, PieceKey, TrackKey
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Command, Input, Respond, find_next_field, is_available
from automarium.engine.play.decision import AnyDecision
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Event
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words
from automarium.i18n.languages import LANGUAGES
from automarium.lab.configuration import make_configuration
from automarium.lab.result_files import parse_counts
from automarium.lab.simulated_game import PreparedGame, play_game, simulate_game
from automarium.protocol.stream import TableStream
from automarium.views.game import View
from automarium.views.turn import build_cards, build_gauges, build_turn, compare_two, find_reason, write_headline


def pick_offered(question: AnyQuestion) -> Answer:
    """Return the default, or the lowest answer."""
    return pick_lowest(question) if question.default is None else question.default


def pick_lowest(question: AnyQuestion) -> Answer:
    """Return the first option, the lowest number or the shortest list; of a form what its fields offer."""
    match question:
        case Pick():
            return question.options[0]
        case Count():
            return question.low
        case Series():
            return list(range(question.low, question.low + (question.exactly or 0)))
        case Several():
            there = [one for one in question.options for _ in range(question.limits.get(one, question.most))]
            return there[: question.exactly or 0]
        case Words():
            return "x"
        case Form():
            return {field.name: pick_offered(field.question) for field in question.fields}


MOST_QUESTIONS = 4  # of a single decision; a form counts as one
RARE = {"tie"}  # commands that need a tie at the end
BOARD_EVERY = 10  # inputs between two looks at board and odds
UNDO_EVERY = 7


def check_playing(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        yield finding("no-level", *subject.find_in_code("def option_fields"))
        return
    if NEXT not in subject.definition.commands:
        yield finding("no-next", *subject.find_in_code("collect_commands"))
        return
    for level in dict.fromkeys((subject.levels[0], subject.levels[-1])):
        try:
            yield from check_game(subject, level)
        except EndlessGame:
            subject.is_endless = True
            at = subject.find_in_code("def is_over", "def status")
            yield finding("endless", *at, level=str(level))
            return
        except Exception as error:
            yield subject.describe_error(error)
    for check in (check_commands, check_undo, check_silence, check_decisions, check_record):
        try:
            yield from check(subject)
        except Exception as error:
            yield subject.describe_error(error)


# ------------------------------------------------------------------------------------------------- what a game shows


def check_game(subject: Subject, level: str | int) -> Iterator[Finding]:
    """Play a whole game and look at everything that it shows, in every language."""
    definition = subject.definition
    noted: list[MissingMessage] = []
    translators = [StrictTranslator(one, definition, noted) for one in subject.languages if one in LANGUAGES]
    followed, reported = Layout(), 0
    for count, (game, input_) in enumerate(play_inputs(definition, level)):
        for translator in translators:
            look_at(View(game, translator), input_, board=count % BOARD_EVERY == 0)
        if game.position is not None:
            layout = game.layout()
            yield from _compare_totals(subject, game, layout)
            if input_ is None or not followed.pieces:
                followed = layout
            else:
                reported = reported if isinstance(input_, Respond) else 0
                run = game.runs[-1]
                followed = followed.with_changes([*run.reported_changes[reported:], *list_changes(game.hands)])
                reported = len(run.reported_changes)
                if list_pieces(followed) != list_pieces(layout):
                    yield finding("hands", *locate_input(subject, input_), do=input_.name())
                    followed = layout
        if input_ is not None and not isinstance(input_, Respond) and input_.name() != NEXT and game.question is None:
            yield from _find_asked_back(subject, game, input_)
    for translator in translators:
        look_at_end(View(game, translator))
    yield from describe_missing(subject, noted)


def look_at(view: View, input_: Input | None, *, board: bool) -> None:
    """Read everything that interfaces show after an input: steps, reasons, hands, question, commands, undo, cards."""
    game = view.game
    _ = view.stage
    for shown in view.steps(game.runs[-1].steps):
        view.reasons(shown.step)
        find_reason(view, shown.step)
        compare_two(view, shown.step)
    turn = build_turn(view, len(game.runs) - 1)
    if game.runs[-1].steps:
        write_headline(view, turn)
    view.hands()
    _ = view.question, view.commands(), view.undo, view.redo, view.hints
    if input_ is not None:
        view.describe_input(input_)
    if game.position is None or game.question is not None:
        return
    build_cards(view, game.runs[-1])
    build_gauges(view, turn.lines)
    if board:
        view.overview()
        game.definition.words.text(game.position, game.rulings, view.translator.say, 200)
        game.definition.draw(game.position, game.rulings, view.translator.say)
        if not game.definition.is_over(game.position):
            _ = view.coming
            try:
                view.odds()
            except Refused as refused:  # the rest of the player's own deck is unknown
                view.translator.refusal(refused)


def look_at_end(view: View) -> None:
    view.score()
    view.setup()
    view.overview()


def describe_missing(subject: Subject, noted: list[MissingMessage]) -> Iterator[Finding]:
    for one in noted:
        if one.parameter:
            at = subject.find_message(one.lang, one.key)
            yield finding("parameter", *at, key=one.key, given=[one.parameter], options=list(one.given) or "–")
        else:
            family, _, value = one.key.rpartition(".")
            at = subject.find_in_code(f'"{one.key}"', f'"{value}"', f'"{family}"')
            yield missing_message(subject, one.lang, one.key, at)


def locate_input(subject: Subject, input_: Input) -> tuple[str, int]:
    """Return where a command is carried out."""
    if isinstance(input_, Command):
        return subject.find_function(type(input_).carry_out)
    return subject.find_in_code("def layout")


def _find_asked_back(subject: Subject, game: Playthrough, input_: Input) -> Iterator[Finding]:
    """Yield a finding if the person is told to make a move that they have just reported."""
    back = [hand for hand in game.hands if hand.side == "human" or not game.runs[-1].steps]
    if back:
        hand = back[0]
        yield finding("asked-back", *locate_input(subject, input_), do=input_.name(), what=hand.piece or hand.track)


def count_kinds(layout: Layout) -> dict[tuple[str, str], int]:
    """Return how many pieces of each kind there are, wherever they are."""
    found: dict[tuple[str, str], int] = {}
    for (side, piece, _, _), count in layout.pieces.items():
        found[side, piece] = found.get((side, piece), 0) + count
    return found


def _compare_totals(subject: Subject, game: Playthrough, layout: Layout) -> Iterator[Finding]:
    """Yield a finding if a run changed how many pieces there are. What was observed was there before, and a correction
    may change everything."""
    run = game.runs[-1]
    if run.input is None or run.start is None or run.input.name() == "adjust":
        return
    before = subject.definition.table.layout(run.start).with_changes(run.observed_changes)
    was, is_ = count_kinds(before), count_kinds(layout)
    for kind in {**was, **is_}:
        if was.get(kind, 0) != is_.get(kind, 0):
            at = subject.find_in_code(f'"{kind[1]}"', "def layout")
            counts = {"before": was.get(kind, 0), "now": is_.get(kind, 0)}
            yield finding("totals", *at, side=kind[0], piece=kind[1], do=run.input.name(), **counts)


def list_pieces(table: Layout) -> tuple[dict[PieceKey, int], dict[TrackKey, int | str]]:
    return {thing: count for thing, count in table.pieces.items() if thing[2] != SUPPLY}, table.tracks


def list_changes(hands: Iterable[Hand]) -> Iterator[Change]:
    """Yield what changes on a table when these hands are carried out."""
    for hand in hands:
        if hand.track:
            yield Change((hand.side, hand.track), 0 if hand.to is None else hand.to)
        elif hand.at:
            yield Change((hand.side, hand.piece, hand.at, str(hand.from_)), -hand.count)
            yield Change((hand.side, hand.piece, hand.at, str(hand.to)), hand.count)
        else:
            yield Change((hand.side, hand.piece, str(hand.from_), hand.state), -hand.count)
            yield Change((hand.side, hand.piece, str(hand.to), hand.state), hand.count)


# --------------------------------------------------------------------------------------------------- commands and undo


def check_commands(subject: Subject) -> Iterator[Finding]:
    """Every command can be entered, undone and redone at some time of a game."""
    definition = subject.definition
    entered: set[str] = set()
    for level in subject.levels:
        for game, _ in play_inputs(definition, level):
            yield from try_commands(subject, game, entered)
        done = set(entered)
        yield from try_commands(subject, game, entered)  # the end has its own commands, and one may depend on another
        for name in entered - done:
            fields = fill_command(definition.commands[name], game.position) or {}
            game.put(parse_input(definition, {"do": name, **fields}))
        yield from try_commands(subject, game, entered)
        if entered >= set(definition.commands) - RARE:
            return
    for name in sorted(set(definition.commands) - entered - RARE):
        yield finding("command-never", *subject.find_in_code(f'tag="{name}"'), name=name)


def fill_command(command: type[Command[Any, Any]], position: Any) -> dict[str, Any] | None:
    """Return a command filled in with the first offered values, or None if it is not possible now."""
    given: dict[str, Any] = {}
    try:
        while (field := find_next_field(command, position, given)) is not None:
            if isinstance(field.question, Pick) and not field.question.options:
                return None
            given[field.name] = pick_offered(field.question)
    except Refused:
        return None
    return given


def try_commands(subject: Subject, game: Playthrough, entered: set[str]) -> Iterator[Finding]:
    """Enter each command that has not been entered yet, undo it and redo it; add its name to ``entered``."""
    definition = subject.definition
    if game.position is None or game.question is not None:
        return
    for name, command in definition.commands.items():
        if name in entered or not is_available(command, definition.is_over(game.position)):
            continue
        given = fill_command(command, game.position)
        if given is None:
            continue
        before, undone = game.digest(), list(game.undone_runs)
        input_ = parse_input(definition, {"do": name, **given})
        try:
            game.put(input_)
        except Refused:
            if game.digest() != before:
                yield finding("refused-changes", *locate_input(subject, input_), do=name)
            continue
        after = game.digest()
        if name != NEXT and game.question is None:
            yield from _find_asked_back(subject, game, input_)
        game.undo()
        is_undone = game.digest() == before
        game.redo()
        if not is_undone or game.digest() != after:
            yield finding("undo", *locate_input(subject, input_), do=name)
        game.undo()
        game.undone_runs[:] = undone
        entered.add(name)


def check_undo(subject: Subject) -> Iterator[Finding]:
    """Undo and redo tell the whole difference."""
    for count, (game, input_) in enumerate(play_inputs(subject.definition, subject.levels[0])):
        if count % UNDO_EVERY or count == 0 or game.position is None or input_ is None:
            continue
        followed = game.layout()
        for change in (game.undo, game.redo):
            change()
            followed = followed.with_changes(list_changes(game.hands))
            if list_pieces(followed) != list_pieces(game.layout()):
                yield finding("undo", *locate_input(subject, input_), do=input_.name())
                return


def check_silence(subject: Subject) -> Iterator[Finding]:
    """A game of the lab, where no event is made, ends as the explained one does."""
    for level in subject.levels:
        silent, explained = (
            play_game(subject.definition, {"level": level}, 7, subject.pack, explain=explain)
            for explain in (False, True)
        )
        if silent != explained:
            yield finding("silent-differs", *subject.find_in_code("desk.emit"), level=str(level))


# ---------------------------------------------------------------------------------------------- decisions and protocol


def check_decisions(subject: Subject) -> Iterator[Finding]:
    for name, decision in subject.definition.decisions.items():
        count = count_questions(subject.definition, decision)
        if count > MOST_QUESTIONS:
            at = subject.find_in_code(f'"{name}"')
            yield finding("many-questions", *at, name=name, count=count, most=MOST_QUESTIONS)


def count_questions(definition: AnyDefinition, decision: AnyDecision) -> int:
    """Return how many questions a single decision asks, each answered with what is offered."""
    answers: list[Answer] = []
    while len(answers) <= MOST_QUESTIONS:
        try:
            decision.ask_person(Table(Chance(0), answers), checked_pack(definition, {}), settle(definition.rulings, {}))
        except Unanswered as unanswered:
            answers.append(pick_offered(unanswered.question))
            continue
        except Refused:  # the first offered values contradict each other; the number of questions is known
            return len(answers)
        return len(answers)
    return len(answers)


def check_record(subject: Subject) -> Iterator[Finding]:
    """A record of a whole game is read back to the same positions, and the protocol takes its inputs."""
    definition = subject.definition
    lines: list[bytes] = []
    stream = TableStream()
    for game, input_ in play_inputs(definition, subject.levels[0]):
        if input_ is None:
            header = make_header(definition, game.options, {}, SEED, game.pack)
            lines.append(encode(header))
            sent: dict[str, Any] = {"game": definition.name, "options": header.options, "seed": SEED}
        else:
            lines.append(encode(input_, game.digest()))
            sent = json.loads(encode(input_))
        answer = stream.send(sent)
        if "error" in answer:
            at = subject.find_in_code("def set_up") if input_ is None else locate_input(subject, input_)
            yield finding("protocol", *at, line=json.dumps(sent), what=answer["error"]["message"])
            return
    _, differs = replay(decode(b"".join(lines)), definition, subject.pack)
    if differs is not None:
        yield finding("replay", *subject.find_in_code("class Position"), line=differs)


GAMES = 3


def check_lab(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        return
    definition = subject.definition
    rows = {}
    for rival in definition.lab.rivals:
        rows[rival] = [
            simulate_game(
                PreparedGame(make_configuration(definition.name, {"level": level}, rival=rival)),
                SEED + index,
                index,
                index,
                explain=index == 0,
            )
            for level in subject.levels
            for index in range(GAMES)
        ]
    scoring = subject.find_in_code("def score")
    # One rival that counts its points is enough.
    columns = {
        "no-verdict": lambda row: row.verdict,
        "no-winner": lambda row: row.winner,
        "no-human": lambda row: row.human is not None,
    }
    for key, has_value in columns.items():
        if not any(all(map(has_value, of_rival)) for of_rival in rows.values()):
            yield finding(key, *scoring)
    if not all(
        any(times for _, (times, _) in parse_counts(row.cards)) for of_rival in rows.values() for row in of_rival
    ):
        yield finding("no-cards", *subject.find_in_code("turns_on", "(Event"), event=Event.__name__)
    if type(definition.lab).pace is Lab.pace:
        yield finding("no-pace", *subject.find_in_code("(Lab["))
