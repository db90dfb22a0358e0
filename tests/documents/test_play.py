"""Documents in play: unknown numbers, own decks, holes, rounds, loops, records and corrections."""

from __future__ import annotations

import re

import msgspec
import pytest

from automarium.box.box import replay_record
from automarium.documents.document import load_document
from automarium.documents.game import make_definition
from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import decode, encode, make_header
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Count, Pick
from automarium.games import plugins
from automarium.lab.configuration import make_configuration, make_plan
from automarium.lab.simulated_game import PreparedGame, simulate_game
from tests.documents.kit import NAMES, begin, load_example, read_example


def do(game: Playthrough, name: str, **fields: object) -> None:
    game.put(game.definition.commands[name](**fields))


def test_unknown_number_is_asked_only_where_the_ferry_loads() -> None:
    game = begin("ferry", deck="mine")
    do(game, "next")
    assert isinstance(game.question, Pick)
    game.put(Respond(2))  # red, two steps, clockwise first: the passengers of 2 count as three, as many as wait on 1
    assert game.question is None
    assert game.position.at["red"] == "1"
    do(game, "next")
    game.put(Respond(1))  # one step: 2 has more now, and is asked for where the ferry loads
    assert isinstance(game.question, Count)
    assert game.question.place == "2"
    game.put(Respond(4))
    assert game.position.counts["passengers"]["2"] == 2
    assert game.position.tracks["points"] == 2 + 2


def test_ruling_switches_a_rule() -> None:
    game = begin("ferry", rulings={"FER-A01": "never"}, deck="mine")
    do(game, "adjust", what="passengers", at="1", to=0)
    do(game, "next")
    game.put(Respond(2))
    assert game.question is None, "pier 2 is unknown and no candidate"
    assert game.position.at["red"] == "1"
    assert game.position.tracks["points"] == 1


def test_stand_in_takes_no_more_than_there_is() -> None:
    text, changed = re.subn(r'(take = "passengers"\ncount = ).*', r"\g<1>6", read_example("ferry"))
    assert changed == 1
    definition = make_definition(load_document(text))
    pack = Pack.of_folder(f"{definition.folder}/pack")
    game = Playthrough(definition, {"level": "calm", "deck": "app"}, {}, 1, pack)
    rival = definition.lab.rival(pack, Chance(2))
    while not definition.is_over(game.position):
        for told in rival.turn(lambda: game.position):
            game.put(told)
            while game.question is not None:
                game.put(Respond(rival.answer(game.question)))
            numbers = game.position.counts["passengers"].values()
            assert min(filter(None, numbers)) >= 0
            assert sum(filter(None, numbers)) <= 8 * 3


def test_hole_of_a_card_is_asked_once_and_drawn_again_cards_are_both_played() -> None:
    game = begin("ember", deck="mine")
    do(game, "next")
    game.put(Respond(6))
    assert isinstance(game.question, Count)
    assert game.question.hole == "card.6.gust"
    game.put(Respond(2))
    assert game.position.tracks["wind"] == 2
    do(game, "next")
    game.put(Respond(5))  # "once more"
    assert isinstance(game.question, Pick)
    game.put(Respond(1))
    assert game.position.turn == 2
    do(game, "next")
    game.put(Respond(3))
    assert isinstance(game.question, Count)
    assert game.question.about == "ask.rain"
    game.put(Respond(1))
    assert game.position.tracks == {"wind": 1, "points": 1}


@pytest.mark.parametrize("name", NAMES)
def test_every_thing_can_be_corrected(name: str) -> None:
    game = begin(name)
    document = load_document(read_example(name))
    for piece in document.pieces:
        do(game, "adjust", what=piece, at=document.board.places[-1])
        assert game.position.at[piece] == document.board.places[-1]
    for counter in document.counters:
        do(game, "adjust", what=counter, at=document.board.places[0], to=1)
        assert game.position.counts[counter][document.board.places[0]] == 1
    for track, limits in document.tracks.items():
        do(game, "adjust", what=track, to=limits.high)
        assert game.position.tracks[track] == limits.high
        with pytest.raises(Refused):
            do(game, "adjust", what=track, to=limits.high + 1)


def test_endless_turn_ends_in_words() -> None:
    text = read_example("heron").replace("[human.move.boat]", "[[turn]]\nagain = true\n\n[human.move.boat]")
    definition = make_definition(load_document(text))
    game = Playthrough(definition, {"level": "calm", "deck": "app"}, {}, 1, Pack.of_folder(f"{definition.folder}/pack"))
    with pytest.raises(Refused, match=r"document\.budget"):
        do(game, "next")
    assert game.position.turn == 0


def test_record_holds_its_document() -> None:
    """An edit of the file changes nothing in a game that was begun before."""
    text = read_example("heron")
    name = plugins.add_document(text)
    definition = plugins.load_definition(name)
    pack = Pack.of_folder(f"{definition.folder}/pack")
    header = make_header(definition, {"level": "calm", "deck": "app"}, {}, 7, pack)
    game = Playthrough(definition, dict(header.options), dict(header.rulings), 7, pack)
    lines = [encode(header)]
    for _ in range(3):
        do(game, "next")
        lines.append(encode(game.runs[-1].input, game.digest()))
    plugins._documents.clear()
    plugins.add_document(text.replace("numbers.catch = 1", "numbers.catch = 3"))
    replayed, differs = replay_record(decode(b"".join(lines)))
    assert differs is None
    assert replayed.position == game.position
    assert replayed.definition.name == name
    other = lines[0].replace(name.encode(), b"heron-00000000")
    with pytest.raises(Refused, match=r"document\.other"):
        replay_record(decode(b"".join([other, *lines[1:]])))


def test_lab_plays_a_document_in_a_process_that_has_not_seen_it() -> None:
    name = plugins.add_document(read_example("ferry"))
    configuration = make_configuration(name)
    plan = make_plan([configuration], 2, 1)
    row = simulate_game(PreparedGame(configuration), 5, 0, 0, explain=True)
    assert row.turns == 12
    assert row.cards

    packed = msgspec.json.encode(plan)
    plugins._documents.clear()
    again = msgspec.json.decode(packed, type=type(plan))
    assert simulate_game(PreparedGame(again.configurations[0]), 5, 0, 0, explain=True) == row


@pytest.mark.parametrize("name", NAMES)
def test_undo_and_redo_lead_back(name: str) -> None:
    definition, pack = load_example(name)
    game = begin(name, seed=4)
    digests = [game.digest()]
    rival = definition.lab.rival(pack, Chance(4))
    for _ in range(3):
        do(game, "next")
        while game.question is not None:
            game.put(Respond(rival.answer(game.question)))
        digests.append(game.digest())
    while game.inputs:
        game.undo()
    assert game.digest() == digests[0]
    while game.undone:
        game.redo()
    assert game.digest() == digests[-1]
