"""Who is to move, and the stages of the Automa's turn (TURN)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.games.scythe.commands import Added, Fought, Go, Next, PlacedStar
from automarium.games.scythe.events import Draw, Over, PlaceResources
from automarium.games.scythe.position import Action, Gain, Level, Position, SchemeName, Symbol, Variants
from tests.games.scythe.kit import CARDS, Played, What, card, game, play, position, rulings, shown, tell, whole_game

SKIPS = [4, 7, 8, 17]


def drew(number: int, **options: Any) -> tuple[Playthrough, Played]:
    """The first turn of a game with the person's own deck: this card comes."""
    live = game({"deck": "mine", **options})
    return live, tell(live, Next(), number)


def ready(**pieces: Any) -> Position:
    """Rusviet, water free, five stars (four of the cube, the power star open): one more ends the game."""
    built = position(tracker=19, scheme="II", workers=["r3c6", "r4c6"], **{"combat_stars": 1, **pieces})
    assert built.stars == 5
    return built


# -------------------------------------------------------------------------------------------------------- order of play


@pytest.mark.clause("SCY-TURN-01")
def test_the_human_begins_and_both_take_turns() -> None:
    live = game()
    assert (live.position.to_move, live.position.turn, live.position.main_discard) == ("human", 0, [])
    live.put(Go("worker", "r7c3", "r7c4"))
    assert live.position.turn == 0  # still theirs
    for turn in range(1, 6):
        told = live.put(Next())
        assert [step.event.__struct_config__.tag for step in told].count("draw") == 1
        assert (live.position.to_move, live.position.turn) == ("human", turn)
    assert "You take the first turn" in shown("SCY-TURN-01")


@pytest.mark.clause("SCY-TURN-01")
def test_she_is_to_move_while_her_turn_waits_for_an_answer() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    assert live.shown.to_move == "automa"
    with pytest.raises(Refused, match=r"answer\.first"):
        live.put(Go("character", "base", "r7c3"))
    tell(live, 3)
    assert live.position.to_move == "human"


@pytest.mark.clause("SCY-TURN-02")
def test_the_humans_sixth_star_ends_the_game_at_once() -> None:
    live = game()
    for _ in range(5):
        live.put(PlacedStar())
        assert not live.position.over
    played = tell(live, PlacedStar())
    assert live.position.over
    assert played.step("over").clauses == ("SCY-TURN-02", "SCY-STAR-08")
    assert played.the(Over).side == "human"
    for input_ in (Next(), Go("character", "base", "r7c3"), PlacedStar()):
        with pytest.raises(Refused, match=r"next\.over"):
            live.put(input_)


@pytest.mark.clause("SCY-TURN-02")
def test_her_sixth_star_ends_the_game_at_once() -> None:
    live = game({"deck": "mine"})
    live.position.tracker, live.position.scheme = 20, "II"
    assert live.position.stars == 5
    played = tell(live, Next(), 3)
    assert played.tags[-3:] == ["tracker", "star", "over"]
    assert (live.position.stars, live.position.over) == (6, True)
    with pytest.raises(Refused, match=r"next\.over"):
        live.put(Next())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna", "ultimaszyna"])
@pytest.mark.clause("SCY-TURN-02")
def test_no_game_ends_before_a_sixth_star_nor_goes_on_after_it(level: Level, seed: int) -> None:
    for table, _ in whole_game({"level": level}, seed):
        assert table.over == (table.stars >= 6 or table.human.stars >= 6)
        assert max(table.stars, table.human.stars) <= 6
    assert table.over


# ------------------------------------------------------------------------------------------------------------- stage 1


@pytest.mark.parametrize("number", sorted(CARDS))
@pytest.mark.clause("SCY-TURN-03")
def test_one_card_is_revealed_and_laid_on_the_main_discard(number: int) -> None:
    live, played = drew(number)
    draw = played.told[0]
    assert isinstance(draw.event, Draw)
    assert (draw.event.card, draw.event.left, draw.clauses) == (number, 18, ("SCY-TURN-03",))
    assert played.tags.count("draw") == 1
    assert live.position.main_discard == [number]
    assert live.position.last_card == number


