"""Every game plays by the same contract: inputs, undo and redo, few questions, hands that add up."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.layout import SUPPLY, Hand, Layout, PieceKey, TrackKey
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Respond, find_next_field, is_available
from automarium.engine.play.decision import AnyDecision
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Answer, Pick
from automarium.games import plugins
from automarium.lab.simulated_game import play_game
from tests.answers import pick_offered
from tests.contract.kit import definitions, list_levels, load_pack, play_inputs

every_room = pytest.mark.parametrize("name", definitions())
RARE = {"tie"}  # needs a tie at the end, which is rare: the games that have it test it themselves
MOST_QUESTIONS = 4  # of "just ask"; a form counts as one


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


@every_room
def test_every_command_can_be_told_undone_and_told_again(name: str) -> None:
    definition = plugins.load_definition(name)
    told: set[str] = set()
    for level in list_levels(definition):
        for game, _ in play_inputs(definition, level):
            told |= set(try_commands(definition, game, told))
        found = try_commands(definition, game, told)  # the end has its own commands, and one may depend on another
        told |= set(found)
        for name_ in found:
            fields = fill_command(definition.commands[name_], game.position) or {}
            game.put(parse_input(definition, {"do": name_, **fields}))
        told |= set(try_commands(definition, game, told))
        if told >= set(definition.commands) - RARE:
            return
    assert told >= set(definition.commands) - RARE


def try_commands(definition: AnyDefinition, game: Playthrough, done: set[str]) -> list[str]:
    if game.position is None or game.question is not None:
        return []
    found = []
    for name, command in definition.commands.items():
        if name in done or not is_available(command, definition.is_over(game.position)):
            continue
        given = fill_command(command, game.position)
        if given is None:
            continue
        before, undone = game.digest(), list(game.undone_runs)
        try:
            game.put(parse_input(definition, {"do": name, **given}))
        except Refused:
            assert game.digest() == before
            continue
        after = game.digest()
        game.undo()
        assert game.digest() == before
        game.redo()
        assert game.digest() == after
        game.undo()
        game.undone_runs[:] = undone
        found.append(name)
    return found


@every_room
def test_every_ask_is_answered_in_few_questions(name: str) -> None:
    definition = plugins.load_definition(name)
    for about, ask in definition.decisions.items():
        count = questions_of(definition, ask)
        assert count <= MOST_QUESTIONS, f"{about}: {count} questions"


def questions_of(definition: AnyDefinition, ask: AnyDecision) -> int:
    answers: list[Answer] = []
    while len(answers) <= MOST_QUESTIONS:
        try:
            ask.ask_person(Table(Chance(0), answers), load_pack(definition), settle(definition.rulings, {}))
        except Unanswered as unanswered:
            answers.append(pick_offered(unanswered.question))
            continue
        except Refused:  # the first offered values contradict each other; the number of questions is known
            return len(answers)
        return len(answers)
    return len(answers)


@every_room
def test_hands_add_up(name: str) -> None:
    """A client that applies its own changes and every hand has the table that we show, after each input."""
    definition = plugins.load_definition(name)
    for level in list_levels(definition):
        mine, told = Layout(), 0
        for game, input_ in play_inputs(definition, level):
            run = game.runs[-1]
            if input_ is None:
                mine = game.layout()
                continue
            if not isinstance(input_, Respond):
                told = 0
            mine = move_hands(mine.with_changes(run.reported_changes[told:]), game)
            told = len(run.reported_changes)
            assert list_pieces(mine) == list_pieces(game.layout()), (level, input_)


@every_room
def test_undo_and_redo_bring_the_whole_difference(name: str) -> None:
    definition = plugins.load_definition(name)
    mine = Layout()
    for count, (game, _) in enumerate(play_inputs(definition, list_levels(definition)[0])):
        if count % 7 or count == 0 or game.position is None:
            continue
        mine = game.layout()
        game.undo()
        mine = move_hands(mine, game)
        assert list_pieces(mine) == list_pieces(game.layout())
        game.redo()
        mine = move_hands(mine, game)
        assert list_pieces(mine) == list_pieces(game.layout())


def list_pieces(table: Layout) -> tuple[dict[PieceKey, int], dict[TrackKey, int | str]]:
    return {thing: count for thing, count in table.pieces.items() if thing[2] != SUPPLY}, table.tracks


def move_hands(table: Layout, game: Playthrough) -> Layout:
    for hand in game.hands:
        move(table, hand)
    return table


def move(table: Layout, hand: Hand) -> None:
    if hand.track:
        assert hand.to is not None
        table.tracks[hand.side, hand.track] = hand.to
    elif hand.at:
        put(table, (hand.side, hand.piece, hand.at, str(hand.from_)), -hand.count)
        put(table, (hand.side, hand.piece, hand.at, str(hand.to)), hand.count)
    else:
        put(table, (hand.side, hand.piece, str(hand.from_), hand.state), -hand.count)
        put(table, (hand.side, hand.piece, str(hand.to), hand.state), hand.count)


def put(table: Layout, thing: PieceKey, count: int) -> None:
    there = table.pieces.pop(thing, 0) + count
    assert there >= 0 or thing[2] == SUPPLY, f"nothing there to take: {thing}"
    if there:
        table.pieces[thing] = there


@every_room
def test_nobody_listening_changes_nothing(name: str) -> None:
    """A whole game without listeners, where no event is built, ends as the explained one does."""
    definition = plugins.load_definition(name)
    for level in list_levels(definition):
        silent, explained = (
            play_game(definition, {"level": level}, 7, load_pack(definition), explain=explain)
            for explain in (False, True)
        )
        assert silent == explained, level