@pytest.mark.parametrize("scheme", ["I", "II"])
@pytest.mark.parametrize("number", SKIPS)
@pytest.mark.clause("SCY-TURN-04")
def test_autometta_skips_the_whole_turn(number: int, scheme: SchemeName) -> None:
    table = position(
        level="autometta", scheme=scheme, tracker=6, workers=["r3c6"], mechs=["r4c5"], human_stars=5, power=9
    )
    before = position(
        level="autometta", scheme=scheme, tracker=6, workers=["r3c6"], mechs=["r4c5"], human_stars=5, power=9
    )
    played = play(table, number)
    assert played.tags == ["skip"]
    assert played.step("skip").clauses == ("SCY-TURN-04",)
    assert table == before


@pytest.mark.parametrize(("number", "moves"), [(7, True), (8, True), (4, False), (17, False)])
@pytest.mark.clause("SCY-TURN-04")
def test_switched_a_skipped_golden_card_moves_the_cube_and_nothing_else(number: int, moves: bool) -> None:
    table = position(level="autometta", tracker=6, workers=["r3c6"], mechs=["r4c5"])
    played = play(table, number, A14="cube-moves")
    assert played.tags == (["skip", "tracker"] if moves else ["skip"])
    assert table.tracker == 6 + moves


@pytest.mark.clause("SCY-TURN-04", "SCY-TURN-06")
def test_example_7_a_card_with_two_moves_and_the_skip_symbol() -> None:
    """Card 8 I at the start: no mech, so a worker moves; Autometta skips."""
    pieces: dict[str, Any] = {"restricted": True, "character": "base", "power": 3}
    played = play(position(workers=["r3c6", "r4c6"], **pieces), 8)
    assert played.steps[0] == {"do": "move", "unit": "worker", "from": "r3c6", "to": "r4c5"}
    assert play(position(level="autometta", workers=["r3c6", "r4c6"], **pieces), 8).steps == [{"do": "skip"}]


@pytest.mark.parametrize("number", [number for number in CARDS if number not in SKIPS])
@pytest.mark.clause("SCY-TURN-04")
def test_without_the_symbol_autometta_plays(number: int) -> None:
    played = play(position(level="autometta", tracker=6, workers=["r3c6"]), number)
    assert "skip" not in played.tags
    assert played.steps


@pytest.mark.parametrize(("number", "box"), [(7, 2), (8, 1), (17, 2), (4, 0)])
@pytest.mark.clause("SCY-TURN-05")
def test_a_skipped_card_lies_on_the_main_discard_and_gives_its_resource_box(number: int, box: int) -> None:
    live = game({"deck": "mine", "level": "autometta"})
    tell(live, Next(), 5)  # a card with another box (4) before it
    played = tell(live, Next(), number)
    assert played.tags == ["draw", "skip"]
    assert live.position.main_discard == [5, number]
    live.put(Added("mech", "base"))
    taken = next(at for at in live.position.automa.workers if at in ("r1c4", "r1c5"))
    placed = [one.amount for one in tell(live, Go("mech", "base", taken)).all(PlaceResources)]
    assert placed == ([box] if box else [])


@pytest.mark.parametrize("level", ["automa", "automaszyna", "ultimaszyna"])
@pytest.mark.parametrize("number", SKIPS)
@pytest.mark.clause("SCY-TURN-06")
def test_at_the_other_levels_the_skip_symbol_means_nothing(number: int, level: Level) -> None:
    """The card does what the same card without the symbol does: no move of its own, nothing left out."""

    plain = msgspec.structs.replace(CARDS[number], skip=False)

    def at_level() -> Position:
        return position(level=level, tracker=6, workers=["r3c6"], mechs=["r4c5"], power=5, human_workers=["r2c5"])

    played = play(at_level(), number)
    assert played.told == play(at_level(), plain).told
    assert "skip" not in played.tags
    assert played.tags[0] in ("move", "raid")


@pytest.mark.parametrize(("level", "skipped"), [("automa", True), ("automaszyna", True), ("ultimaszyna", False)])
@pytest.mark.clause("SCY-TURN-06")
def test_the_option_brings_the_skip_symbol_to_the_levels_in_the_middle(level: Level, skipped: bool) -> None:
    table = position(level=level, tracker=6, workers=["r3c6"])
    table.variants = Variants(skipping=True)
    assert (play(table, 4).tags == ["skip"]) == skipped


# ------------------------------------------------------------------------------------------------------------- stage 2


FULL = card(
    [Symbol("worker_move"), Symbol("mech_move"), Symbol("character_move")],
    [Gain("coin", 2), Gain("power", 1), Gain("combat_card", 1)],
    recruit="coin",
)


@pytest.mark.clause("SCY-TURN-07", "SCY-TURN-09")
def test_one_move_then_the_gains_then_the_bonus_then_the_cube() -> None:
    played = play(position(workers=["r3c6"], mechs=["r4c6"], character="base"), FULL)
    assert played.tags == ["move", "gain", "gain", "gain", "recruit", "tracker"]
    assert played.steps[0]["unit"] == "worker"
    assert [step["what"] for step in played.steps[1:4]] == ["coin", "power", "combat_card"]


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.clause("SCY-TURN-07")
def test_all_legal_moves_only_with_the_option_or_at_the_highest_level(variant: bool) -> None:
    level: Level = "automa" if variant else "ultimaszyna"
    table = position(level=level, tracker=6, workers=["r3c6"], mechs=["r4c6"], character="base")
    table.variants = Variants(all_moves=variant)
    played = play(table, FULL)
    units = [step["unit"] for step in played.steps if step["do"] == "move"]
    assert units == ["worker", "mech", "character"]
    assert [tag for tag in played.tags if tag not in ("encounter", "factory")] == (
        ["move"] * 3 + ["gain"] * 3 + ["recruit", "tracker"]
    )


@pytest.mark.clause("SCY-TURN-07", "SCY-TURN-09", "SCY-TURN-03")
def test_a_whole_first_turn_of_a_nordic_automa() -> None:
    live, played = drew(1)
    assert played.steps == [
        {"do": "move", "unit": "worker", "from": "r1c4", "to": "r2c4"},
        {"do": "gain", "what": "power", "amount": 1},
        {"do": "gain", "what": "worker", "amount": 1},
        {"do": "recruit", "bonus": "power"},
        {"do": "tracker", "to": 1},
    ]
    her = live.position.automa
    assert (her.power, her.coins, her.workers.count("base"), live.position.tracker) == (5, 5, 1, 1)
    assert (live.position.main_discard, live.position.stars) == ([1], 0)


@pytest.mark.parametrize(("golden", "tracker"), [(True, 7), (False, 6)])
@pytest.mark.clause("SCY-TURN-09")
def test_the_cube_moves_last_and_only_if_the_card_says_so(golden: bool, tracker: int) -> None:
    table = position(tracker=6, workers=["r3c6"])
    played = play(table, card([Symbol("worker_move")], [Gain("coin", 1)], recruit="coin", golden=golden))
    assert played.tags == ["move", "gain", "recruit"] + ["tracker"] * golden
    assert table.tracker == tracker


@pytest.mark.clause("SCY-TURN-09")
def test_the_cube_frees_the_water_only_for_the_next_turn() -> None:
    """Stage 3 comes after the move: the card that frees the water is still played without it."""
    live = game({"deck": "mine"})
    live.position.tracker = 3
    first = tell(live, Next(), 14)  # encounter or character
    assert first.steps[0]["to"] == "r2c4"
    assert first.tags[-2:] == ["tracker", "water-free"]
    second = tell(live, Next(), 16)
    assert second.steps[0] == {"do": "move", "unit": "character", "from": "r2c4", "to": "r1c3"}


@pytest.mark.parametrize(
    ("gained", "symbol", "unit"),
    [("worker", "worker_move", "worker"), ("character_or_mech", "mech_move", "mech")],
)
@pytest.mark.clause("SCY-TURN-10")
def test_a_gained_piece_moves_in_the_next_turn_at_the_earliest(gained: What, symbol: Action, unit: str) -> None:
    """On the base it would be the first to move, if it were there in time."""
    turn = card([Symbol(symbol)], [Gain(gained, 1)], golden=False)
    table = position(workers=["r4c6"], mechs=["r4c5"], character="r3c5")
    first = play(table, turn)
    assert first.steps[0]["from"] != "base"
    assert first.tags == ["move", "gain"]
    again = play(table, turn)
    assert (again.steps[0]["unit"], again.steps[0]["from"]) == (unit, "base")


@pytest.mark.clause("SCY-TURN-10")
def test_a_piece_gained_with_an_empty_board_cannot_move_either() -> None:
    table = position(workers=[], character="mat")
    turn = card([Symbol("worker_move"), Symbol("character_move")], [Gain("worker", 1), Gain("character_or_mech", 1)])
    assert play(table, turn).tags == ["no-move", "gain", "gain", "tracker"]
    assert (table.automa.workers, table.automa.character) == (["base"], "base")


@pytest.mark.clause("SCY-TURN-11")
def test_without_a_legal_move_all_the_rest_is_done() -> None:
    """Card 6 II of a Rusviet Automa without mechs."""
    table = position(workers=["r3c6", "r4c6"], character="base", power=3, coins=5, scheme="II", tracker=10)
    played = play(table, 6)
    assert played.tags == ["no-move", "gain", "gain", "recruit", "tracker"]
    assert (table.automa.power, table.automa.coins, table.automa.mechs, table.tracker) == (5, 5, ["base"], 11)


@pytest.mark.parametrize("scheme", ["I", "II"])
@pytest.mark.parametrize("number", sorted(CARDS))
@pytest.mark.clause("SCY-TURN-11")
def test_every_card_gives_the_same_with_and_without_a_move(number: int, scheme: SchemeName) -> None:
    def rest(table: Position) -> list[dict[str, Any]]:
        return [step for step in play(table, number).steps if step["do"] not in ("move", "encounter", "factory")]

    moving = position(scheme=scheme, workers=["r3c6"], character="r4c5", mechs=["r4c6"])
    nobody = position(scheme=scheme, workers=[], character="base", mechs=["base"])
    # her base is shut: no piece can come out
    nobody.human.workers = ["r3c6", "r4c6"]
    assert rest(moving) == rest(nobody)
    assert nobody.automa.mechs[0] == "base"


@pytest.mark.parametrize(
    ("symbol", "do"), [(Symbol("attack_combat_unit", 5), "attack"), (Symbol("attack_workers"), "raid")]
)
@pytest.mark.clause("SCY-TURN-12")
def test_an_attack_is_the_move_of_the_turn(symbol: Symbol, do: str) -> None:
    """It stands in the move row, comes before the gains and leaves no other move."""
    table = position(
        workers=["r3c6", "r4c5"], mechs=["r4c6"], power=7, human_mechs=["r5c5"], human_workers=["r2c5"], tracker=6
    )
    turn = card([symbol, Symbol("worker_move"), Symbol("mech_move")], [Gain("coin", 1)])
    played = play(table, turn, ["ready", 0], combat=True)
    assert played.tags[0] == do
    assert "move" not in played.tags
    assert played.tags[-2:] == ["gain", "tracker"]


@pytest.mark.parametrize("symbol", [Symbol("attack_combat_unit", 5), Symbol("attack_workers")])
@pytest.mark.clause("SCY-TURN-12")
def test_an_attack_that_is_not_legal_leaves_the_next_move(symbol: Symbol) -> None:
    table = position(workers=["r3c6"], mechs=["r4c6"], power=7)
    assert play(table, card([symbol, Symbol("mech_move")])).tags[0] == "move"


@pytest.mark.clause("SCY-TURN-12")
def test_the_move_gate_holds_an_attack_too() -> None:
    table = position(workers=["r4c5"], mechs=["r4c6"], power=7, human_mechs=["r5c5"], tracker=6)
    table.variants = Variants(move_gate=True)
    played = play(table, card([Symbol("attack_combat_unit", 5), Symbol("mech_move")]), [5], combat=True)
    assert played.tags == ["gate", "tracker"]
    assert table.automa.mechs == ["r4c6"]


# -------------------------------------------------------------------------------------------------- the sixth star


@pytest.mark.clause("SCY-TURN-08")
def test_a_sixth_star_in_the_gain_row_stops_the_row_there() -> None:
    """Card 9 II: 3 power, worker, popularity, golden."""
    table = ready(power=13)
    played = play(table, 9)
    assert played.stopped == "sixth star: automa"
    assert played.steps[-2:] == [{"do": "gain", "what": "power", "amount": 3}, {"do": "star", "for": "power"}]
    assert (table.automa.power, table.stars, len(table.automa.workers), table.tracker) == (16, 6, 2, 19)


@pytest.mark.clause("SCY-TURN-08")
def test_switched_the_gain_row_is_finished_and_nothing_more() -> None:
    table = ready(power=13)
    played = play(table, 9, A25="finish-the-row")
    assert played.stopped == "sixth star: automa"
    assert [step["do"] for step in played.steps[-3:]] == ["gain", "star", "gain"]
    assert (len(table.automa.workers), table.tracker) == (3, 19)


@pytest.mark.clause("SCY-TURN-08")
def test_her_sixth_star_by_an_attack_stops_the_whole_card() -> None:
    """Card 14 II: attack, 3 power, popularity, golden."""
    table = ready(power=9, mechs=["r4c5"], human_mechs=["r5c5"])
    played = play(table, 14, ["ready", 0], combat=True)
    assert played.stopped == "sixth star: automa"
    assert played.tags[-1] == "star"
    assert not {"gain", "recruit", "tracker"} & set(played.tags)
    assert (table.stars, table.tracker) == (6, 19)


@pytest.mark.clause("SCY-TURN-08")
def test_the_humans_sixth_star_as_defender_stops_the_whole_card() -> None:
    live = game({"faction": "rusviet", "deck": "mine"})
    live.position = position(
        mechs=["r4c5"], workers=["r4c6"], power=9, human_mechs=["r5c5"], human_stars=5, scheme="II", tracker=10
    )
    live.position.deck.physical = True
    played = tell(live, Next(), 14, "ready", 10, 20, "yes")
    assert live.position.over
    assert played.tags[-1] == "over"
    assert not {"gain", "recruit", "tracker"} & set(played.tags)
    assert (live.position.human.stars, live.position.tracker) == (6, 10)


@pytest.mark.parametrize(("answer", "over"), [("yes", True), ("no", False)])
@pytest.mark.clause("SCY-TURN-08")
def test_the_humans_sixth_star_by_the_recruit_bonus_leaves_the_cube(answer: str, over: bool) -> None:
    live = game({"deck": "mine"})
    live.position.human.stars = 5
    tell(live, Next(), 1)
    assert live.question is not None
    assert live.question.about == "ask.sixth-star"
    played = tell(live, answer)
    assert live.position.over is over
    assert played.tags == (["over"] if over else ["tracker"])
    assert live.position.tracker == (0 if over else 1)


@pytest.mark.clause("SCY-TURN-08", "SCY-TURN-02")
def test_a_sixth_star_in_the_humans_own_combat_ends_the_game_before_her_turn() -> None:
    live = game({"faction": "rusviet"})
    live.position = position(mechs=["r5c5"], workers=["r4c6"], human_mechs=["r5c5"], human_stars=5)
    tell(live, Fought("r5c5"), "ready", 20, "yes")
    assert live.position.over
    assert live.position.turn == 0


@pytest.mark.clause("SCY-TURN-08")
def test_five_stars_stop_nothing() -> None:
    table = ready(power=9)
    table.automa.combat_stars = 0
    assert table.stars == 4
    played = play(table, 9)
    assert played.stopped is None
    assert played.tags[-3:] == ["recruit", "tracker", "star"]
    assert rulings().a25 == "at-once"
